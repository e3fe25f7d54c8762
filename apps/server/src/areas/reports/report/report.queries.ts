import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export type Cell = string | number | null;
/** The statement that all figures of a report come from. */
export type Rows = RawBuilder<unknown>;
/** The rows of which something holds. */
export const thoseOf = (rows: Rows, holds: Rows): Rows => sql`select * from (${rows}) whole where ${holds}`;

/** A group by its column and the value its rows have there; null where they have none. */
export type Group = { column: string; value: string | null };
/** The rows that are in every one of these groups. */
export function ofGroups(rows: Rows, groups: readonly Group[]): Rows {
  const terms = groups.map(({ column, value }) => sql`${sql.ref(column)}::text is not distinct from ${value}::text`);
  return terms.length > 0 ? thoseOf(rows, sql.join(terms, sql` and `)) : rows;
}

type Page = { limit: number; offset: number };

const list = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql`, `);

function orderTerms(order: string): RawBuilder<unknown> {
  const name = order.replace(/^-/, '');
  return order.startsWith('-') ? sql`${sql.ref(name)} desc nulls last` : sql`${sql.ref(name)} asc nulls last`;
}

type Found = { path: string | null } & Record<string, Cell>;
type Totals = { count: number } & Record<string, number | null>;
type Wanted = Page & { columns: readonly string[]; order: readonly string[] };

const names = (columns: readonly string[]) => list(columns.map((name) => sql.ref(name)));
/** What stands under a column: its sum, or what share one sum is of another. */
export type Sum = { name: string; share?: readonly [part: string, whole: string] | undefined };
const addUp = ({ name, share: [part, whole] = [name, ''] }: Sum) =>
  whole === ''
    ? sql`sum(${sql.ref(name)})::float8 as ${sql.ref(name)}`
    : sql`(case when sum(${sql.ref(whole)}) > 0 then round((100.0 * sum(${sql.ref(part)}) / sum(${sql.ref(whole)}))::numeric, 1) end)::float8
        as ${sql.ref(name)}`;
const sumsOf = (sums: readonly Sum[]) => list([sql`count(*) as "count of rows"`, ...sums.map(addUp)]);

function readTotals({ 'count of rows': count, ...sums }: Record<string, number>): Totals {
  return { ...sums, count: count! } as Totals;
}

/** Rows of which two pages never show the same. */
function pageOf(rows: Rows, { columns, order, limit, offset }: Wanted): Rows {
  return sql`select ${names([...columns, 'path'])} from (${rows}) report order by ${list(order.map(orderTerms))} limit ${limit} offset ${offset}`;
}

/** What the statement of a report is called where all that is shown is made of it. */
export const PLAIN = sql`select * from plain`;

type Asked = { rows: Rows; sums: readonly Sum[]; page: Wanted; chart: (Wanted & { rows: Rows }) | null; is_listing?: boolean };

/**
 * The page, the sums and the chart together: the statement of the report, which takes nearly all the time, runs once; its rows are kept once.
 * Of a listing they are not: its sums need no names, and keeping all its rows takes longer than reading them twice.
 */
export async function whole(tx: Tx, plain: Rows, { rows, sums, page, chart, is_listing = false }: Asked) {
  const listed = (part: Rows) => sql`(select coalesce(jsonb_agg(to_jsonb(part)), '[]') from (${part}) part)`;
  const { rows: found } = await sql<{ totals: Record<string, number>; page: Found[]; chart: Found[] | null }>`
    with plain as ${is_listing ? sql`not materialized` : sql`materialized`} (${plain}), shown as ${rows === PLAIN ? sql`not materialized` : sql`materialized`} (${rows})
    select (select to_jsonb(t) from (select ${sumsOf(sums)} from shown) t) as totals,
      ${listed(pageOf(sql`select * from shown`, page))} as page,
      ${chart ? listed(pageOf(chart.rows, chart)) : sql`null::jsonb`} as chart`.execute(tx);
  const { totals: added, ...parts } = found[0]!;
  return { ...parts, totals: readTotals(added) };
}

