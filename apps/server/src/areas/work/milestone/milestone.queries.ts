import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';

function select(tx: Tx) {
  return tx
    .selectFrom('milestone')
    .leftJoin('milestone_template as template', 'template.id', 'milestone.template')
    .select([
      'milestone.id',
      'milestone.task',
      'milestone.name',
      'milestone.order',
      'milestone.state',
      'milestone.done_on',
      'milestone.due_date',
      'milestone.is_parallel',
      'milestone.depends_on',
      'milestone.is_blocked',
      'milestone.version',
      'milestone.created_on',
      'milestone.updated_on',
    ])
    .select([
      sql<{ id: number; name: string } | null>`case when template.id is not null
        then json_build_object('id', template.id, 'name', template.name) end`.as('template'),
      personRef('milestone.done_by').as('done_by'),
      personRef('milestone.assigned_user').as('assigned_user'),
      personRef('milestone.created_by').as('created_by'),
      personRef('milestone.updated_by').as('updated_by'),
    ]);
}
export type MilestoneAnswer = Awaited<ReturnType<typeof listOfTasks>>[number];

export function find(tx: Tx, id: number) {
  return select(tx).where('milestone.id', '=', id).executeTakeFirst();
}

export function listOfTasks(tx: Tx, tasks: readonly number[]) {
  return select(tx).where(sql<boolean>`milestone.task = any(${tasks}::int[])`).orderBy('milestone.order').orderBy('milestone.id').execute();
}

export async function listByIds(tx: Tx, ids: readonly number[]) {
  const rows = await select(tx).where(sql<boolean>`milestone.id = any(${ids}::int[])`).execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The milestones of a task in their order, without the one that is being placed. */
export function listPlaces(tx: Tx, task: number, except = 0) {
  return tx
    .selectFrom('milestone')
    .select(['id', 'order'])
    .where('task', '=', task)
    .where('id', '<>', except)
    .orderBy('order')
    .orderBy('id')
    .execute();
}

/** Everything that decides what waits for what in a job or quote, each task in its order. */
export function listPlan(tx: Tx, owner: OwnerRef) {
  return tx
    .selectFrom('milestone')
    .select(['id', 'name', 'task', 'state', 'due_date', 'is_parallel', 'depends_on'])
    .where(owner.kind, '=', owner.id)
    .orderBy('task')
    .orderBy('order')
    .orderBy('id')
    .execute();
}

/** Due dates that move because another one did. Answers the new versions by id. */
export async function shiftDueDates(tx: Tx, shifts: readonly { id: number; after: string }[], by: number, now: string) {
  const { rows } = await sql<{ id: number; version: number; name: string }>`
    update milestone set due_date = shift.after, version = version + 1, updated_on = ${now}, updated_by = ${by}
    from jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb) as shift (id int, after date)
    where milestone.id = shift.id returning milestone.id, milestone.version, milestone.name`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deletes milestones with their budget; nothing waits for them any longer. */
export async function remove(tx: Tx, owner: OwnerRef, ids: readonly number[], by: number, now: string): Promise<void> {
  await sql`
    update milestone set version = version + 1, updated_on = ${now}, updated_by = ${by},
      depends_on = array(select unnest(depends_on) except select unnest(${ids}::int[]))
    where ${sql.ref(owner.kind)} = ${owner.id} and depends_on && ${ids}::int[] and id <> all(${ids}::int[])`.execute(tx);
  await tx.deleteFrom('milestone').where(sql<boolean>`id = any(${ids}::int[])`).execute();
}

export async function findNames(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const rows = await tx.selectFrom('milestone').select(['id', 'name']).where(sql<boolean>`id = any(${ids}::int[])`).orderBy('id').execute();
  return rows.map((row) => row.name);
}

export async function hasTemplate(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('milestone_template').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function findTemplateName(tx: Tx, id: number): Promise<string | null> {
  return (await tx.selectFrom('milestone_template').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
}

export function findPerson(tx: Tx, id: number) {
  return tx.selectFrom('app_user').select(['full_name', 'is_active', 'granted']).where('id', '=', id).executeTakeFirst();
}

export async function findTaskName(tx: Tx, id: number): Promise<string> {
  return (await tx.selectFrom('task').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
}
