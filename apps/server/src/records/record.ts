import { fieldText } from '@dmse/contract/common/field';
import { isEqual } from '@dmse/domain/values/is-equal';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { Context, Writing } from '../call/context.ts';
import { conflict, notFound } from '../call/refusal.ts';
import type { DB, JsonObject } from '../db/rows.generated.ts';
import { type Change, changedSince, recordHistory } from './history.ts';

/** Tables whose rows have a version and stamps. */
export type RecordTable = { [T in keyof DB]: DB[T] extends { version: unknown; updated_on: unknown; id: unknown } ? T : never }[keyof DB];

type StampColumn = 'id' | 'version' | 'created_on' | 'created_by' | 'updated_on' | 'updated_by';
/** What may be written to a row: its columns, each with what the table takes; a document as it is. */
export type Writable<T extends RecordTable> = {
  [C in Exclude<keyof DB[T], StampColumn>]?: WrittenTo<Updateable<DB[T]>[C & keyof Updateable<DB[T]>]> | undefined;
};
type WrittenTo<V> = JsonObject extends V ? V | object : V;
/** Only columns of the table, also where the values were put together from others. */
export type OnlyColumns<V, T extends RecordTable> = V & Writable<T> & { [K in Exclude<keyof V, keyof Writable<T>>]: never };

/** A noun whose rows are written with a version, stamps and a history. `Answer` is the record as the contract shows it. */
export type Noun<T extends RecordTable = RecordTable, Answer = unknown> = {
  /** The word on the screen: "client". */
  noun: string;
  table: T;
  /** What names a record to a person. */
  nameOf: (row: Row) => string;
  /** The fields worth a sentence, each with its label and, where the stored value is not what a person reads, its words. */
  fields: Record<string, string | { label: string; words: Words }>;
  /** The record as it is answered. */
  get?: (context: Context, id: number) => Promise<Answer>;
  /** Refuses a change of a record that is merged, closed or not theirs; asked before versions are compared. */
  refuse?(context: Context, row: RowOf<T>): void | Promise<void>;
  /** Where its changes are kept, when that is not a history of its own. */
  journal?: Journal;
};

/** Writes changes down, and finds those since a version. */
type Journal = {
  changedSince: (context: Context, row: Row, version: number) => Promise<string[]>;
  tell: (context: Context, before: Row, after: Row, changes: Change[], action: string) => Promise<void>;
};

/** Where a noun's changes are kept: unless it says otherwise, in a history of its own. */
function journalOf({ noun, nameOf, journal }: Pick<Noun, 'noun' | 'nameOf' | 'journal'>): Journal {
  return (
    journal ?? {
      changedSince: ({ tx }, { id }, version) => changedSince(tx, noun, id, version),
      tell: (context, _, row, changes, action) =>
        recordHistory(context, { noun, record_id: row.id, record_name: nameOf(row), version: row.version, action, changes }),
    }
  );
}
type Words = (value: unknown, context: Pick<Context, 'tx'>) => string | Promise<string | null> | null;

/** The fields of a noun as the contract declares them, with their labels. `words` are those that only the database knows. */
export function fieldsOf<S extends Record<string, z.ZodType>>(shape: S, words: { [Name in keyof S]?: Words } = {}): Noun['fields'] {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const declared = fieldText(schema);
      if (!declared) return [];
      const { label, unit, text } = declared;
      const say = words[name] ?? text ?? (unit ? (value: unknown) => `${value} ${unit}` : null);
      return [[name, say ? { label, words: say } : label]];
    }),
  );
}

/** A row of whichever table. */
export type Row = Record<string, unknown> & { id: number; version: number };
/** A row of this table, as it is stored. */
export type RowOf<T extends RecordTable> = Selectable<DB[T]> & Row;
type Values = Record<string, unknown>;

function inWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : null;
  return String(value);
}

/** A change in words. */
export async function describeChange(
  context: Pick<Context, 'tx'>,
  noun: Pick<Noun, 'fields'>,
  field: string,
  from: unknown,
  to: unknown,
): Promise<Change> {
  const entry = noun.fields[field]!;
  if (typeof entry === 'string') return { field, label: entry, from: inWords(from), to: inWords(to) };
  const word = async (value: unknown) => (value === null || value === undefined ? null : await entry.words(value, context));
  return { field, label: entry.label, from: await word(from), to: await word(to) };
}

/** Lists and documents go in as what their column is; everything else as it stands. */
function toSql(value: unknown): unknown {
  const isDocument = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
  return isDocument ? JSON.stringify(value) : value;
}

/** What a new record begins with, for its history. */
export function describeNew(context: Pick<Context, 'tx'>, noun: Pick<Noun, 'fields'>, values: Values): Promise<Change[]> {
  const told = Object.keys(noun.fields).filter((field) => field in values && inWords(values[field]) !== null);
  return Promise.all(told.map((field) => describeChange(context, noun, field, null, values[field])));
}

