import type { Problem } from '@dmse/contract/common/problem';
import type { Item, NotedConflict, Sent } from '../item.ts';
import type { Fields } from '../wire.ts';
import { type Answer, reasonOf } from './answer.ts';
import { backOff, MAX_WAIT_MS } from './backoff.ts';
import { contentOf, isEcho, mergeThreeWays, noteEmptied } from './fields.ts';
import { readServerRow, type ServerRow } from './server-row.ts';

/**
 * What became of a push.
 * `acked` accepted as a revision · `again` flipped, go on in this pass · `refused` a definite no · `late` a no that the office
 * must get a copy of · `unknown` nothing definite · `epoch` the server is not the one we knew, settle that first ·
 * `signed_out`, `csrf`, `limited` about the session, not about the item.
 */
export type Verdict = 'acked' | 'again' | 'refused' | 'late' | 'unknown' | 'epoch' | 'signed_out' | 'csrf' | 'limited';

export type Folded = { readonly item: Item; readonly verdict: Verdict; readonly flipped: boolean };

export type FoldFacts = {
  readonly method: 'create' | 'update';
  readonly now: number;
  readonly chance: number;
  /** at most one new↔dirty flip per item and pass (C3) */
  readonly may_flip: boolean;
};

/** Folds an answer into the record as it is now, which may be newer than what was sent. */
export function foldAnswer(item: Item, sent: Sent, answer: Answer, facts: FoldFacts): Folded {
  if (answer.kind === 'none') return failed(item, null, null, 'unknown', facts);
  if (answer.kind === 'ok') return foldReceipt(item, sent, answer, facts);
  const { status, problem } = answer;
  if (status === 401) return { item, verdict: 'signed_out', flipped: false };
  if (status === 403 && problem.code === 'CSRF') return { item, verdict: 'csrf', flipped: false };
  if (status === 429) {
    const wait = answer.retry_after_ms;
    const _next = wait === null ? backOff(item._tries, facts.now, facts.chance) : facts.now + Math.min(wait, MAX_WAIT_MS);
    return { item: { ...item, _next }, verdict: 'limited', flipped: false };
  }
  if (isFromOtherEpoch(item, answer.epoch)) return { item, verdict: 'epoch', flipped: false };
  if (status === 409 && problem.code === 'ALREADY_UPLOADED' && facts.method === 'create') return foldAlreadyUploaded(item, problem);
  if (status === 409 && problem.code === 'CONFLICT' && item.kind === 'run') return foldTakenRun(item, sent, answer, facts);
  // a gateway may answer 504 after the server has committed: 5xx settles nothing
  if (status >= 500) return failed(item, status, problem, 'unknown', facts);
  const definite = { ...item, _sent: null, _refusals: item._refusals + 1, _in_pieces: status === 413 ? 1 : item._in_pieces } as const;
  if (status === 404 && facts.method === 'update') return failed({ ...definite, new: 1 }, status, problem, 'refused', facts);
  return failed(definite, status, problem, problem.code === 'LATE' ? 'late' : 'refused', facts);
}

/** After a restore from backup versions mean something else: no answer is folded before that is settled. */
function isFromOtherEpoch(item: Item, epoch: string | null): boolean {
  return item._epoch !== null && epoch !== null && epoch !== item._epoch;
}

/** P9: the error is recorded on the item, and nothing else is lost. P5: a point whose update failed is flagged new. */
function failed(item: Item, status: number | null, problem: Problem | null, verdict: Verdict, facts: FoldFacts): Folded {
  const flips = item.kind === 'point' && facts.method === 'update' && item.new === 0 && facts.may_flip;
  const tries = item._tries + 1;
  return {
    verdict,
    flipped: flips,
    item: {
      ...item,
      new: flips ? 1 : item.new,
      _tries: tries,
      _next: backOff(tries, facts.now, facts.chance),
      error_status_code: status ?? item.error_status_code,
      error_reason: status === null || problem === null ? item.error_reason : reasonOf(status, problem),
    },
  };
}

/** P3: not new but dirty, updated instead. Bytes that the server does not hold go again (C19). */
function foldAlreadyUploaded(item: Item, problem: Problem): Folded {
  const lacksBytes = item._sha256 !== null && problem.sha256 !== item._sha256;
  return {
    verdict: 'again',
    flipped: true,
    item: { ...item, new: 0, dirty: 1, _sent: null, _resend_file: lacksBytes ? 1 : 0, ...NO_ERROR },
  };
}

/** C22: another crew has started the run. The server's state stands, ours is kept beside it, and everything else goes on. */
function foldTakenRun(item: Item, sent: Sent, answer: Extract<Answer, { kind: 'problem' }>, facts: FoldFacts): Folded {
  const row = readServerRow('run', answer.problem.current);
  if (row === null || answer.epoch === null || !('state' in sent.patch)) {
    return failed({ ...item, _sent: null, _refusals: item._refusals + 1 }, answer.status, answer.problem, 'refused', facts);
  }
  const theirs = row.content.state ?? null;
  const lost: NotedConflict = { field: 'state', kept: theirs, other: sent.patch.state ?? null, version: row.version, local: true };
  const { content, overlaps } = mergeThreeWays(item._shadow, contentOf(item), row.content);
  const fields = { ...withoutDeletion(content), state: theirs };
  return {
    verdict: 'again',
    flipped: true,
    item: {
      ...item,
      fields,
      facts: row.facts,
      dirty: 1,
      _rev: item._rev + 1,
      _sent: null,
      _base: row.version,
      _shadow: row.content,
      _epoch: answer.epoch,
      _field_base: { ...Object.fromEntries(overlaps.map((field) => [field, item._base])), ...item._field_base },
      _conflict: [...conflictsOf(item, row), lost],
      ...NO_ERROR,
    },
  };
}

