import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';
import type { EntryFigures } from './budget.queries.ts';

/** What scaling did to one row. */
export type ScaledRow = { id: number; before: EntryFigures; after: EntryFigures };
type NewSnapshot = { job: number | null; quote: number | null; created_on: string; created_by: number };

export async function insert(tx: Tx, values: NewSnapshot, rows: readonly ScaledRow[]): Promise<number> {
  const entries = JSON.stringify(rows);
  return (
    await tx
      .insertInto('budget_snapshot')
      .values({ ...values, entries })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

/** The last scaling that has not been taken back. */
export async function findLast(tx: Tx, owner: OwnerRef): Promise<{ id: number; entries: ScaledRow[] } | undefined> {
  const row = await tx
    .selectFrom('budget_snapshot')
    .select(['id', 'entries'])
    .where(owner.kind, '=', owner.id)
    .where('undone_on', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, entries: row.entries as ScaledRow[] };
}

export async function markUndone(tx: Tx, id: number, now: string): Promise<void> {
  await tx.updateTable('budget_snapshot').set({ undone_on: now }).where('id', '=', id).execute();
}

export function list(tx: Tx, owner: OwnerRef) {
  const rows = tx
    .selectFrom('budget_snapshot')
    .select(['id', 'created_on', 'undone_on', personRef('budget_snapshot.created_by').as('created_by')])
    .where(owner.kind, '=', owner.id);
  return pageOf(rows, { page_size: 200 }, [sql`id desc`]);
}