/** `extra` are changes kept in other tables (links); those that need the row to be there first are asked for once it is. */
export async function createRecord<T extends RecordTable, V>(
  context: Omit<Writing, 'adapters'>,
  noun: Noun<T>,
  values: OnlyColumns<V, T>,
  extra: Change[] | ((row: RowOf<T>) => Promise<Change[]>) = [],
): Promise<RowOf<T>> {
  const { tx, actor, now } = context;
  const stamped = { ...values, created_on: now, created_by: actor.id, updated_on: now, updated_by: actor.id };
  const columns = Object.keys(stamped);
  const { rows } = await sql<RowOf<T>>`
    insert into ${sql.table(noun.table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(stamped).map(toSql))}) returning *`.execute(tx);
  const row = rows[0]!;
  const changes = await describeNew(context, noun, values);
  const more = typeof extra === 'function' ? await extra(row) : extra;
  await recordHistory(context, {
    noun: noun.noun,
    record_id: row.id,
    record_name: noun.nameOf(row),
    version: 1,
    action: 'created',
    changes: [...changes, ...more],
  });
  return row;
}

/**
 * Writes what differs, raises the version, and says so in history. A save that changes nothing leaves no trace. `extra` are changes
 * kept in other tables (links), which count as changes of this record.
 */
export async function updateRecord<T extends RecordTable, V>(
  context: Context,
  noun: Noun<T>,
  before: RowOf<T>,
  values: OnlyColumns<V, T>,
  extra: Change[] = [],
  action = 'changed',
): Promise<RowOf<T>> {
  const { tx, actor, now } = context;
  const patch: Values = values;
  const fields = Object.keys(patch).filter((field) => !isEqual(patch[field], before[field]));
  if (fields.length === 0 && extra.length === 0) return before;
  const set = { ...Object.fromEntries(fields.map((field) => [field, patch[field]])), updated_on: now, updated_by: actor.id };
  const { rows } = await sql<RowOf<T>>`
    update ${sql.table(noun.table)}
    set version = version + 1, ${sql.join(Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${toSql(value)}`))}
    where id = ${before.id} returning *`.execute(tx);
  const row = rows[0]!;
  const named = fields.filter((field) => field in noun.fields);
  // What nobody would ask about (a preference) is kept without a sentence.
  if (named.length === 0 && extra.length === 0) return row;
  const described = await Promise.all(named.map((field) => describeChange(context, noun, field, before[field], patch[field])));
  await journalOf(noun).tell(context, before, row, [...described, ...extra], action);
  return row;
}

export async function removeRecord(context: Context, noun: Noun, row: Row): Promise<void> {
  await sql`delete from ${sql.table(noun.table)} where id = ${row.id}`.execute(context.tx);
  await recordHistory(context, {
    noun: noun.noun,
    record_id: row.id,
    record_name: noun.nameOf(row),
    version: row.version,
    action: 'deleted',
    changes: [],
  });
}

/** Reads a row to change it, and holds it until the transaction ends. */
export async function lockRecord<T extends RecordTable>(context: Context, noun: Noun<T>, id: number): Promise<RowOf<T>> {
  const { rows } = await sql<RowOf<T>>`select * from ${sql.table(noun.table)} where id = ${id} for update`.execute(context.tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Refuses a save made against an older version, giving the record as it now is and the fields that others have changed. */
export async function refuseStale(
  { if_match }: Context,
  { noun, version }: { noun: string; version: number },
  listChanged: (since: number) => Promise<string[]>,
  load: () => Promise<unknown>,
): Promise<void> {
  if (if_match === null || if_match === version) return;
  const changed = await listChanged(if_match);
  throw conflict(`Somebody else changed this ${noun} since you opened it.`, { current: await load(), changed });
}

/** Holds a row that is about to be changed, and refuses whoever may not or looks at an older version. */
export async function openRecord<T extends RecordTable>(context: Context, noun: Changeable<T>, id: number): Promise<RowOf<T>> {
  const row = await lockRecord(context, noun, id);
  await noun.refuse?.(context, row);
  const listChanged = (since: number) => journalOf(noun).changedSince(context, row, since);
  await refuseStale(context, { noun: noun.noun, version: row.version }, listChanged, () => noun.get(context, id));
  return row;
}

/** A noun whose records can be answered, and so changed. */
export type Changeable<T extends RecordTable = RecordTable, Answer = unknown> = Noun<T, Answer> & Required<Pick<Noun<T, Answer>, 'get'>>;

/** What a change writes: the columns, the changes kept in other tables, and the verb when it is not "changed". */
type Planned<V> = { values: V; extra?: Change[]; action?: string };

/**
 * The one way to change a record: it is held; merged, closed, foreign and stale ones are refused; what `plan` makes of the row is written
 * with its history under a new version; and the record is answered as it now is.
 */
export async function changeRecord<T extends RecordTable, Answer, V>(
  context: Context,
  noun: Changeable<T, Answer>,
  id: number,
  plan: (before: RowOf<T>) => Planned<OnlyColumns<V, T>> | Promise<Planned<OnlyColumns<V, T>>>,
): Promise<Answer> {
  const before = await openRecord(context, noun, id);
  const { values, extra, action } = await plan(before);
  await updateRecord(context, noun, before, values, extra, action);
  return noun.get(context, id);
}
