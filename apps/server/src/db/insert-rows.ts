import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import type { DB } from './rows.generated.ts';

type Values = Record<string, unknown>;
export type Column = { name: string; type: string; fallback: string | null };

export function* chunksOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

/** Types and defaults as the catalogue has them, so that they are not said a second time here. */
export async function listColumns(tx: Tx, table: string, names: readonly string[]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attname = any(${names}) and a.attnum > 0 order by a.attnum`.execute(tx);
  const stranger = names.find((name) => !rows.some((column) => column.name === name));
  if (stranger) throw new Error(`Table ${table} has no column ${stranger}.`);
  return rows;
}

function givenOrDefault({ name, fallback }: Column): RawBuilder<unknown> {
  return fallback === null ? sql`r.${sql.ref(name)}` : sql`coalesce(r.${sql.ref(name)}, ${sql.raw(fallback)})`;
}

export type RowInserter = (rows: readonly Values[]) => RawBuilder<unknown>;

/**
 * A way to insert many rows of the given columns in one statement: the rows travel as one document, and what a row does not mention
 * gets the column's default. Rows go in, and ids are given, in the order of the list. What the rows bring as `id` is kept.
 */
export async function prepareInsert(tx: Tx, table: keyof DB, names: readonly string[]): Promise<RowInserter> {
  const columns = await listColumns(tx, table, names);
  const into = sql.join(columns.map(({ name }) => sql.ref(name)));
  const shape = sql.join(columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  const values = sql.join(columns.map(givenOrDefault));
  const overriding = names.includes('id') ? sql`overriding system value` : sql``;
  return (rows) => sql`
    insert into ${sql.table(table)} (${into}) ${overriding} select ${values}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (${shape})) with ordinality as r(${into}, place)
    order by r.place`;
}
