import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';
import type { PageInput } from './paging.ts';
import { listByName } from './person-ref.ts';
import type { DB } from './rows.generated.ts';

type Group = { person: number | null; rows: number };
type Piece = { person: number | null; skip: number; take: number };

/** Which rows of which people stand on a page, when the rows of one person follow those of another. */
export function cutGroups(groups: readonly Group[], start: number, size: number): Piece[] {
  const pieces: Piece[] = [];
  let before = 0;
  for (const { person, rows } of groups) {
    const skip = Math.max(start - before, 0);
    const take = Math.min(before + rows, start + size) - before - skip;
    if (take > 0) pieces.push({ person, skip, take });
    before += rows;
  }
  return pieces;
}

type Ordered = PageInput & { ordering?: string | undefined };
type PersonColumn<TB> = { table: TB; column: string };

/** Ordered by a person and nothing else, which takes no sorting of all the rows. */
export function isByPerson({ ordering }: Ordered, column: string): boolean {
  return ordering === column || ordering === `-${column}`;
}

/**
 * The ids on a page of a list in the order of people's names, nobody last, and of one person by id. The rows of each person are counted,
 * which is the count of all; then only those of the people on the page are put in order.
 */
export async function pageByPerson<TB extends keyof DB>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, unknown>,
  { page = 1, page_size = DEFAULT_PAGE_SIZE, ordering = '' }: Ordered,
  { table, column }: PersonColumn<TB>,
): Promise<{ count: number; ids: number[] }> {
  const [person, id] = [sql.ref<number | null>(`${table}.${column}`), sql.ref<number>(`${table}.id`)];
  const isDown = ordering.startsWith('-');
  const people = await listByName(tx);
  const counting = query.clearSelect().select([person.as('person'), sql<number>`count(*)`.as('rows')]);
  const groups = (await counting.groupBy(person as never).execute()) as Group[];
  const places = new Map((isDown ? people.reverse() : people).map((one, place) => [one, place]));
  const placeOf = (group: Group) => (group.person === null ? people.length : places.get(group.person)!);
  groups.sort((a, b) => placeOf(a) - placeOf(b));
  const count = groups.reduce((sum, { rows }) => sum + rows, 0);
  const ids: number[] = [];
  for (const { person: one, skip, take } of cutGroups(groups, (page - 1) * page_size, page_size)) {
    const own = query.clearSelect().select(id.as('id'));
    const theirs = own.where(one === null ? sql<boolean>`${person} is null` : sql<boolean>`${person} = ${one}`);
    const rows = await theirs
      .orderBy(id as never, isDown ? 'desc' : 'asc')
      .limit(take)
      .offset(skip)
      .execute();
    ids.push(...rows.map((row) => row.id));
  }
  return { count, ids };
}

/** The rows of such a page. */
export async function rowsByPerson<TB extends keyof DB, O extends { id: number }>(
  tx: Tx,
  rows: SelectQueryBuilder<DB, TB, O>,
  filter: Ordered,
  of: PersonColumn<TB>,
): Promise<{ count: number; results: O[] }> {
  const { count, ids } = await pageByPerson(tx, rows, filter, of);
  const isOnPage = sql<boolean>`${sql.ref(`${of.table}.id`)} = any(${ids}::int[])`;
  const found = (await rows.clearWhere().where(isOnPage).execute()) as O[];
  const places = new Map(ids.map((id, place) => [id, place]));
  return { count, results: found.sort((a, b) => places.get(a.id)! - places.get(b.id)!) };
}