const NO_ERROR = { error_reason: null, error_status_code: null } as const;

function foldReceipt(item: Item, sent: Sent, answer: Extract<Answer, { kind: 'ok' }>, facts: FoldFacts): Folded {
  if (isFromOtherEpoch(item, answer.epoch)) return { item, verdict: 'epoch', flipped: false };
  const row = readServerRow(item.kind, answer.body);
  if (row === null || row.id !== item.id) return failed(item, null, null, 'unknown', facts);
  const missing = whyNotStored(item, sent, row, facts.method);
  if (missing !== null) {
    // the next attempt needs an operation id of its own: under this one the server would repeat itself
    const again: Item = { ...item, _sent: null, _rev: item._rev + 1, dirty: 1, _refusals: item._refusals + 1 };
    const lacksBytes = item._sha256 !== null && row.sha256 !== item._sha256;
    const marked = { ...again, new: 0, _resend_file: lacksBytes ? 1 : item._resend_file } as const;
    return failed(marked, answer.status, { detail: missing }, 'refused', { ...facts, may_flip: false });
  }
  return { item: acknowledge(item, sent, row, answer.epoch, facts.method), verdict: 'acked', flipped: false };
}

/** A11, C19: acknowledged is what the receipt repeats: the deletion, the bytes' hash, every claimed value. */
export function whyNotStored(item: Item, sent: Sent, row: ServerRow, method: 'create' | 'update'): string | null {
  if (sent.patch.is_deleted === true && row.content.is_deleted !== true && method === 'update')
    return 'The server did not confirm the deletion.';
  if (sent.patch.is_deleted === false && row.content.is_deleted === true) return 'The server did not take the deletion back.';
  if (item._sha256 !== null && item.file !== null && row.sha256 !== item._sha256) return 'The server does not hold the photo as captured.';
  for (const field in sent.patch) {
    if (field !== 'is_deleted' && !isEcho(sent.patch[field], row.content[field])) return `The server did not store: ${field}.`;
  }
  return null;
}

/**
 * L3: the flags clear only if the record is still the revision that was sent; an edit made meanwhile stays dirty and is merged
 * with what the server now holds. A pull may have shown a newer row already: then that one counts.
 */
function acknowledge(item: Item, sent: Sent, row: ServerRow, epoch: string, method: 'create' | 'update'): Item {
  const isPassed = item._shadow !== null && item._base > row.version;
  const theirs = isPassed && item._shadow !== null ? item._shadow : row.content;
  // a create never speaks of deletion: a record deleted meanwhile is created first, and stays dirty for its deletion
  const said: Fields = { ...item._shadow, ...sent.patch, is_deleted: method === 'update' && sent.is_deleted === 1 };
  const { content, overlaps } = mergeThreeWays(said, contentOf(item), theirs);
  const fields = withoutDeletion(content);
  const isWhole = item._rev === sent.rev && (item.is_deleted === 1) === (said.is_deleted === true);
  return {
    ...item,
    ...NO_ERROR,
    fields,
    _emptied: noteEmptied(item, fields),
    facts: isPassed ? item.facts : row.facts,
    is_deleted: content.is_deleted === true ? 1 : 0,
    new: 0,
    dirty: isWhole ? 0 : 1,
    // what is left to say of this very revision needs an operation id of its own
    _rev: item._rev + (item._rev === sent.rev && !isWhole ? 1 : 0),
    created_on: row.created_on || item.created_on,
    _sent: null,
    _base: isPassed ? item._base : row.version,
    _shadow: theirs,
    _epoch: epoch,
    _field_base: isWhole ? {} : basesAfter(item, sent, overlaps, row.version),
    _ack: { version: row.version, seq: row.seq, epoch, sha256: row.sha256, is_deleted: row.content.is_deleted === true },
    _conflict: isPassed ? item._conflict : conflictsOf(item, row),
    _tries: 0,
    _next: 0,
    _refusals: 0,
    _undelete: isWhole ? 0 : item._undelete,
    _resend_file: 0,
  };
}

/**
 * On which version the fields were edited that both sides have changed: on our own push if it set the field, else on what we knew
 * before. A field that this push did not speak of keeps what an earlier pull has noted.
 */
function basesAfter(item: Item, sent: Sent, overlaps: readonly string[], pushed: number): Readonly<Record<string, number>> {
  const bases: Record<string, number> = {};
  for (const [field, base] of Object.entries(item._field_base)) if (!(field in sent.patch)) bases[field] = base;
  for (const field of overlaps) bases[field] ??= field in sent.patch ? pushed : item._base;
  return bases;
}

/** What the server reports now, and what the device noted itself and nobody has looked at yet. */
export function conflictsOf(item: Item, row: ServerRow): readonly NotedConflict[] {
  return [...row.conflict, ...item._conflict.filter((noted) => noted.local === true)];
}

export function withoutDeletion(content: Fields): Fields {
  const { is_deleted: _, ...fields } = content;
  return fields;
}