/** How many rows there are and what the columns come to. */
export async function totals(tx: Tx, rows: Rows, sums: readonly Sum[]): Promise<Totals> {
  const { rows: found } = await sql<Record<string, number>>`select ${sumsOf(sums)} from (${rows}) report`.execute(tx);
  return readTotals(found[0]!);
}

/** What stands under a column; of no rows the sum is nothing, and no share is known. */
export function totalOf({ name, is_summed }: { name: string; is_summed: boolean }, added: Readonly<Record<string, number | null>>) {
  return added[name] ?? (is_summed ? 0 : null);
}

/** Whose names stand in a column, where they are a filter too. */
const NAMED: Readonly<Record<string, { table: string; name: string }>> = {
  client: { table: 'client', name: 'name' },
  job: { table: 'job', name: 'num' },
  manager: { table: 'app_user', name: 'full_name' },
  person: { table: 'app_user', name: 'full_name' },
};
export type Narrowed = { filters: readonly string[]; from: string; to: string };

/** What a group is narrowed by: the record that alone has its name, its state, or its month within the period. */
function narrowing(by: string, { filters, from, to }: Narrowed): { path: RawBuilder<unknown>; join: RawBuilder<unknown> } {
  const group = sql.ref(`g.${by}`);
  const named = filters.includes(by) ? NAMED[by] : undefined;
  if (named) {
    const [table, name] = [sql.ref(named.table), sql.ref(named.name)];
    const join = sql`left join (select ${name} as name, min(id) as id from ${table} group by ${name} having count(*) = 1) n on n.name = ${group}`;
    return { path: sql`${`?${by}=`} || n.id`, join };
  }
  if (by === 'state' && filters.includes('state')) return { path: sql`'?state=' || ${group}`, join: sql`` };
  if (by !== 'month' || !filters.includes('from')) return { path: sql`null::text`, join: sql`` };
  const first = sql`(${group} || '-01')::date`;
  const path = sql`'?from=' || greatest(${first}, ${from}::date) || '&to=' || least((${first} + interval '1 month - 1 day')::date, ${to}::date)`;
  return { path, join: sql`` };
}

/** The rows put together by a column: how many there are of each, and their sums. */
export function grouped(rows: Rows, by: string, sums: readonly Sum[], narrowed: Narrowed = { filters: [], from: '', to: '' }): Rows {
  const { path, join } = narrowing(by, narrowed);
  return sql`select g.*, ${path} as path
    from (select ${list([sql.ref(by), sql`count(*)::float8 as lines`, ...sums.map(addUp)])} from (${rows}) report group by ${sql.ref(by)}) g ${join}`;
}

/** Groups with how long their bar is where the sums stand behind each other: what is below zero goes the other way. */
export const withLength = (groups: Rows, sums: readonly string[]): Rows =>
  sql`select *, ${sql.join(
    sums.map((name) => sql`greatest(${sql.ref(name)}, 0)`),
    sql` + `,
  )} as length from (${groups}) groups`;

const AT_ONCE = 200;
const CURSOR = sql.raw('report_rows');

/** All rows, a few at a time: none is asked for twice, however many there are. */
export async function* everyRow(tx: Tx, rows: Rows, columns: readonly string[], order: readonly string[]): AsyncGenerator<Cell[]> {
  await sql`declare ${CURSOR} no scroll cursor for
    select ${list(columns.map((name) => sql.ref(name)))} from (${rows}) report order by ${list(order.map(orderTerms))}`.execute(tx);
  try {
    for (;;) {
      const { rows: found } = await sql<Record<string, Cell>>`fetch ${sql.raw(String(AT_ONCE))} from ${CURSOR}`.execute(tx);
      for (const row of found) yield columns.map((name) => row[name] ?? null);
      if (found.length < AT_ONCE) return;
    }
  } finally {
    await sql`close ${CURSOR}`.execute(tx);
  }
}

export async function findNames(tx: Tx, { client, job, people }: { client: number | null; job: number | null; people: readonly number[] }) {
  const { rows } = await sql<{ client: string | null; job: string | null; people: Record<string, string> | null }>`
    select (select name from client where id = ${client}) as client, (select num from job where id = ${job}) as job,
      (select jsonb_object_agg(id, full_name) from app_user where id = any(${people}::int[])) as people`.execute(tx);
  return rows[0]!;
}
