import { isEqual } from '@dmse/domain/values/is-equal';
import { sql } from 'kysely';
import type { Context } from '../call/context.ts';
import { notFound } from '../call/refusal.ts';
import { chunksOf, prepareInsert } from '../db/insert-rows.ts';
import type { Change } from './history.ts';
import { describeChange, describeNew, type Noun, type RecordTable, type Row, type RowOf, type Writable } from './record.ts';

type Entry = { noun: string; record_id: string; record_name: string; version: number | null; action: string; changes: Change[] };

/** So many rows go to the database in one statement: few enough for its time limit, many enough not to matter. */
export const CHUNK = 1000;

/** Appends many entries to the history at once. */
export async function recordHistories({ tx, actor, now, request_id }: Context, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const stamp = { at: now, by: actor.id, request_id };
  const insert = await prepareInsert(tx, 'history', Object.keys({ ...entries[0], ...stamp }));
  for (const chunk of chunksOf(entries, CHUNK)) await insert(chunk.map((entry) => ({ ...entry, ...stamp }))).execute(tx);
}

/**
 * Creates many records of one noun, each with its history, in a number of statements that hardly grows with them. Answers the rows in
 * the order they were given; `extra` are changes kept in other tables.
 */
export async function createRecords<T extends RecordTable>(
  context: Context,
  noun: Noun<T>,
  list: readonly Writable<T>[],
  action: string,
  extra: (index: number) => Change[] = () => [],
): Promise<RowOf<T>[]> {
  const { tx, actor, now } = context;
  const stamp = { created_on: now, created_by: actor.id, updated_on: now, updated_by: actor.id };
  const names = new Set(list.flatMap((values) => Object.keys(values)));
  const insert = await prepareInsert(tx, noun.table, [...names, ...Object.keys(stamp)]);
  const created: RowOf<T>[] = [];
  for (const chunk of chunksOf(list, CHUNK)) {
    const { rows } = await sql<RowOf<T>>`${insert(chunk.map((values) => ({ ...values, ...stamp })))} returning *`.execute(tx);
    rows.sort((a, b) => a.id - b.id);
    // Ids are given in the order of the rows; should that ever not hold, nothing is kept rather than mixed up.
    const isInOrder = rows.every((row, i) => noun.nameOf(row) === noun.nameOf(chunk[i] as Row));
    if (rows.length !== chunk.length || !isInOrder) throw new Error(`Rows of ${noun.table} came back in another order.`);
    created.push(...rows);
  }
  const entries = created.map(async (row, i) => ({
    noun: noun.noun,
    record_id: String(row.id),
    record_name: noun.nameOf(row),
    version: row.version,
    action,
    changes: [...(await describeNew(context, noun, list[i]!)), ...extra(i)],
  }));
  await recordHistories(context, await Promise.all(entries));
  return created;
}

/**
 * Changes the same fields of many records of one noun, each with its history, in a number of statements that hardly grows with them.
 * Those that would stay as they are leave no trace.
 */
export async function updateRecords<T extends RecordTable>(
  context: Context,
  noun: Noun<T>,
  values: ReadonlyMap<number, Writable<T>>,
): Promise<void> {
  const { tx, actor, now } = context;
  const entries: Entry[] = [];
  for (const chunk of chunksOf([...values.keys()], CHUNK)) {
    const found = await sql<Row>`
      select * from ${sql.table(noun.table)} where id = any(${chunk}::int[]) order by id for update`.execute(tx);
    if (found.rows.length !== chunk.length) throw notFound();
    const changed = found.rows.flatMap((before) => {
      const patch = values.get(before.id) as Record<string, unknown>;
      const fields = Object.keys(patch).filter((field) => !isEqual(patch[field], before[field]));
      return fields.length > 0 ? { before, patch, fields } : [];
    });
    if (changed.length === 0) continue;
    const columns = Object.keys(changed[0]!.patch).map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`);
    const given = JSON.stringify(changed.map(({ before, patch }) => ({ ...patch, id: before.id })));
    await sql`
      update ${sql.table(noun.table)} as stored
      set version = stored.version + 1, updated_on = ${now}, updated_by = ${actor.id}, ${sql.join(columns)}
      from (select p.* from jsonb_array_elements(${given}::jsonb) j,
        jsonb_populate_record(null::${sql.table(noun.table)}, j) p) as given
      where stored.id = given.id`.execute(tx);
    for (const { before, patch, fields } of changed) {
      const named = fields.filter((field) => field in noun.fields);
      const changes = await Promise.all(named.map((field) => describeChange(context, noun, field, before[field], patch[field])));
      const told = { noun: noun.noun, record_id: String(before.id), record_name: noun.nameOf(before) };
      entries.push({ ...told, version: before.version + 1, action: 'changed', changes });
    }
  }
  await recordHistories(context, entries);
}

/** Rows of another table that are a record's own. */
type Belongings = { table: string; column: string };

/**
 * Deletes many records and says so in the history of each. What is theirs goes in the same statement, so that no trigger tidies a
 * record that is on its way out.
 */
export async function removeRecords(
  context: Context,
  noun: Noun,
  rows: readonly Row[],
  action: string,
  belongings?: Belongings,
): Promise<void> {
  for (const chunk of chunksOf(rows, CHUNK)) {
    const ids = sql`any(${chunk.map((row) => row.id)}::int[])`;
    const along = belongings
      ? sql`with belongings as (delete from ${sql.table(belongings.table)} where ${sql.ref(belongings.column)} = ${ids})`
      : sql``;
    await sql`${along} delete from ${sql.table(noun.table)} where id = ${ids}`.execute(context.tx);
  }
  const entries = rows.map((row) => {
    return { noun: noun.noun, record_id: String(row.id), record_name: noun.nameOf(row), version: row.version, action, changes: [] };
  });
  await recordHistories(context, entries);
}

/**
 * Tells many records of a change that is kept in other tables, as a link is in one of its own: each gets a version and stamps of its
 * own, so that whoever is editing it learns of it, and one entry in its history. Whoever calls has locked them.
 */
export async function noteChanges(
  context: Context,
  { noun, table, nameOf }: Pick<Noun, 'noun' | 'table' | 'nameOf'>,
  changes: ReadonlyMap<number, Change[]>,
): Promise<void> {
  const { tx, actor, now } = context;
  const entries: Entry[] = [];
  for (const chunk of chunksOf([...changes.keys()], CHUNK)) {
    const { rows } = await sql<Row>`
      update ${sql.table(table)} set version = version + 1, updated_on = ${now}, updated_by = ${actor.id}
      where id = any(${chunk}::int[]) returning *`.execute(tx);
    for (const row of rows)
      entries.push({
        noun,
        record_id: String(row.id),
        record_name: nameOf(row),
        version: row.version,
        action: 'changed',
        changes: changes.get(row.id) ?? [],
      });
  }
  await recordHistories(context, entries);
}
