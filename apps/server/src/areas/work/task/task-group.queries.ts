import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';

function select(tx: Tx) {
  return tx
    .selectFrom('task_group')
    .select(['id', 'job', 'quote', 'name', 'order', 'version', 'created_on', 'updated_on'])
    .select([personRef('task_group.created_by').as('created_by'), personRef('task_group.updated_by').as('updated_by')]);
}

export function list(tx: Tx, owner: OwnerRef, page: PageInput) {
  return pageOf(select(tx).where(owner.kind, '=', owner.id), page, [sql`task_group."order"`, sql`task_group.id`]);
}

export function find(tx: Tx, id: number) {
  return select(tx).where('id', '=', id).executeTakeFirst();
}

/** The groups of a job or quote in their order, without the one that is being placed. */
export function listPlaces(tx: Tx, owner: OwnerRef, except = 0) {
  return tx
    .selectFrom('task_group')
    .select(['id', 'order', 'name'])
    .where(owner.kind, '=', owner.id)
    .where('id', '<>', except)
    .orderBy('order')
    .orderBy('id')
    .execute();
}

export type NewGroup = { job: number | null; quote: number | null; name: string; order: string };
export type Stamp = { created_on: string; created_by: number; updated_on: string; updated_by: number };

export async function insert(tx: Tx, group: NewGroup & Stamp): Promise<number> {
  return (await tx.insertInto('task_group').values(group).returning('id').executeTakeFirstOrThrow()).id;
}

export async function countTasks(tx: Tx, id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('task')
    .select(sql<number>`count(*)`.as('count'))
    .where('task_group', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('task_group').where('id', '=', id).execute();
}
