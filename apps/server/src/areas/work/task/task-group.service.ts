import { type TaskGroup, updateTaskGroup as Update } from '@dmse/contract/work/task-group';
import { DEFAULT_TASK_GROUP } from '@dmse/domain/work/default-group';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { changeRecord, fieldsOf, lockRecord } from '../../../records/record.ts';
import { type Owner, openOwner, openOwnerOf, ownerColumns, readOwner, tellOwner } from '../work-record/owner.service.ts';
import { stampOf } from '../work-record/stamp.ts';
import { type WorkNoun, workOf } from '../work-record/work-record.ts';
import { placeRow } from './placing.ts';
import * as groups from './task-group.queries.ts';

type Named = { job?: number | undefined; quote?: number | undefined };

const groupNoun: WorkNoun<'task_group'> & { get: typeof getGroup } = {
  noun: 'task group',
  table: 'task_group',
  nameOf: (row) => String(row.name),
  titleOf: (row) => `task group ${row.name}`,
  places: ['order'],
  fields: fieldsOf(Update.declaration.body.shape),
  get: getGroup,
};

async function getGroup({ tx }: Context, id: number): Promise<TaskGroup> {
  const row = await groups.find(tx, id);
  if (!row) throw notFound();
  return row;
}

export function listTaskGroups({ tx }: Context, query: Named & PageInput) {
  return groups.list(tx, readOwner(query), query);
}

/** Puts a group into an owner that is held already. */
export async function addGroup(context: Context, owner: Owner, name: string, order?: string): Promise<number> {
  const { tx } = context;
  const others = await groups.listPlaces(tx, owner);
  const place = placeRow(others, order, others.length);
  return groups.insert(tx, { ...ownerColumns(owner), name, order: place, ...stampOf(context) });
}

/** The group new tasks go into when none is named: the last one, made if there is none. */
export async function lastGroup(context: Context, owner: Owner): Promise<number> {
  const last = (await groups.listPlaces(context.tx, owner)).at(-1);
  return last?.id ?? addGroup(context, owner, DEFAULT_TASK_GROUP);
}

export async function createTaskGroup(context: Context, { name, order, ...named }: Named & { name: string; order?: string | undefined }) {
  const owner = await openOwner(context, readOwner(named));
  const id = await addGroup(context, owner, name, order);
  await tellOwner(context, owner, `added task group ${name} to`);
  return getGroup(context, id);
}

export async function updateTaskGroup(context: Context, id: number, patch: { name?: string | undefined; order?: string | undefined }) {
  const owner = await openOwnerOf(context, 'task_group', id);
  return changeRecord(context, workOf(groupNoun, owner), id, async () => {
    const placed = patch.order === undefined ? {} : { order: placeRow(await groups.listPlaces(context.tx, owner, id), patch.order, id) };
    return { values: { ...patch, ...placed } };
  });
}

export async function removeTaskGroup(context: Context, id: number): Promise<void> {
  const owner = await openOwnerOf(context, 'task_group', id);
  const row = await lockRecord(context, groupNoun, id);
  const count = await groups.countTasks(context.tx, id);
  if (count > 0) throw new Refusal('IN_USE', `${row.name} still holds ${sayTasks(count)}: move or delete them first.`);
  await groups.remove(context.tx, id);
  await tellOwner(context, owner, `deleted task group ${row.name} from`);
}

function sayTasks(count: number): string {
  return count === 1 ? 'a task' : `${count} tasks`;
}
