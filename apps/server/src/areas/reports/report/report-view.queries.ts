import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** A person's own views, and those that others share. */
export function list(tx: Tx, user: number) {
  return tx
    .selectFrom('report_view')
    .select(['id', 'report', 'name', 'search', 'is_shared', sql<boolean>`created_by = ${user}`.as('is_mine')])
    .where((view) => view.or([view('created_by', '=', user), view('is_shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute();
}

type New = { report: string; name: string; search: string; is_shared: boolean; created_on: string; created_by: number };
export function insert(tx: Tx, row: New) {
  return tx.insertInto('report_view').values(row).returning(['id', 'report', 'name', 'search', 'is_shared']).executeTakeFirstOrThrow();
}

export async function remove(tx: Tx, id: number, user: number): Promise<boolean> {
  const gone = await tx.deleteFrom('report_view').where('id', '=', id).where('created_by', '=', user).returning('id').executeTakeFirst();
  return gone !== undefined;
}
