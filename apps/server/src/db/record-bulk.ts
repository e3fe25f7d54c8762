import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../http/context.ts';
import type { Tx } from './database.ts';
import type { Change } from './history.ts';
import { describeNew, type Noun, type Row } from './record.ts';

type Values = Record<string, unknown>;
type Entry = { noun: string; record_id: string; record_name: string; version: number | null; action: string; changes: Change[] };

/** So many rows go to the database in one statement: few enough for its time limit, many enough not to matter. */
const CHUNK = 1000;

export function* chunksOf<T>(list: readonly T[], size = CHUNK): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

/** Appends many entries to the history at once. */
export async function recordHistories({ tx, actor, now, request_id }: Context, entries: readonly Entry[]): Promise<void> {
  for (const chunk of chunksOf(entries)) {
    await sql`
      insert into history (noun, record_id, record_name, version, action, changes, at, by, request_id)
      select noun, record_id, record_name, version, action, changes, ${now}, ${actor.id}, ${request_id}
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        as e(noun text, record_id text, record_name text, version int, action text, changes jsonb)`.execute(tx);
  }
}

type Column = { name: string; type: string; fallback: string | null };

/** Types and defaults as the catalogue has them, so that they are not said a second time here. */
async function listColumns(tx: Tx, table: string, names: readonly string[]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attname = any(${names}) and a.attnum > 0 order by a.attnum`.execute(tx);
  const stranger = names.find((name) => !rows.some((column) => column.name === name));
  if (stranger) throw new Error(`Table ${table} has no column ${stranger}.`);
  return rows;
}

function valueOf({ name, fallback }: Column): RawBuilder<unknown> {
  return fallback === null ? sql`r.${sql.ref(name)}` : sql`coalesce(r.${sql.ref(name)}, ${sql.raw(fallback)})`;
}

/**
 * Creates many records of one noun, each with its history, in a number of statements that hardly grows with them. What a record does
 * not mention gets the column's default. Answers the rows in the order they were given; `extra` are changes kept in other tables.
 */
export async function createRecords(
  context: Context,
  noun: Noun,
  list: readonly Values[],
  action: string,
  extra: (index: number) => Change[] = () => [],
): Promise<Row[]> {
  const { tx, actor, now } = context;
  const columns = await listColumns(tx, noun.table, [...new Set(list.flatMap((values) => Object.keys(values)))]);
  const names = columns.map(({ name }) => sql.ref(name));
  const shape = sql.join(columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  const created: Row[] = [];
  for (const chunk of chunksOf(list)) {
    const { rows } = await sql<Row>`
      insert into ${sql.table(noun.table)} (${sql.join(names)}, created_on, created_by, updated_on, updated_by)
      select ${sql.join(columns.map(valueOf))}, ${now}, ${actor.id}, ${now}, ${actor.id}
      from rows from (jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as (${shape})) with ordinality as r(${sql.join(names)}, place)
      order by r.place returning *`.execute(tx);
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

/** Deletes many records and says so in the history of each. */
export async function removeRecords(context: Context, noun: Noun, rows: readonly Row[], action: string): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    await sql`delete from ${sql.table(noun.table)} where id = any(${chunk.map((row) => row.id)}::int[])`.execute(context.tx);
  }
  const entries = rows.map((row) => {
    return { noun: noun.noun, record_id: String(row.id), record_name: noun.nameOf(row), version: row.version, action, changes: [] };
  });
  await recordHistories(context, entries);
}
