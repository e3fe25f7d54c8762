import type { Conflict } from '@dmse/contract/sites/field-item';

export type CapturedTable = 'shot' | 'pipe' | 'shot_image';
export type Values = Record<string, unknown>;

/** What every captured row has, whatever its kind; the columns of the kind itself are reached by name. */
export type CapturedRow = {
  id: string;
  field_run: string | null;
  version: number;
  seq: number;
  is_deleted: boolean;
  late: boolean;
  conflict: Conflict[];
  [column: string]: unknown;
};

/**
 * What a tablet can capture inside a run, told to the code that stores, merges and deletes all of it alike. A field is what the wire and
 * the history speak of; a column is how it lies in the table.
 */
export type CapturedNoun = {
  readonly kind: 'point' | 'pipe' | 'image';
  readonly table: CapturedTable;
  /** For sentences. */
  readonly word: string;
  /** Emptied by being named, because they are left out of a payload while they are empty. */
  readonly clearable: readonly string[];
  valuesOf(row: CapturedRow): Values;
  columnsOf(values: Values): Values;
  /** The shots it hangs on. */
  parentsOf(values: Values): string[];
};

/** Everything a version consists of. */
export function contentOf(noun: CapturedNoun, row: CapturedRow): Values {
  const content: Values = { ...noun.valuesOf(row), field_run: row.field_run, is_deleted: row.is_deleted };
  if (noun.kind === 'image') content.sha256 = row.sha256;
  return content;
}

export function isId(value: unknown): value is string {
  return typeof value === 'string';
}

/** The fields that lie in the table under their own names. */
export function pickValues(row: CapturedRow, fields: readonly string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

/** Documents go in as text, so that a list is not taken for an array of the database. */
export function asDocument(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** An instant is kept to the millisecond in UTC, however it was written; two ways of writing it are no difference. */
export function plainInstants(values: Values): Values {
  const plain = { ...values };
  for (const field of ['captured_at', 'captured_at_device']) {
    const instant = values[field];
    if (typeof instant === 'string') plain[field] = new Date(instant).toISOString();
  }
  return plain;
}
