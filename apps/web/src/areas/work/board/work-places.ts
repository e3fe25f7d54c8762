import { compareOrder, orderKeyBetween } from '@dmse/domain/work/order-key';
import { findGroup, findMilestone, findRow, findTask, groupTasks, type RowRef, type WorkData } from './work-data.ts';

/** Where a row goes: into which task or group (groups stand in nothing), and behind which one; null is the first place. */
export type Place = { parent: number | null; after: number | null };

type Sibling = { id: number; order: string; name: string };

/** The rows of a place in their order. */
export function listSiblings(data: WorkData, kind: RowRef['kind'], parent: number | null): readonly Sibling[] {
  if (kind === 'group') return data.groups.toSorted(compareOrder);
  if (kind === 'task') return data.tasks.filter((task) => task.task_group === parent).toSorted(compareOrder);
  return findTask(data, parent ?? 0)?.milestones ?? [];
}

export function parentOf(data: WorkData, { kind, id }: RowRef): number | null {
  if (kind === 'group') return null;
  return kind === 'task' ? (findTask(data, id)?.task_group ?? null) : (findMilestone(data, id)?.task ?? null);
}

/** The rows of one kind from one to another, both with them, in the order of the page; just the second where there is no first. */
export function listBetween(data: WorkData, from: RowRef | null, to: RowRef): RowRef[] {
  const ids = listParents(data, to.kind).flatMap((parent) => listSiblings(data, to.kind, parent).map(({ id }) => id));
  const [a, b] = [ids.indexOf(from?.kind === to.kind ? from.id : to.id), ids.indexOf(to.id)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1).map((id) => ({ kind: to.kind, id }));
}

/** Where a row stands now. */
export function placeOf(data: WorkData, ref: RowRef): Place {
  const parent = parentOf(data, ref);
  const siblings = listSiblings(data, ref.kind, parent);
  return { parent, after: siblings[siblings.findIndex(({ id }) => id === ref.id) - 1]?.id ?? null };
}

/** What a move writes: the key between its new neighbours, and the place it goes into where that is another one. */
export function movePatch(data: WorkData, ref: RowRef, { parent, after }: Place): { order: string; task?: number; task_group?: number } {
  const others = listSiblings(data, ref.kind, parent).filter(({ id }) => id !== ref.id);
  const at = others.findIndex(({ id }) => id === after);
  const before = others[at]?.order ?? null;
  // Rows that share a key leave nothing between them: it goes behind the last of those.
  const next = others.slice(at + 1).find(({ order }) => before === null || order > before);
  const order = orderKeyBetween(before, next?.order ?? null, ref.id);
  if (parent === null || parent === parentOf(data, ref)) return { order };
  return ref.kind === 'task' ? { order, task_group: parent } : { order, task: parent };
}

/** The parents a row can go into, in the order they stand on the page. */
function listParents(data: WorkData, kind: RowRef['kind']): (number | null)[] {
  if (kind === 'group') return [null];
  const nodes = groupTasks(data);
  return kind === 'task' ? nodes.map(({ group }) => group.id) : nodes.flatMap(({ tasks }) => tasks.map(({ id }) => id));
}

/** One place up or down; past the end of its task or group into the next one. Null where there is nowhere to go. */
export function stepPlace(data: WorkData, ref: RowRef, by: 1 | -1): Place | null {
  const parent = parentOf(data, ref);
  const siblings = listSiblings(data, ref.kind, parent);
  const at = siblings.findIndex(({ id }) => id === ref.id);
  if (at < 0) return null;
  if (by === 1 && siblings[at + 1]) return { parent, after: siblings[at + 1]!.id };
  if (by === -1 && at > 0) return { parent, after: siblings[at - 2]?.id ?? null };
  const parents = listParents(data, ref.kind);
  const next = parents[parents.indexOf(parent) + by];
  if (next === undefined) return null;
  return { parent: next, after: by === 1 ? null : (listSiblings(data, ref.kind, next).at(-1)?.id ?? null) };
}

/** The row of its own kind that a dragged row is let go beside: over a milestone, a task is dropped behind the milestone's task. */
function anchorOf(data: WorkData, source: RowRef, target: RowRef): number | null {
  if (source.kind === target.kind) return target.id;
  if (source.kind === 'task' && target.kind === 'milestone') return findMilestone(data, target.id)?.task ?? null;
  if (source.kind !== 'group') return null;
  const task = target.kind === 'task' ? target.id : (findMilestone(data, target.id)?.task ?? 0);
  return findTask(data, task)?.task_group ?? null;
}

/** Whether a dragged row can be let go into a row: a milestone into a task, a task into a group. */
export function isInto(source: RowRef, target: RowRef): boolean {
  return (source.kind === 'milestone' && target.kind === 'task') || (source.kind === 'task' && target.kind === 'group');
}

/** Where a row goes that is let go over another one; null where it cannot be. */
export function dropPlace(data: WorkData, source: RowRef, target: RowRef, edge: 'top' | 'bottom', isClosed: boolean): Place | null {
  if (!findRow(data, source)) return null;
  if (isInto(source, target)) {
    // Into a closed one it goes to the end, where new things go; into an open one to the top, where the pointer is.
    const inside = listSiblings(data, source.kind, target.id).filter(({ id }) => id !== source.id);
    return { parent: target.id, after: isClosed ? (inside.at(-1)?.id ?? null) : null };
  }
  const anchor = anchorOf(data, source, target);
  if (anchor === null || anchor === source.id) return null;
  const parent = parentOf(data, { kind: source.kind, id: anchor });
  if (edge === 'bottom' || target.kind !== source.kind) return { parent, after: anchor };
  const siblings = listSiblings(data, source.kind, parent).filter(({ id }) => id !== source.id);
  return { parent, after: siblings[siblings.findIndex(({ id }) => id === anchor) - 1]?.id ?? null };
}

/** "Field work is now 2 of 5 in Boundary survey." */
export function sayPlace(data: WorkData, ref: RowRef): string {
  const parent = parentOf(data, ref);
  const siblings = listSiblings(data, ref.kind, parent);
  const at = siblings.findIndex(({ id }) => id === ref.id);
  const inside = parent === null ? null : ref.kind === 'task' ? findGroup(data, parent) : findTask(data, parent);
  return `${siblings[at]?.name ?? 'It'} is now ${at + 1} of ${siblings.length}${inside ? ` in ${inside.name}` : ''}.`;
}
