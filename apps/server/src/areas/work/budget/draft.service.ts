import type { MilestoneDraft, TaskDraft } from '@dmse/domain/work/copy-tasks';
import type { Context } from '../../../call/context.ts';
import { type Owner, ownerColumns } from '../work-record/owner.service.ts';
import { stampOf } from '../work-record/stamp.ts';
import * as drafts from './draft.queries.ts';

type Placed = MilestoneDraft & { task: number };

/** Writes milestones with their budget, and what they wait for among themselves. Answers their ids in the order given. */
export async function writeMilestones(context: Context, owner: Owner, list: readonly Placed[]): Promise<number[]> {
  const { tx } = context;
  const shared = { ...ownerColumns(owner), ...stampOf(context) };
  const ids = await drafts.insertMilestones(
    tx,
    list.map(({ key: _, budget: __, depends_on: ___, ...values }) => ({ ...values, ...shared })),
  );
  const idOf = new Map(list.map(({ key }, at) => [key, ids[at]!]));
  const told = list.flatMap(({ depends_on }, at) =>
    depends_on ? [{ id: ids[at]!, depends_on: depends_on.map((key) => idOf.get(key)!) }] : [],
  );
  await drafts.setDependencies(tx, told);
  await drafts.insertEntries(
    tx,
    list.flatMap(({ budget }, at) => budget.map((entry) => ({ ...entry, ...shared, milestone: ids[at]! }))),
  );
  return ids;
}

type PlacedTask = TaskDraft & { task_group: number };

/** Writes tasks with everything in them, in a number of statements that does not grow with them. Answers their ids in the order given. */
export async function writeTasks(context: Context, owner: Owner, list: readonly PlacedTask[]): Promise<number[]> {
  const shared = { ...ownerColumns(owner), ...stampOf(context) };
  const ids = await drafts.insertTasks(
    context.tx,
    list.map(({ milestones: _, ...values }) => ({ ...values, ...shared })),
  );
  await writeMilestones(
    context,
    owner,
    list.flatMap(({ milestones }, at) => milestones.map((milestone) => ({ ...milestone, task: ids[at]! }))),
  );
  return ids;
}

export async function writeTask(context: Context, owner: Owner, task_group: number, draft: TaskDraft): Promise<number> {
  const [id] = await writeTasks(context, owner, [{ ...draft, task_group }]);
  return id!;
}
