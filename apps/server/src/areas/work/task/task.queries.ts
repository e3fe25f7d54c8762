import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';

export type TaskFilter = PageInput & { owner: OwnerRef | null; task_group?: number | undefined };

function select(tx: Tx) {
  return tx
    .selectFrom('task')
    .innerJoin('task_group', 'task_group.id', 'task.task_group')
    .select([
      'task.id',
      'task.task_group',
      'task.job',
      'task.quote',
      'task.name',
      'task.description',
      'task.account_code',
      'task.order',
      'task.version',
      'task.created_on',
      'task.updated_on',
    ])
    .select([
      sql<{ id: number; name: string } | null>`(select json_build_object('id', template.id, 'name', template.name)
        from task_template template where template.id = task.template)`.as('template'),
      personRef('task.created_by').as('created_by'),
      personRef('task.updated_by').as('updated_by'),
    ]);
}

const ORDER = [sql`task_group."order"`, sql`task_group.id`, sql`task."order"`, sql`task.id`];

export function list(tx: Tx, { owner, task_group, ...page }: TaskFilter) {
  let rows = select(tx);
  if (owner) rows = rows.where(`task.${owner.kind}`, '=', owner.id);
  if (task_group !== undefined) rows = rows.where('task.task_group', '=', task_group);
  return pageOf(rows, page, ORDER);
}

export async function listByIds(tx: Tx, ids: readonly number[]) {
  let rows = select(tx).where(sql<boolean>`task.id = any(${ids}::int[])`);
  for (const term of ORDER) rows = rows.orderBy(term);
  return rows.execute();
}

/** All tasks of a job or quote, for its reports. */
export async function listOfOwner(tx: Tx, owner: OwnerRef) {
  let rows = select(tx).select('task_group.name as group_name').where(`task.${owner.kind}`, '=', owner.id);
  for (const term of ORDER) rows = rows.orderBy(term);
  return rows.execute();
}

/** The tasks of a group in their order, without the one that is being placed. */
export function listPlaces(tx: Tx, group: number, except = 0) {
  return tx
    .selectFrom('task')
    .select(['id', 'order'])
    .where('task_group', '=', group)
    .where('id', '<>', except)
    .orderBy('order')
    .orderBy('id')
    .execute();
}

export async function isOf(tx: Tx, owner: OwnerRef, id: number): Promise<boolean> {
  return (await tx.selectFrom('task').select('id').where('id', '=', id).where(owner.kind, '=', owner.id).executeTakeFirst()) !== undefined;
}

export async function findGroupOf(tx: Tx, owner: OwnerRef, id: number) {
  return tx.selectFrom('task_group').select(['id', 'name']).where('id', '=', id).where(owner.kind, '=', owner.id).executeTakeFirst();
}

export async function findGroupName(tx: Tx, id: number): Promise<string> {
  return (await tx.selectFrom('task_group').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
}

/** Budgeted minutes and amount per task. */
export async function sumBudgets(tx: Tx, tasks: readonly number[]) {
  const { rows } = await sql<{ task: number; minutes: number; amount: number }>`
    select m.task, coalesce(sum(b.minutes), 0)::int as minutes, sum(b.amount)::bigint as amount
    from milestone m join budget_entry b on b.milestone = m.id where m.task = any(${tasks}::int[]) group by m.task`.execute(tx);
  return new Map(rows.map((row) => [row.task, row]));
}

export type TaskUse = { actual_minutes: number; actual: number; billed: number; wip: number; hold: number };
/** The time on tasks, and what of their billable work is where on its way to an invoice. */
export async function sumUse(tx: Tx, tasks: readonly number[]): Promise<Map<number, TaskUse>> {
  const { rows } = await sql<TaskUse & { task: number }>`
    select named.task, coalesce(spent.minutes, 0)::int as actual_minutes, coalesce(work.actual, 0)::bigint as actual,
      coalesce(work.billed, 0)::bigint as billed, coalesce(work.wip, 0)::bigint as wip, coalesce(work.hold, 0)::bigint as hold
    from unnest(${tasks}::int[]) as named (task)
    left join (select task, sum(minutes) as minutes from time_entry where task = any(${tasks}::int[]) group by task) spent on spent.task = named.task
    left join (
      select task, sum(amount) as actual, sum(amount) filter (where state = 'BILLED') as billed, sum(amount) filter (where state = 'HOLD') as hold,
        sum(amount) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')) as wip
      from wip_item where job = any(array(select job from task where id = any(${tasks}::int[]))) and task = any(${tasks}::int[])
      group by task) work on work.task = named.task`.execute(tx);
  return new Map(rows.map(({ task, ...use }) => [task, use]));
}

type TimeRow = {
  date: string;
  person: string;
  task: string;
  milestone: string | null;
  minutes: number;
  is_billable: boolean;
  note: string;
  amount: number;
};
/** The time entered on a job, entry by entry. */
export async function listTime(tx: Tx, job: number): Promise<TimeRow[]> {
  const { rows } = await sql<TimeRow>`
    select e.date, p.full_name as person, t.name as task, m.name as milestone, e.minutes, e.is_billable, e.note, e.amount
    from time_entry e join app_user p on p.id = e."user" join task t on t.id = e.task left join milestone m on m.id = e.milestone
    where e.job = ${job} order by e.date, p.full_name, e.id`.execute(tx);
  return rows;
}

/** Unresolved issue memos per task. */
export async function countIssues(tx: Tx, tasks: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ task: number; count: number }>`
    select task, count(*) from memo where task = any(${tasks}::int[]) and is_issue and not is_resolved group by task`.execute(tx);
  return new Map(rows.map((row) => [row.task, row.count]));
}

/** The time on some tasks and milestones. */
export async function sumMinutesOn(tx: Tx, ids: readonly number[], milestones: readonly number[]): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(sum(minutes), 0)::int as minutes from time_entry where task = any(${ids}::int[]) or milestone = any(${milestones}::int[])`.execute(
    tx,
  );
  return rows[0]!.minutes;
}

export async function isAssigned(tx: Tx, task: number, user: number): Promise<boolean> {
  const found = await tx.selectFrom('milestone').select('id').where('task', '=', task).where('assigned_user', '=', user).executeTakeFirst();
  return found !== undefined;
}

export async function listMilestoneIds(tx: Tx, task: number): Promise<number[]> {
  return (await tx.selectFrom('milestone').select('id').where('task', '=', task).execute()).map((row) => row.id);
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('task').where('id', '=', id).execute();
}
