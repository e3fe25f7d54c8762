import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import { looksLikePhone, phoneDigits, phoneRuns } from '@dmse/domain/clients/phone';
import { norm, searchWords } from '@dmse/domain/text/norm';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import type { DB } from './rows.generated.ts';

/** The name of a column no table has. */
const COUNT = 'count of all';

export type PageInput = { page?: number | undefined; page_size?: number | undefined };

/** What stands for itself in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * A word somewhere in text that `norm()` has been over. Two letters are too short for the index of longer words, which would be read from
 * end to end: they are found by the index of pairs, or looked for in what a longer word beside them has found. To make the pairs of a row
 * takes long, so among several words the letters are compared before.
 */
function contains(column: RawBuilder<unknown>, word: string, beside: readonly string[], hasPairs: boolean): RawBuilder<boolean> {
  if (!hasPairs || !isPair(word)) return sql<boolean>`${column} like ${`%${escapeLike(word)}%`}`;
  const isInText = sql<boolean>`strpos(${column}, ${word}) > 0`;
  if (beside.some((other) => [...other].length > 2)) return isInText;
  const isFound = sql<boolean>`pairs(${column}) @> array[${word}]`;
  return beside.length > 1 ? sql<boolean>`${isFound} and ${isInText}` : isFound;
}

function isPair(word: string): boolean {
  return [...word].length === 2;
}

/**
 * Every word somewhere in the stored search text, in any order. `column` holds text that `norm()` has been over; where it has an index
 * of its `pairs()`, a word of two letters is found by that, being too short for the other.
 */
export function matchesWords(column: RawBuilder<unknown>, query: string, hasPairs = false): RawBuilder<boolean> | null {
  const words = searchWords(query);
  if (words.length === 0) return null;
  return sql<boolean>`(${sql.join(
    words.map((word) => contains(column, word, words, hasPairs)),
    sql` and `,
  )})`;
}

/**
 * Every word in the search text or, where it has digits enough, in a phone; in any order. A phone may be written over several words,
 * as in "boudreau (428) 555-0129".
 */
export function matchesWordsOrPhone(search: RawBuilder<unknown>, digits: RawBuilder<unknown>, query: string): RawBuilder<boolean> | null {
  const inPhone = (text: string) => sql<boolean>`${digits} like ${`%${phoneDigits(text)}%`}`;
  const words = searchWords(query);
  const matchesOne = (word: string) => {
    const inText = contains(search, word, words, true);
    return looksLikePhone(word) ? sql<boolean>`(${inText} or ${inPhone(word)})` : inText;
  };
  const parts = phoneRuns(words).map((run) => {
    const each = sql<boolean>`(${sql.join(run.map(matchesOne), sql` and `)})`;
    return run.length > 1 ? sql<boolean>`(${inPhone(run.join(''))} or ${each})` : each;
  });
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : null;
}

/** What a list can be ordered by. Empty values come last in both directions; a column that has none says so. */
type OrderColumn = RawBuilder<unknown> | { notNull: RawBuilder<unknown> };

/** A part of an order that can be turned round, to read a list from its end. Others are raw SQL. */
type OrderTerm = { by: RawBuilder<unknown>; down: boolean; hasNulls: boolean };
export type Order = readonly (OrderTerm | RawBuilder<unknown>)[];

function isTerm(term: Order[number]): term is OrderTerm {
  return 'by' in term;
}

export function orderSql(term: Order[number]): RawBuilder<never> {
  if (!isTerm(term)) return term as RawBuilder<never>;
  // No word about nulls where there are none: an index read backwards has them first, and would not be used.
  return (term.down ? (term.hasNulls ? sql`${term.by} desc nulls last` : sql`${term.by} desc`) : sql`${term.by} asc`) as RawBuilder<never>;
}

function turnedSql({ by, down, hasNulls }: OrderTerm): RawBuilder<never> {
  return (down ? (hasNulls ? sql`${by} asc nulls first` : sql`${by} asc`) : sql`${by} desc`) as RawBuilder<never>;
}

/** `-created_on,name` to SQL, by the columns a list declares; the id comes last so that no two pages share a row. */
export function orderBy<Column extends string>(
  ordering: string | undefined,
  columns: Record<Column, OrderColumn>,
  fallback: Column | `-${Column}`,
  id: RawBuilder<unknown>,
): OrderTerm[] {
  const known: Record<string, OrderColumn> = columns;
  const terms = (ordering ?? fallback).split(',').map((name): OrderTerm => {
    const [column, down] = [known[name.replace(/^-/, '')]!, name.startsWith('-')];
    return 'notNull' in column ? { by: column.notNull, down, hasNulls: false } : { by: column, down, hasNulls: true };
  });
  return [...terms, { by: id, down: terms[0]?.down ?? false, hasNulls: false }];
}

/** From the newest back, by columns that are never empty. */
export function newestFirst(...columns: RawBuilder<unknown>[]): OrderTerm[] {
  return columns.map((by) => ({ by, down: true, hasNulls: false }));
}

/** A column by which a record is named exactly; where every key has a digit in it, words without one need not be looked for. */
export type ExactKey = { key: string; hasDigits?: boolean };

