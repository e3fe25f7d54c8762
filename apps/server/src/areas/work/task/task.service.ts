import type { Milestone } from '@dmse/contract/work/milestone';
import { type Task, taskFields } from '@dmse/contract/work/task';
import { whyNotChangeTask } from '@dmse/domain/access/work-access';
import { whyNotRemoveWork } from '@dmse/domain/work/remove-work';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { changeRecord, fieldsOf, lockRecord, type RowOf } from '../../../records/record.ts';
import { insertTasks } from '../budget/draft.queries.ts';
import { writeTask } from '../budget/draft.service.ts';
import * as milestones from '../milestone/milestone.queries.ts';
import { addMilestones, type NewMilestone } from '../milestone/milestone.service.ts';
import { refuseUnknownCode } from '../staff-list/account-code.service.ts';
import {
  holdOwnerOf,
  type Owner,
  openOwner,
  openOwnerOf,
  ownerColumns,
  readOwner,
  refuseClosed,
  tellOwner,
} from '../work-record/owner.service.ts';
import { stampOf } from '../work-record/stamp.ts';
import { type WorkNoun, workOf } from '../work-record/work-record.ts';
import { placeRow } from './placing.ts';
import { refuseLoop } from './plan.ts';
import * as tasks from './task.queries.ts';
import { lastGroup } from './task-group.service.ts';
import { draftFromTemplate } from './task-template.service.ts';

type Fields = z.infer<z.ZodObject<typeof taskFields>>;
type Loose<T> = { [K in keyof T]?: T[K] | undefined };
type Named = { job?: number | undefined; quote?: number | undefined };
type NewTask = Named & Loose<Fields> & { template?: number | undefined; milestones?: NewMilestone[] | undefined };

const taskNoun: WorkNoun<'task'> & { get: typeof getTask } = {
  noun: 'task',
  table: 'task',
  nameOf: (row) => String(row.name),
  titleOf: (row) => `task ${row.name}`,
  places: ['order', 'task_group'],
  fields: fieldsOf(taskFields, { task_group: (value, { tx }) => tasks.findGroupName(tx, value as number) }),
  get: getTask,
};

type TaskRow = Awaited<ReturnType<typeof tasks.listByIds>>[number];

/** Nobody works on a quote. */
const NO_USE = { actual_minutes: null, actual: null, billed: null, wip: null, hold: null };

/** Tasks as the wire has them: milestones, sums and issues each come in one query for all of them. */
async function describeTasks({ tx }: Context, rows: readonly TaskRow[]): Promise<Task[]> {
  const ids = rows.map((row) => row.id);
  const inTask = Map.groupBy(await milestones.listOfTasks(tx, ids), (milestone) => milestone.task);
  const [sums, issues, uses] = [await tasks.sumBudgets(tx, ids), await tasks.countIssues(tx, ids), await tasks.sumUse(tx, ids)];
  return rows.map((row) => ({
    ...row,
    milestones: (inTask.get(row.id) ?? []) as Milestone[],
    budget_minutes: sums.get(row.id)?.minutes ?? 0,
    budget_amount: sums.get(row.id)?.amount ?? 0,
    ...(row.job === null ? NO_USE : uses.get(row.id)!),
    open_issues: issues.get(row.id) ?? 0,
  }));
}

export async function getTasks(context: Context, ids: readonly number[]): Promise<Task[]> {
  return describeTasks(context, await tasks.listByIds(context.tx, ids));
}

export async function getTask(context: Context, id: number): Promise<Task> {
  const [task] = await getTasks(context, [id]);
  if (!task) throw notFound();
  return task;
}

export async function listTasks(context: Context, { job, quote, ...filter }: Named & PageInput & { task_group?: number | undefined }) {
  const isGroupAlone = filter.task_group !== undefined && job === undefined && quote === undefined;
  const { count, results } = await tasks.list(context.tx, { ...filter, owner: isGroupAlone ? null : readOwner({ job, quote }) });
  return { count, results: await describeTasks(context, results) };
}

export async function chooseGroup(context: Context, owner: Owner, group: number | undefined): Promise<number> {
  if (group === undefined) return lastGroup(context, owner);
  if (!(await tasks.findGroupOf(context.tx, owner, group))) throw invalid({ task_group: `Choose a task group of this ${owner.kind}.` });
  return group;
}

