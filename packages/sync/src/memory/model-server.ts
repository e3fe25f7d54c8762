import type { Conflict } from '@dmse/contract/sites/field-item';
import type { NewQuarantined } from '@dmse/contract/sites/sync';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { RefusalCode } from '@dmse/domain/values/reason';
import { WRITABLE } from '../rules/fields.ts';
import type { Fields, Json, Kind, WireAnswer, WireRequest } from '../wire.ts';
import { changedByOthers, type Entry, featureOf, isDeleted, type ModelRow } from './model-rows.ts';

/** Everything a backup holds. */
export type Data = {
  readonly rows: Map<string, ModelRow>;
  readonly seqs: Map<string, number>;
  /** applied operations with their answers (S3) */
  readonly ops: Map<string, { readonly status: number; readonly body: unknown }>;
  /** by item and device: the highest revision applied, so that a straggler cannot undo a newer edit */
  readonly revs: Map<string, number>;
  readonly blobs: Map<string, Uint8Array>;
  readonly uploads: Map<string, { readonly sha256: string; readonly length: number; readonly bytes: Uint8Array }>;
  readonly quarantine: Map<string, NewQuarantined>;
  readonly starts: Map<string, number>;
};

/** Faults a broken server might have; the campaign turns them on to see whether its checks notice. */
export type Quirks = { ignores_deletion: boolean; forgets_ops: boolean; accepts_stragglers: boolean; skips_bytes: boolean };

export type ModelServer = {
  data: Data;
  epoch: string;
  epochs: readonly string[];
  now: number;
  readonly quirks: Quirks;
  readonly signed_out: Set<string>;
  readonly without_role: Set<string>;
  readonly stale_csrf: Set<string>;
  digest(bytes: Uint8Array): string;
  dated: { readonly at: number; readonly text: string };
};

export function createServer(digest: (bytes: Uint8Array) => string, now: number): ModelServer {
  return {
    data: emptyData(),
    epoch: 'epoch-0',
    epochs: ['epoch-0'],
    now,
    quirks: { ignores_deletion: false, forgets_ops: false, accepts_stragglers: false, skips_bytes: false },
    signed_out: new Set(),
    without_role: new Set(),
    stale_csrf: new Set(),
    digest,
    dated: { at: Number.NaN, text: '' },
  };
}

function emptyData(): Data {
  return copyData({
    rows: new Map(),
    seqs: new Map(),
    ops: new Map(),
    revs: new Map(),
    blobs: new Map(),
    uploads: new Map(),
    quarantine: new Map(),
    starts: new Map(),
  });
}

export function copyData(data: Data): Data {
  return Object.fromEntries(Object.entries(data).map(([name, map]) => [name, new Map(map as Map<string, unknown>)])) as Data;
}

/** S8: yesterday's data under a new epoch. */
export function restoreBackup(server: ModelServer, backup: Data): void {
  server.data = copyData(backup);
  server.epoch = `epoch-${server.epochs.length}`;
  server.epochs = [...server.epochs, server.epoch];
}

export type Refused = { readonly status: number; readonly body: Fields };

function refuse(status: number, code: RefusalCode, detail: string, more: Fields = {}): Refused {
  return { status, body: { code, detail, ...more } };
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'status' in value;
}

export function answerOf(server: ModelServer, status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  if (server.dated.at !== server.now) server.dated = { at: server.now, text: new Date(server.now).toISOString() };
  return { status, body, headers: { 'x-app': 'dmse', 'x-dataset-epoch': server.epoch, date: server.dated.text, ...headers } };
}

export function nextSeq(server: ModelServer, run: string): number {
  const seq = (server.data.seqs.get(run) ?? 0) + 1;
  server.data.seqs.set(run, seq);
  return seq;
}

function isLate(server: ModelServer, run: string): boolean {
  const state = server.data.rows.get(run)?.content.state;
  return state === 'Processing' || state === 'Finished';
}

export type Write = { readonly op: string; readonly device: string; readonly rev: number };

export function readWrite(request: WireRequest): Write {
  const op = request.headers['x-op-id'] ?? '';
  return { op, device: request.headers['x-device'] ?? '', rev: Number(op.split(':')[1] ?? 0) };
}

/** S1: the id is the client's and unique for ever. */
export function createRow(server: ModelServer, kind: Kind, body: Fields, sha256: string | null, write: Write): ModelRow | Refused {
  const { rows } = server.data;
  const id = String(body.id);
  const field_run = kind === 'run' ? id : String(body.field_run);
  const there = rows.get(id);
  if (there !== undefined) {
    return refuse(409, 'ALREADY_UPLOADED', 'It is already here.', {
      version: there.version,
      sha256: there.sha256,
      is_deleted: isDeleted(there),
    });
  }
  if (kind !== 'run' && rows.get(field_run)?.kind !== 'run') return refuse(409, 'UNKNOWN_RUN', 'There is no such field run.');
  const content: Record<string, Json> = { is_deleted: false };
  const changes: Record<string, { from: Json; to: Json }> = {};
  for (const field of WRITABLE[kind]) {
    const value = body[field] ?? null;
    content[field] = value;
    if (value !== null) changes[field] = { from: null, to: value };
  }
  const at = new Date(server.now).toISOString();
  const entry: Entry = { version: 1, epoch: server.epoch, device: write.device, base: 0, field_base: {}, changes };
  const row: ModelRow = {
    kind,
    id,
    field_run,
    content,
    version: 1,
    seq: nextSeq(server, field_run),
    create_op: write.op,
    sha256,
    created_on: at,
    updated_on: at,
    conflict: [],
    late: kind !== 'run' && isLate(server, field_run),
    parent_pending: parentsOf(content).some((parent) => !rows.has(parent)),
    history: [entry],
  };
  const kept = flagOrphan(server, row);
  rows.set(id, kept);
  return kept;
}

