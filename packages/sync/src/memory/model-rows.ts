import type { Conflict } from '@dmse/contract/sites/field-item';
import { WRITABLE } from '../rules/fields.ts';
import type { Fields, Json, Kind } from '../wire.ts';

/** One entry of the append-only history (S2). */
export type Entry = {
  readonly version: number;
  readonly epoch: string;
  readonly device: string;
  readonly base: number;
  readonly field_base: Readonly<Record<string, number>>;
  readonly changes: Readonly<Record<string, { readonly from: Json; readonly to: Json }>>;
};

/** A row of the model server. Never changed in place: a backup is a copy of the maps. */
export type ModelRow = {
  readonly kind: Kind;
  readonly id: string;
  readonly field_run: string;
  readonly content: Fields;
  readonly version: number;
  readonly seq: number;
  readonly create_op: string;
  readonly sha256: string | null;
  readonly created_on: string;
  readonly updated_on: string;
  readonly conflict: readonly Conflict[];
  readonly late: boolean;
  readonly parent_pending: boolean;
  readonly history: readonly Entry[];
};

export function isDeleted(row: ModelRow): boolean {
  return row.content.is_deleted === true;
}

/** What the device reads: every writable field, absent ones as null, so that a cleared value is seen as cleared. */
export function featureOf(row: ModelRow): Fields {
  const columns: Record<string, Json> = {
    is_deleted: isDeleted(row),
    version: row.version,
    seq: row.seq,
    created_on: row.created_on,
    updated_on: row.updated_on,
    conflict: row.conflict as Json,
    late: row.late,
  };
  for (const field of WRITABLE[row.kind]) if (field !== 'geometry') columns[field] = row.content[field] ?? null;
  if (row.kind === 'run') return { id: row.id, ...columns };
  columns.field_run = row.field_run;
  columns.parent_pending = row.parent_pending;
  if (row.kind === 'image') columns.sha256 = row.sha256;
  return { type: 'Feature', id: row.id, geometry: row.content.geometry ?? null, properties: columns };
}

/** Whether somebody else has set this field since that version: then two people meant different things. */
export function changedByOthers(row: ModelRow, field: string, since: number, device: string): boolean {
  return row.history.some((entry) => entry.version > since && entry.device !== device && field in entry.changes);
}

/** The version up to which the row still holds what that epoch had acknowledged. */
export function knownVersion(row: ModelRow, epochs: readonly string[], epoch: string): number {
  const age = epochs.indexOf(epoch);
  let known = 0;
  for (const entry of row.history) if (epochs.indexOf(entry.epoch) <= age) known = Math.max(known, entry.version);
  return known;
}