export async function createTask(context: Context, { job, quote, template, milestones: list = [], ...values }: NewTask): Promise<Task> {
  const { tx } = context;
  const owner = await openOwner(context, readOwner({ job, quote }));
  const task_group = await chooseGroup(context, owner, values.task_group);
  await refuseUnknownCode(context, values.account_code);
  const places = await tasks.listPlaces(tx, task_group);
  const order = placeRow(places, values.order, places.length);
  const fields = { ...values, task_group, order };
  const id = template === undefined ? await addTask(context, owner, fields) : await addFromTemplate(context, owner, template, fields);
  await addMilestones(context, owner, id, list);
  const task = await getTask(context, id);
  await tellOwner(context, owner, `added task ${task.name} to`);
  return task;
}

type FromTemplates = Named & { task_group?: number | undefined; templates: readonly number[] };

export async function createTasksFromTemplates(context: Context, { templates, ...where }: FromTemplates): Promise<{ tasks: Task[] }> {
  const made: Task[] = [];
  for (const template of templates) made.push(await createTask(context, { ...where, template }));
  return { tasks: made };
}

async function addTask(context: Context, owner: Owner, fields: Loose<Fields>): Promise<number> {
  const [id] = await insertTasks(context.tx, [{ ...fields, ...ownerColumns(owner), ...stampOf(context) }]);
  return id!;
}

async function addFromTemplate(
  context: Context,
  owner: Owner,
  template: number,
  fields: Loose<Fields> & { task_group: number; order: string },
) {
  const draft = await draftFromTemplate(context, owner, template, fields.order);
  if (!draft) throw invalid({ template: 'There is no such task template, or it is no longer used.' });
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return writeTask(context, owner, fields.task_group, { ...draft, ...said });
}

/** Where it goes, when it is moved: within its group, or into another one of the same job or quote. */
async function placeTask(context: Context, owner: Owner, before: RowOf<'task'>, { task_group, order }: Loose<Fields>) {
  const target = task_group === undefined ? before.task_group : await chooseGroup(context, owner, task_group);
  if (target === before.task_group && order === undefined) return {};
  return { task_group: target, order: placeRow(await tasks.listPlaces(context.tx, target, before.id), order, before.id) };
}

type TaskPatch = Loose<Fields> & { add_milestone?: NewMilestone | undefined };

export async function updateTask(context: Context, id: number, { add_milestone, ...patch }: TaskPatch): Promise<Task> {
  const { tx, actor } = context;
  const owner = await holdOwnerOf(context, 'task', id);
  const asked = [...Object.keys(patch), ...(add_milestone ? ['add_milestone'] : [])];
  const standing = { can_edit: owner.can_edit, is_assigned: await tasks.isAssigned(tx, id, actor.id) };
  refuse(whyNotChangeTask(standing, asked));
  refuseClosed(owner);
  const task = await changeRecord(context, workOf(taskNoun, owner), id, async (before) => {
    await refuseUnknownCode(context, patch.account_code, before.account_code);
    return { values: { ...patch, ...(await placeTask(context, owner, before, patch)) } };
  });
  if (!add_milestone) return task;
  const [added] = await addMilestones(context, owner, id, [add_milestone]);
  await refuseLoop(tx, owner, added);
  await tellOwner(context, owner, `added milestone ${add_milestone.name} to task ${task.name} of`);
  return getTask(context, id);
}

export async function removeTask(context: Context, id: number): Promise<void> {
  const { tx, actor, now } = context;
  const owner = await openOwnerOf(context, 'task', id);
  const row = await lockRecord(context, taskNoun, id);
  const inside = await tasks.listMilestoneIds(tx, id);
  refuse(whyNotRemoveWork('task', await tasks.sumMinutesOn(tx, [id], inside)));
  await milestones.remove(tx, owner, inside, actor.id, now);
  await tasks.remove(tx, id);
  const count = inside.length === 1 ? ' with its milestone' : inside.length > 1 ? ` with its ${inside.length} milestones` : '';
  await tellOwner(context, owner, `deleted task ${row.name}${count} from`);
}
