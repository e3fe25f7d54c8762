import type { Milestone } from '@dmse/contract/work/milestone';
import type { Task } from '@dmse/contract/work/task';
import * as copying from '@dmse/domain/work/copy-tasks';
import { type OrderKey, orderKeyBetween } from '@dmse/domain/work/order-key';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import { writeMilestones, writeTasks } from '../budget/draft.service.ts';
import * as milestones from '../milestone/milestone.queries.ts';
import type { OwnerRef } from '../work-record/owner.queries.ts';
import { getOwner, type Owner, openOwner, openOwnerOf, readOwner, tellOwner } from '../work-record/owner.service.ts';
import { refuseLoop } from './plan.ts';
import * as sources from './source.queries.ts';
import * as tasks from './task.queries.ts';
import { chooseGroup, getTasks } from './task.service.ts';

type Named = { job?: number | undefined; quote?: number | undefined };

function isSameOwner(a: OwnerRef, b: OwnerRef): boolean {
  return a.kind === b.kind && a.id === b.id;
}

function count(list: readonly unknown[], noun: string): string {
  return list.length === 1 ? `a ${noun}` : `${list.length} ${noun}s`;
}

/** "from quote Q26-0004", where it all came from one other place. */
async function sayOrigin(context: Context, found: readonly { owner: OwnerRef }[], owner: Owner): Promise<string> {
  const first = found[0]!.owner;
  if (isSameOwner(first, owner) || !found.every((one) => isSameOwner(one.owner, first))) return '';
  return ` from ${first.kind} ${(await getOwner(context, first)).num}`;
}

/** The copies of tasks, each at the end of the group it goes into. Copied at once, so that they wait for each other as the originals do. */
async function placeCopies({ tx }: Context, found: readonly sources.FoundTask[], groupOf: (task: sources.FoundTask) => number) {
  const drafts = copying.copyTasks(found, copying.AT_END).map((draft, at) => ({ ...draft, task_group: groupOf(found[at]!) }));
  const placed = new Map<number, OrderKey | null>();
  for (const draft of drafts) {
    const { task_group } = draft;
    if (!placed.has(task_group)) placed.set(task_group, (await tasks.listPlaces(tx, task_group)).at(-1)?.order ?? null);
    draft.order = orderKeyBetween(placed.get(task_group) ?? null, null, 0);
    placed.set(task_group, draft.order);
  }
  return drafts;
}

/** Copies tasks with milestones and budget to the end of a group; without one they stay in theirs, or go into the last one elsewhere. */
export async function copyTasks(
  context: Context,
  { tasks: ids, task_group, ...named }: Named & { tasks: number[]; task_group?: number | undefined },
) {
  const owner = await openOwner(context, readOwner(named));
  const found = await sources.findTasks(context.tx, ids);
  if (found.length < new Set(ids).size) throw invalid({ tasks: 'One of these tasks is gone.' });
  const staysInGroup = (task: sources.FoundTask) => task_group === undefined && isSameOwner(task.owner, owner);
  const fallback = found.every(staysInGroup) ? 0 : await chooseGroup(context, owner, task_group);
  const drafts = await placeCopies(context, found, (task) => (staysInGroup(task) ? task.task_group : fallback));
  const written = await writeTasks(context, owner, drafts);
  await refuseLoop(context.tx, owner);
  const what = found.length === 1 ? `task ${found[0]!.name}` : count(found, 'task');
  await tellOwner(context, owner, `copied ${what}${await sayOrigin(context, found, owner)} to`);
  return { tasks: (await getTasks(context, written)) as Task[] };
}

export async function copyMilestones(context: Context, { milestones: ids, task }: { milestones: number[]; task: number }) {
  const { tx } = context;
  const owner = await openOwnerOf(context, 'task', task, 'task');
  const found = await sources.findMilestones(tx, ids);
  if (found.length < new Set(ids).size) throw invalid({ milestones: 'One of these milestones is gone.' });
  const before = (await milestones.listPlaces(tx, task)).at(-1)?.order ?? null;
  const drafts = copying.copyMilestones(found, { before, after: null });
  const written = await writeMilestones(
    context,
    owner,
    drafts.map((draft) => ({ ...draft, task })),
  );
  await refuseLoop(tx, owner);
  const what = found.length === 1 ? `milestone ${found[0]!.name}` : count(found, 'milestone');
  const into = await milestones.findTaskName(tx, task);
  await tellOwner(context, owner, `copied ${what}${await sayOrigin(context, found, owner)} to task ${into} of`);
  return { milestones: (await milestones.listByIds(tx, written)) as Milestone[] };
}
