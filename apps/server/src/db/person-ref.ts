import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/** The person in a column, as the wire names people. */
export function personRef(column: string) {
  return sql<{
    id: number;
    full_name: string;
  } | null>`(select json_build_object('id', p.id, 'full_name', p.full_name) from app_user p where p.id = ${sql.ref(column)})`;
}

/**
 * The place of the person in a column among all people, by their names: to order many rows by. The names are sorted once and looked up
 * by id in a list, instead of being read anew for every row.
 */
export async function personOrder(tx: Tx, column: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ places: number[] | null }>`
    select array_agg(coalesce(named.place, 0) order by n) as places
    from generate_series(1, (select max(id) from app_user)) n
    left join (select id, row_number() over (order by norm(full_name), id)::int as place from app_user) named on named.id = n`.execute(tx);
  return sql`(${rows[0]?.places ?? []}::int[])[${sql.ref(column)}]`;
}
