import type { Milestone } from '@dmse/contract/work/milestone';
import type { Task } from '@dmse/contract/work/task';
import type { TaskGroup } from '@dmse/contract/work/task-group';
import { compareOrder } from '@dmse/domain/work/order-key';

export type WorkOwner = { job: number } | { quote: number };

/** All work of a job or quote, as the server has it. */
export type WorkData = { groups: readonly TaskGroup[]; tasks: readonly Task[] };

export type RowKind = 'group' | 'task' | 'milestone';
export type RowRef = { kind: RowKind; id: number };

export function rowKey({ kind, id }: RowRef): string {
  return `${kind}-${id}`;
}

export function readRowKey(key: string): RowRef {
  const [kind, id] = key.split('-');
  return { kind: kind as RowKind, id: Number(id) };
}

export type GroupNode = { group: TaskGroup; tasks: readonly Task[] };

/** Groups in their order, each with its tasks in theirs. A task's milestones are kept in order by whoever writes them. */
export function groupTasks({ groups, tasks }: WorkData): GroupNode[] {
  const inGroup = Map.groupBy(tasks, (task) => task.task_group);
  return groups.toSorted(compareOrder).map((group) => ({ group, tasks: (inGroup.get(group.id) ?? []).toSorted(compareOrder) }));
}

export function findGroup({ groups }: WorkData, id: number): TaskGroup | undefined {
  return groups.find((group) => group.id === id);
}

export function findTask({ tasks }: WorkData, id: number): Task | undefined {
  return tasks.find((task) => task.id === id);
}

export function findMilestone({ tasks }: WorkData, id: number): Milestone | undefined {
  for (const { milestones } of tasks) {
    const found = milestones.find((milestone) => milestone.id === id);
    if (found) return found;
  }
  return undefined;
}

export function findRow(data: WorkData, { kind, id }: RowRef): TaskGroup | Task | Milestone | undefined {
  if (kind === 'group') return findGroup(data, id);
  return kind === 'task' ? findTask(data, id) : findMilestone(data, id);
}

function replaceIn<T extends { id: number }>(list: readonly T[], row: T): T[] {
  return list.some(({ id }) => id === row.id) ? list.map((one) => (one.id === row.id ? row : one)) : [...list, row];
}

export function putGroup(data: WorkData, group: TaskGroup): WorkData {
  return { ...data, groups: replaceIn(data.groups, group) };
}

export function putTask(data: WorkData, task: Task): WorkData {
  return { ...data, tasks: replaceIn(data.tasks, task) };
}

/** Puts a milestone where its task and order say; from the task it stood in before it is gone. */
export function putMilestone(data: WorkData, milestone: Milestone): WorkData {
  const tasks = data.tasks.map((task) => {
    const others = task.milestones.filter(({ id }) => id !== milestone.id);
    if (task.id === milestone.task) return { ...task, milestones: [...others, milestone].toSorted(compareOrder) };
    return others.length === task.milestones.length ? task : { ...task, milestones: others };
  });
  return { ...data, tasks };
}

/** Puts a row back that has changed: the answer of the server, or what is hoped for until it comes. */
export function putRow(data: WorkData, kind: RowKind, row: TaskGroup | Task | Milestone): WorkData {
  if (kind === 'group') return putGroup(data, row as TaskGroup);
  return kind === 'task' ? putTask(data, row as Task) : putMilestone(data, row as Milestone);
}
