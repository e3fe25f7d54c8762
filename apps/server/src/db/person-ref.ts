import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/** The person in a column, as the wire names people. */
export function personRef(column: string) {
  return sql<{
    id: number;
    full_name: string;
  } | null>`(select json_build_object('id', p.id, 'full_name', p.full_name) from app_user p where p.id = ${sql.ref(column)})`;
}

/** What somebody is called, for history; null where there is no such person. */
export async function findPersonName(tx: Tx, id: number): Promise<string | null> {
  return (await tx.selectFrom('app_user').select('full_name').where('id', '=', id).executeTakeFirst())?.full_name ?? null;
}

/** Everybody in the order of their names. */
export async function listByName(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from app_user order by norm(full_name), id`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * The place of the person in a column among all people, by their names: to order many rows by. The names are sorted once and looked up
 * by id in a list, instead of being read anew for every row.
 */
export async function personOrder(tx: Tx, column: string): Promise<RawBuilder<unknown>> {
  const people = await listByName(tx);
  const places = Array.from({ length: people.reduce((most, id) => Math.max(most, id), 0) }, () => 0);
  for (const [place, id] of people.entries()) places[id - 1] = place + 1;
  return sql`(${places}::int[])[${sql.ref(column)}]`;
}
