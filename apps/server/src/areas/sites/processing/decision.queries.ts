import type { ProcessingDecision } from '@dmse/contract/sites/processing/decision';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

function decisions(tx: Tx, attempt: number) {
  return tx
    .selectFrom('processing_decision')
    .selectAll('processing_decision')
    .select([personRef('processing_decision.by').as('by'), personRef('processing_decision.undone_by').as('undone_by')])
    .where('attempt', '=', attempt);
}

export function page(tx: Tx, attempt: number, page: PageInput) {
  return pageOf(decisions(tx, attempt), page, [sql`processing_decision.id desc`]);
}

/** Those that stand, in the order in which they were decided. */
export function listStanding(tx: Tx, attempt: number) {
  return decisions(tx, attempt).where('undone_on', 'is', null).orderBy('processing_decision.id').execute();
}

export type DecisionRow = Awaited<ReturnType<typeof listStanding>>[number];

export function findMany(tx: Tx, attempt: number, ids: readonly number[]): Promise<DecisionRow[]> {
  return decisions(tx, attempt).where('processing_decision.id', 'in', ids).orderBy('processing_decision.id').execute();
}

type New = { attempt: number; decisions: readonly ProcessingDecision[]; why: string | null; at: string; by: number };

export async function insert(tx: Tx, { decisions: given, ...shared }: New): Promise<number[]> {
  const rows = await tx
    .insertInto('processing_decision')
    .values(given.map((decision) => ({ ...shared, decision: JSON.stringify(decision) })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export async function undo(tx: Tx, ids: readonly number[], values: { undone_on: string; undone_by: number }): Promise<void> {
  await tx.updateTable('processing_decision').set(values).where('id', 'in', ids).execute();
}
