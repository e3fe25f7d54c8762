import type { Conflict } from '@dmse/contract/sites/field-item';
import type { Fields, Json, Kind } from '../wire.ts';
import { WRITABLE } from './fields.ts';

/** A server's row after reading: the same shape for every kind. */
export type ServerRow = {
  readonly kind: Kind;
  readonly id: string;
  readonly field_run: string;
  readonly content: Fields;
  readonly facts: Fields;
  readonly version: number;
  readonly seq: number;
  readonly sha256: string | null;
  readonly created_on: string;
  readonly updated_on: string;
  readonly conflict: readonly Conflict[];
  readonly moved_to: string | null;
  readonly start_number: number | null;
};

const COLUMNS = new Set(['id', 'type', 'field_run', 'is_deleted', 'version', 'seq', 'conflict', 'moved_to', 'start_number']);

/** Null when it is not a row of ours: a half answer is treated as no answer. */
export function readServerRow(kind: Kind, body: unknown): ServerRow | null {
  if (!isRecord(body) || typeof body.id !== 'string') return null;
  const columns = kind === 'run' ? body : body.properties;
  if (!isRecord(columns)) return null;
  const { version, seq, is_deleted } = columns;
  if (!Number.isInteger(version) || (version as number) < 1 || !Number.isInteger(seq) || typeof is_deleted !== 'boolean') return null;
  const field_run = kind === 'run' ? body.id : columns.field_run;
  if (typeof field_run !== 'string') return null;
  const content: Record<string, Json> = { is_deleted };
  const facts: Record<string, Json> = {};
  for (const field of WRITABLE[kind]) {
    const value = field === 'geometry' ? body.geometry : columns[field];
    if (value !== undefined) content[field] = plainReference(value as Json);
  }
  for (const key in columns) {
    if (!COLUMNS.has(key) && !isSameReference(content[key], columns[key])) facts[key] = columns[key] as Json;
  }
  return {
    kind,
    id: body.id,
    field_run,
    content,
    facts,
    version: version as number,
    seq: seq as number,
    sha256: typeof columns.sha256 === 'string' ? columns.sha256 : null,
    created_on: text(columns.created_on),
    updated_on: text(columns.updated_on),
    conflict: Array.isArray(columns.conflict) ? (columns.conflict as Conflict[]) : [],
    moved_to: typeof columns.moved_to === 'string' ? columns.moved_to : null,
    start_number: Number.isInteger(columns.start_number) ? (columns.start_number as number) : null,
  };
}

/** References are answered as `{id, num|name|full_name}` and accepted as the id. */
function plainReference(value: Json): Json {
  if (!isRecord(value) || value.id === undefined) return value;
  return 'num' in value || 'name' in value || 'full_name' in value ? (value.id as Json) : value;
}

/** The readable half of a reference is a fact; a plain field is not repeated among the facts. */
function isSameReference(content: Json | undefined, column: unknown): boolean {
  return content !== undefined && !(isRecord(column) && content === column.id);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
