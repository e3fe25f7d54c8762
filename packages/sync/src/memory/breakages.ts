import type { Item } from '../item.ts';
import { LAWS, type Laws } from '../laws.ts';
import { deleteItem } from '../local/edit.ts';
import type { deletePoint } from '../local/point.ts';
import { contentOf } from '../rules/fields.ts';
import { editItem } from '../rules/new-item.ts';
import { eraseCopied } from '../safe-delete.ts';
import { stamp } from '../session-core.ts';
import { changeItem } from '../shelf.ts';
import type { Fields } from '../wire.ts';
import type { StoryOptions } from './story-state.ts';

/** A deliberately wrong engine or server. A campaign that does not find it proves nothing. */
export type Breakage = {
  readonly name: string;
  /** the catalogue's entry whose rule is broken */
  readonly rule: string;
  readonly options: StoryOptions;
};

function broken(name: string, rule: string, laws: Partial<Laws>, more: Omit<StoryOptions, 'laws'> = {}): Breakage {
  return { name, rule, options: { laws: { ...LAWS, ...laws }, ...more } };
}

/** What the handler held in its hands when the request left. */
const held = new Map<string, Item>();

const foldSubstituting =
  (change: (properties: Record<string, unknown>, item: Item) => void): Laws['foldAnswer'] =>
  (item, sent, answer, facts) => {
    if (answer.kind !== 'ok' || item.kind === 'run') return LAWS.foldAnswer(item, sent, answer, facts);
    const body = structuredClone(answer.body) as { properties?: Record<string, unknown> } | null;
    if (body?.properties) change(body.properties, item);
    return LAWS.foldAnswer(item, sent, { ...answer, body }, facts);
  };

const deleteInTwoSteps: typeof deletePoint = async (session, id) => {
  const now = stamp(session);
  const images = await session.store.runs((tx) => tx.table('image').list({ fieldrun_shot: id }));
  const pipes = await session.store.runs((tx) => tx.table('pipe').list({ structure: id }));
  const point = await changeItem(session.store, 'runs', 'point', id, (item) => {
    const edited = editItem(item, { is_deleted: 1 }, now, null);
    return { item: edited, result: edited };
  });
  for (const image of images) await deleteItem(session, 'image', image.id);
  for (const pipe of pipes) await deleteItem(session, 'pipe', pipe.id);
  return point === undefined ? { saved: false, why: 'GONE' } : { saved: true, items: [point] };
};