function parentsOf(content: Fields): string[] {
  return [content.fieldrun_shot, content.start_structure, content.end_structure].filter((id): id is string => typeof id === 'string');
}

/** A child of a deleted shot is kept alive and shown: somebody took that photo. */
function flagOrphan(server: ModelServer, row: ModelRow): ModelRow {
  if (isDeleted(row) || row.conflict.some(({ field }) => field === 'parent')) return row;
  const gone = parentsOf(row.content).find((id) => {
    const parent = server.data.rows.get(id);
    return parent !== undefined && isDeleted(parent);
  });
  return gone === undefined
    ? row
    : { ...row, conflict: [...row.conflict, { field: 'parent', kept: gone, other: null, version: row.version }] };
}

export type Change = {
  readonly fields: Fields;
  readonly base: number;
  readonly field_base: Readonly<Record<string, number>>;
  readonly sha256: string | null;
};

/** S6: disjoint edits merge; overlapping ones apply the incoming value, keep the other and say so. */
export function updateRow(server: ModelServer, row: ModelRow, change: Change, write: Write): ModelRow | Refused {
  const content: Record<string, Json> = { ...row.content };
  const changes: Record<string, { from: Json; to: Json }> = {};
  const conflict: Conflict[] = [];
  const version = row.version + 1;
  for (const field in change.fields) {
    const to = change.fields[field] ?? null;
    const from = row.content[field] ?? null;
    if (isEqual(from, to)) continue;
    if (row.kind === 'run' && field === 'state' && !(from === 'Waiting' && to === 'Active')) {
      return refuse(409, 'CONFLICT', 'Failed to start run.', { current: featureOf(row), changed: ['state'] });
    }
    const since = change.field_base[field] ?? change.base;
    if (
      field === 'is_deleted'
        ? row.history.some((e) => e.version > since && e.device !== write.device)
        : changedByOthers(row, field, since, write.device)
    ) {
      conflict.push({ field, kept: to, other: from, version });
    }
    content[field] = to;
    changes[field] = { from, to };
  }
  const isEdit = Object.keys(changes).some((field) => field !== 'is_deleted');
  if (isDeleted(row) && content.is_deleted === true && isEdit) conflict.push({ field: 'is_deleted', kept: true, other: false, version });
  const sha256 = change.sha256 ?? row.sha256;
  if (Object.keys(changes).length === 0 && sha256 === row.sha256) return row;
  const written = replaceRow(
    server,
    row,
    { content, sha256, conflict: [...row.conflict, ...conflict] },
    { changes, device: write.device, base: change.base, field_base: change.field_base },
  );
  if (changes.is_deleted?.to === true && row.kind === 'point') deleteChildren(server, row.id, write.device);
  return written;
}

type Replacement = { content: Fields; sha256: string | null; conflict: readonly Conflict[] };

/** S2, S4: the next version, its history and its place in the feed, together. */
export function replaceRow(
  server: ModelServer,
  row: ModelRow,
  to: Replacement,
  how: Pick<Entry, 'changes' | 'device' | 'base' | 'field_base'>,
): ModelRow {
  const version = row.version + 1;
  const entry: Entry = { version, epoch: server.epoch, ...how };
  const next = flagOrphan(server, {
    ...row,
    ...to,
    version,
    seq: nextSeq(server, row.field_run),
    updated_on: new Date(server.now).toISOString(),
    late: row.late || (row.kind !== 'run' && isLate(server, row.field_run)),
    history: [...row.history, entry],
  });
  server.data.rows.set(row.id, next);
  return next;
}

/** The server repeats the cascade for children the deleting device never saw. */
function deleteChildren(server: ModelServer, point: string, device: string): void {
  for (const child of server.data.rows.values()) {
    if (isDeleted(child) || !parentsOf(child.content).includes(point)) continue;
    const to = { content: { ...child.content, is_deleted: true }, sha256: child.sha256, conflict: child.conflict };
    replaceRow(server, child, to, { device, base: child.version, field_base: {}, changes: { is_deleted: { from: false, to: true } } });
  }
}

/** Somebody in the office, who always sees the present version. */
export function officeEdit(server: ModelServer, id: string, fields: Fields): void {
  const row = server.data.rows.get(id);
  if (row === undefined) return;
  const content = { ...row.content, ...fields };
  const changes: Record<string, { from: Json; to: Json }> = {};
  for (const field in fields) changes[field] = { from: row.content[field] ?? null, to: fields[field] ?? null };
  replaceRow(
    server,
    row,
    { content, sha256: row.sha256, conflict: row.conflict },
    { changes, device: 'office', base: row.version, field_base: {} },
  );
  if (fields.is_deleted === true && row.kind === 'point') deleteChildren(server, id, 'office');
}
