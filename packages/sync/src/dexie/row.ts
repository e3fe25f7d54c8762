import type { Item, LightItem } from '../item.ts';
import { WRITABLE } from '../rules/fields.ts';
import { readLoadedWhole } from '../rules/loaded.ts';
import type { Fields, Json, Kind } from '../wire.ts';

/**
 * How a record lies in `FieldRuns`: points and pipes as GeoJSON features with their flags among the properties, runs and images
 * flat, as the specification lists them. What is private to the engine is not indexed and begins with an underscore.
 */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Flags that the specification keeps beside the fields. */
const BESIDE = [
  'field_run',
  'is_deleted',
  'new',
  'dirty',
  'created_on',
  'updated_on',
  'stored_on',
  'error_reason',
  'error_status_code',
] as const;

const PRIVATE = [
  '_since',
  '_rev',
  '_sent',
  '_base',
  '_shadow',
  '_epoch',
  '_field_base',
  '_emptied',
  '_ack',
  '_sha256',
  '_bytes',
  '_mime',
  '_owner',
  '_tries',
  '_next',
  '_refusals',
  '_quarantined',
  '_conflict',
  '_undelete',
  '_cascade',
  '_resend_file',
  '_in_pieces',
  '_moved_on',
  '_run_name',
] as const;

const RUN_PART = ['cursor', 'last_sync', 'verified', 'start_number', 'held', 'loaded_whole', 'leaving'] as const;

function isFeature(kind: Kind): boolean {
  return kind === 'point' || kind === 'pipe';
}

export function rowOf(item: Item): Row {
  const beside: Record<string, unknown> = {};
  for (const key of BESIDE) beside[key] = item[key];
  const { geometry, ...fields } = item.fields;
  const own: Record<string, unknown> = { _facts: item.facts, _typed: item.typed };
  for (const key of PRIVATE) own[key] = item[key];
  if (item.kind === 'run') for (const key of RUN_PART) own[key] = item.run?.[key];
  if (item.kind === 'image') own.file = item.file === null ? null : bufferOf(item.file);
  if (!isFeature(item.kind)) return { id: item.id, ...beside, ...fields, ...own };
  const shape = geometry === undefined ? {} : { geometry };
  return { type: 'Feature', id: item.id, ...shape, properties: { ...beside, ...fields }, ...own };
}

/** Without the bytes: what a list answers. */
export function lightOf(kind: Kind, row: Row): LightItem {
  const beside = (isFeature(kind) ? row.properties : row) as Readonly<Record<string, unknown>>;
  const fields: Record<string, Json> = {};
  for (const field of WRITABLE[kind]) {
    const value = field === 'geometry' ? row.geometry : beside[field];
    if (value !== undefined) fields[field] = value as Json;
  }
  const item: Record<string, unknown> = { kind, id: row.id, fields, facts: row._facts as Fields, typed: row._typed as Fields, run: null };
  for (const key of BESIDE) item[key] = beside[key];
  for (const key of PRIVATE) item[key] = row[key];
  if (kind === 'run') {
    const part = Object.fromEntries(RUN_PART.map((key) => [key, row[key]]));
    item.run = { ...part, held: row.held ?? null, loaded_whole: readLoadedWhole(row) };
  }
  return item as LightItem;
}

export function itemOf(kind: Kind, row: Row): Item {
  const file = row.file as ArrayBuffer | null | undefined;
  return { ...lightOf(kind, row), file: file == null ? null : new Uint8Array(file) };
}

/** Exactly these bytes, in a buffer of their own: a view may belong to a much larger one. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}