export const BREAKAGES: readonly Breakage[] = [
  broken('compare-and-clear off', 'C6, L3', {
    foldAnswer: (item, sent, answer, facts) => {
      const folded = LAWS.foldAnswer({ ...item, _rev: sent.rev }, sent, answer, facts);
      return { ...folded, item: { ...folded.item, _rev: item._rev } };
    },
  }),
  broken('operation ids off', 'C1, S3', {}, { quirks: { forgets_ops: true } }),
  broken('cursor by the device clock', 'D1', {
    writePage: (session, page) => LAWS.writePage(session, { ...page, to: `clock.${session.clock.now()}` }),
  }),
  broken('wipe of unsynced runs', 'A1, A5', { whyNotErase: () => null }),
  broken('cascade in two transactions', 'B7', {}, { deleteShot: deleteInTwoSteps }),
  broken('answer handler re-puts', 'A8, L6', {
    markSent: async (...args) => {
      const marked = await LAWS.markSent(...args);
      if (marked.step === 'push') held.set(marked.sent.op, marked.item);
      return marked;
    },
    writeAnswer: async (session, kind, id, sent, answer, facts) => {
      const item = held.get(sent.op);
      if (item === undefined) return LAWS.writeAnswer(session, kind, id, sent, answer, facts);
      const { item: next, verdict, flipped } = session.laws.foldAnswer(item, sent, answer, facts);
      await session.store.runs((tx) => tx.table(kind).put(next));
      return { verdict, flipped, unsettled: next.dirty === 1, item: next };
    },
  }),
  broken('pull overwrites dirty records', 'D5, L4', {
    mergeRow: (item, row, facts) => LAWS.mergeRow(item && { ...item, new: 0, dirty: 0, _sent: null, _epoch: null }, row, facts),
  }),
  broken('cursor saved before the rows', 'D6, L5', {
    writePage: async (session, page) => {
      const isSaved = await LAWS.writePage(session, { ...page, rows: [] });
      if (isSaved && page.rows.length > 0) await LAWS.writePage(session, { ...page, from: page.to });
      return isSaved;
    },
  }),
  broken('green without a manifest', 'C11', { isGreen: ({ waiting, failed }) => waiting === 0 && failed === 0 }),
  broken('a 401 marks the items', 'C13', {
    foldAnswer: (item, sent, answer, facts) => {
      const folded = LAWS.foldAnswer(item, sent, answer, facts);
      return folded.verdict === 'signed_out'
        ? { ...folded, item: { ...folded.item, error_status_code: 401, error_reason: 'Please sign in.' } }
        : folded;
    },
  }),
  broken('purge of unacknowledged deletions', 'A6', { whyNotPurge: (item) => (item.is_deleted === 1 ? null : 'NOT_DELETED') }),
  broken(
    'deletion not echoed, believed anyway',
    'A11',
    {
      foldAnswer: foldSubstituting((properties, item) => {
        if (item.is_deleted === 1 && item.new === 0) properties.is_deleted = true;
      }),
    },
    { quirks: { ignores_deletion: true } },
  ),
  broken(
    'photo acknowledged without its hash',
    'C19',
    {
      foldAnswer: foldSubstituting((properties, item) => {
        if (item._sha256 !== null) properties.sha256 = item._sha256;
      }),
    },
    { quirks: { skips_bytes: true } },
  ),
  broken('the whole record sent as an update', 'C5', {
    markSent: async (session, sender, shelf, kind, id) => {
      await changeItem(session.store, shelf, kind, id, (item) => {
        const isFresh = item._sent === null && item.new === 0 && item.dirty === 1;
        return { item: isFresh ? { ...item, _shadow: null } : item, result: true };
      });
      return LAWS.markSent(session, sender, shelf, kind, id);
    },
  }),
  broken('overlap not told to the server', 'C5, S6', {
    mergeRow: (item, row, facts) => {
      const merged = LAWS.mergeRow(item, row, facts);
      return merged && { ...merged, _field_base: {} };
    },
    foldAnswer: (item, sent, answer, facts) => {
      const folded = LAWS.foldAnswer(item, sent, answer, facts);
      return { ...folded, item: { ...folded.item, _field_base: {} } };
    },
  }),
  broken('restored server not noticed', 'D9, S8', {
    settleEpoch: (item, _, epoch) => ({ ...item, _epoch: item._epoch && epoch, _ack: item._ack && { ...item._ack, epoch } }),
  }),
  broken('captive portal believed', 'E4', {
    readAnswer: (raw) =>
      raw?.status === 200 && raw.headers['x-app'] === undefined
        ? { kind: 'ok', status: 200, body: 'portal', headers: {}, epoch: 'epoch-0', server_now: null }
        : LAWS.readAnswer(raw),
    foldAnswer: (item, sent, answer, facts) =>
      answer.kind === 'ok' && answer.body === 'portal'
        ? { verdict: 'acked', flipped: false, item: { ...item, new: 0, dirty: 0, _sent: null, _shadow: contentOf(item) satisfies Fields } }
        : LAWS.foldAnswer(item, sent, answer, facts),
  }),
  broken('moved by erase, then copy', 'A1', {
    moveToRescue: async (session, kind, id) => {
      const item = await session.store.runs((tx) => tx.table(kind).get(id));
      if (item === undefined) return true;
      const isGone = await eraseCopied(session.store, 'runs', item);
      if (isGone) await session.store.safety(({ rescue }) => rescue.put(item));
      return isGone;
    },
  }),
];