/** Puts the record whose key is exactly what was typed before the others, where there is one. */
export async function exactFirst(
  tx: Tx,
  table: keyof DB,
  { key, hasDigits = false }: ExactKey,
  query: string | undefined,
): Promise<OrderTerm[]> {
  const wanted = norm(query ?? '').trim();
  if (!wanted || (hasDigits && !/\d/.test(wanted))) return [];
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${wanted} limit 1`.execute(tx);
  return rows.length > 0 ? [{ by: sql`(${sql.ref(`${table}.${key}`)} = ${wanted})`, down: true, hasNulls: false }] : [];
}

type PageHints = {
  /** Where the number of all rows is known without counting them. */
  known?: RawBuilder<number> | undefined;
  /** Finding the rows costs more than ordering them, as by words: they are found once, for the count and the page. */
  isSearch?: boolean | undefined;
};

/** A query whose tables do not matter here. */
type Rows = SelectQueryBuilder<DB, keyof DB, unknown>;
type Part = { order: Order; start: number; size: number };

/** So many rows before a page are passed over; where there are more, the list is read from its nearer end. */
const DEEP = 5000;

/**
 * One page and the exact count, both from the same statement. Of later pages the ids are found first, so that what a page shows is
 * looked up for its own rows only, not for all the rows before them.
 */
export async function pageOf<TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page = 1, page_size: size = DEFAULT_PAGE_SIZE }: PageInput,
  order: Order,
  { known, isSearch = false }: PageHints = {},
): Promise<{ count: number; results: O[] }> {
  const rows = query as Rows;
  const part = { order, start: (page - 1) * size, size };
  const counting = rows.clearSelect().select(sql<number>`count(*)`.as('count'));
  const counted = known ?? sql<number>`(${counting})`;
  const asked = isSearch && order.every(isTerm) ? searchOnce(rows, order, part) : countBeside(rows, counted, part);
  const found = (await asked.execute()) as (O & { [COUNT]?: number })[];
  const [first] = found;
  if (!first) return { count: part.start === 0 ? 0 : ((await counting.executeTakeFirstOrThrow()) as { count: number }).count, results: [] };
  // Copied without the count: a row from which it was deleted would be slow in all that follows.
  return { count: first[COUNT]!, results: found.map(({ [COUNT]: _, ...row }) => row as O) };
}

function sorted(rows: Rows, terms: readonly RawBuilder<never>[]): Rows {
  return terms.reduce((before, term) => before.orderBy(term), rows);
}

function idOf(rows: Rows): RawBuilder<unknown> {
  return sql.ref(`${rootTable(rows)}.id`);
}

/** The rows of a page, each with the count. */
function joinPage(rows: Rows, page: RawBuilder<unknown>, isOnPage: RawBuilder<boolean>): Rows {
  // The query builder has no type for a table that is made up here.
  const joined = rows.clearWhere().innerJoin(page.as('page') as never, (join) => join.on(isOnPage)) as Rows;
  return joined.select(sql`page.${sql.id(COUNT)}`.as(COUNT));
}

/** Of every row that fits no more is kept than its id and what orders it. */
function searchOnce(rows: Rows, order: readonly OrderTerm[], { start, size }: Part): Rows {
  const names = order.map((_, at) => `order ${at}`);
  const placed = rows.clearSelect().select([sql`${idOf(rows)}`.as('page id'), ...order.map(({ by }, at) => sql`${by}`.as(names[at]!))]);
  const places = order.map((term, at) => orderSql({ ...term, by: sql.ref(names[at]!) }));
  const page = sql`(
    with found as materialized (${placed})
    select "page id", (select count(*) from found) as ${sql.id(COUNT)} from found
    order by ${sql.join(places)} limit ${size} offset ${start})`;
  return sorted(joinPage(rows, page, sql`page."page id" = ${idOf(rows)}`), order.map(orderSql));
}

function countBeside(rows: Rows, counted: RawBuilder<number>, part: Part): Rows {
  const { order, start, size } = part;
  const terms = order.map(orderSql);
  if (start === 0) return sorted(rows, terms).limit(size).select(counted.as(COUNT)) as Rows;
  const ids = rows.clearSelect().select(sql`${idOf(rows)}`.as('id')) as Rows;
  const isDeep = start > DEEP && order.every(isTerm);
  const onPage = isDeep ? fromNearerEnd(ids, order, part) : sql`${sorted(ids, terms).limit(size).offset(start)}`;
  // One row with a list of ids, so that how few they are is clear to the planner.
  const page = sql`(
    with counted as materialized (select ${counted} as n)
    select array(${onPage}) as ids, n as ${sql.id(COUNT)} from counted)`;
  return sorted(joinPage(rows, page, sql`${idOf(rows)} = any(page.ids)`), terms);
}

/** Both ways to the page are written down; the longer one is told to read nothing. */
function fromNearerEnd(ids: Rows, order: readonly OrderTerm[], { start, size }: Part): RawBuilder<unknown> {
  const [there, back] = [sorted(ids, order.map(orderSql)), sorted(ids, order.map(turnedSql))];
  return sql`
    (${there} limit (select case when n >= ${2 * start}::int then ${size}::int else 0 end from counted) offset ${start})
    union all
    (${back} limit (select case when n < ${2 * start}::int then greatest(least(n - ${start}::int, ${size}::int), 0) else 0 end from counted)
      offset (select greatest(n - ${start + size}::int, 0) from counted))`;
}

/** The table whose rows a list shows; whatever is joined only says more about them. */
function rootTable(query: { toOperationNode(): unknown }): string {
  const node = query.toOperationNode() as { from: { froms: [{ table: { identifier: { name: string } } }] } };
  return node.from.froms[0].table.identifier.name;
}
