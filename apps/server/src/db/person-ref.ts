import { sql } from 'kysely';

/** The person in a column, as the wire names people. */
export function personRef(column: string) {
  return sql<{
    id: number;
    full_name: string;
  } | null>`(select json_build_object('id', p.id, 'full_name', p.full_name) from app_user p where p.id = ${sql.ref(column)})`;
}
