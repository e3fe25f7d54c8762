import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import { looksLikePhone, phoneDigits, phoneRuns } from '@dmse/domain/parties/phone';
import { norm, searchWords } from '@dmse/domain/words/norm';
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

/** A word somewhere in text that `norm()` has been over. */
function contains(column: RawBuilder<unknown>, word: string, hasPairs: boolean): RawBuilder<boolean> {
  if (!hasPairs || [...word].length !== 2) return sql<boolean>`${column} like ${`%${escapeLike(word)}%`}`;
  // Both: where rows are walked in their order instead, the letters are compared long before the pairs could be made. Not by LIKE, for
  // which the index of longer words would be read from end to end.
  return sql<boolean>`pairs(${column}) @> array[${word}] and strpos(${column}, ${word}) > 0`;
}

/**
 * Every word somewhere in the stored search text, in any order. `column` holds text that `norm()` has been over; where it has an index
 * of its `pairs()`, a word of two letters is found by that, being too short for the other.
 */
export function matchesWords(column: RawBuilder<unknown>, query: string, hasPairs = false): RawBuilder<boolean> | null {
  const words = searchWords(query);
  if (words.length === 0) return null;
  return sql<boolean>`(${sql.join(
    words.map((word) => contains(column, word, hasPairs)),
    sql` and `,
  )})`;
}

/**
 * Every word in the search text or, where it has digits enough, in a phone; in any order. A phone may be written over several words,
 * as in "boudreau (428) 555-0129".
 */
export function matchesWordsOrPhone(search: RawBuilder<unknown>, digits: RawBuilder<unknown>, query: string): RawBuilder<boolean> | null {
  const inPhone = (text: string) => sql<boolean>`${digits} like ${`%${phoneDigits(text)}%`}`;
  const matchesOne = (word: string) => {
    const inText = contains(search, word, true);
    return looksLikePhone(word) ? sql<boolean>`(${inText} or ${inPhone(word)})` : inText;
  };
  const parts = phoneRuns(searchWords(query)).map((run) => {
    const each = sql<boolean>`(${sql.join(run.map(matchesOne), sql` and `)})`;
    return run.length > 1 ? sql<boolean>`(${inPhone(run.join(''))} or ${each})` : each;
  });
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : null;
}

/** What a list can be ordered by. Empty values come last in both directions; a column that has none says so. */
type OrderColumn = RawBuilder<unknown> | { notNull: RawBuilder<unknown> };

/** `-created_on,name` to SQL, by the columns a list declares; the id comes last so that no two pages share a row. */
export function orderBy(
  ordering: string | undefined,
  columns: Record<string, OrderColumn>,
  fallback: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const asked = (ordering ?? fallback).split(',').map((name) => ({ column: columns[name.replace(/^-/, '')]!, down: name.startsWith('-') }));
  const terms = asked.map(({ column, down }) => {
    // No word about nulls where there are none: an index read backwards has them first, and would not be used.
    if ('notNull' in column) return down ? sql`${column.notNull} desc` : sql`${column.notNull} asc`;
    return down ? sql`${column} desc nulls last` : sql`${column} asc`;
  });
  return [...terms, asked[0]?.down ? sql`${id} desc` : sql`${id} asc`];
}

/** A column by which a record is named exactly; where every key has a digit in it, words without one need not be looked for. */
export type ExactKey = { key: string; hasDigits?: boolean };

/** Puts the record whose key is exactly what was typed before the others, where there is one. */
export async function exactFirst(
  tx: Tx,
  table: keyof DB,
  { key, hasDigits = false }: ExactKey,
  query: string | undefined,
): Promise<RawBuilder<unknown>[]> {
  const wanted = norm(query ?? '').trim();
  if (!wanted || (hasDigits && !/\d/.test(wanted))) return [];
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${wanted} limit 1`.execute(tx);
  return rows.length > 0 ? [sql`(${sql.ref(`${table}.${key}`)} = ${wanted}) desc`] : [];
}

type PageHints = {
  /** Where the number of all rows is known without counting them. */
  known?: RawBuilder<number> | undefined;
  /** Also for the first page, where the order comes from no index: less of each row is sorted. */
  idsFirst?: boolean;
};

/**
 * One page and the exact count, both from the same statement. Of later pages the ids are found first, so that what a page shows is
 * looked up for its own rows only, not for all the rows before them.
 */
export async function pageOf<TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page = 1, page_size = DEFAULT_PAGE_SIZE }: PageInput,
  order: RawBuilder<unknown>[],
  { known, idsFirst = false }: PageHints = {},
): Promise<{ count: number; results: O[] }> {
  const counting = query.clearSelect().select(sql<number>`count(*)`.as('count'));
  const counted = known ?? sql<number>`(${counting})`;
  const start = (page - 1) * page_size;
  const ordered = (rows: typeof query) => order.reduce((sorted, term) => sorted.orderBy(term as RawBuilder<never>), rows);
  const onPage = (rows: typeof query) => ordered(rows).limit(page_size).offset(start);
  const id = sql.ref(`${rootTable(query)}.id`);
  const ids = () => onPage(query.clearSelect() as typeof query).select(sql`${id}`.as('id'));
  const rows = start === 0 && !idsFirst ? onPage(query) : ordered(query.clearWhere().where(sql<boolean>`${id} in (${ids()})`));
  const found = (await rows.select(counted.as(COUNT)).execute()) as (O & { [COUNT]?: number })[];
  const [first] = found;
  if (!first) return { count: start === 0 ? 0 : ((await counting.executeTakeFirstOrThrow()) as { count: number }).count, results: [] };
  const count = first[COUNT]!;
  for (const row of found) delete row[COUNT];
  return { count, results: found };
}

/** The table whose rows a list shows; whatever is joined only says more about them. */
function rootTable(query: { toOperationNode(): unknown }): string {
  const node = query.toOperationNode() as { from: { froms: [{ table: { identifier: { name: string } } }] } };
  return node.from.froms[0].table.identifier.name;
}
