import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export function findActive(tx: Tx, id: number) {
  return tx
    .selectFrom('task_template')
    .select(['id', 'name', 'description', 'account_code', 'milestones'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export async function findMilestoneNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.selectFrom('milestone_template').select(['id', 'name']).where(sql<boolean>`id = any(${ids}::int[])`).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
