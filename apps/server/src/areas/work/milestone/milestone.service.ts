import type { Milestone, milestoneFields } from '@dmse/contract/work/milestone';
import { can } from '@dmse/domain/access/grants';
import type { Role } from '@dmse/domain/access/roles';
import { whyNotChangeMilestone } from '@dmse/domain/access/work-access';
import { proseDate } from '@dmse/domain/dates/local-date';
import { isSettled, isSkipped, MILESTONE, type MilestoneState } from '@dmse/domain/states/milestone';
import { whyNotRemoveWork } from '@dmse/domain/work/remove-work';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, refuse } from '../../../call/refusal.ts';
import { lockRecord, openRecord, type RowOf, updateRecord } from '../../../records/record.ts';
import { insertMilestones } from '../budget/draft.queries.ts';
import { placeRow } from '../task/placing.ts';
import { listShifts, refuseLoop } from '../task/plan.ts';
import * as tasks from '../task/task.queries.ts';
import { holdOwnerOf, type Owner, openOwnerOf, ownerColumns, refuseClosed, tellOwner } from '../work-record/owner.service.ts';
import { stampOf } from '../work-record/stamp.ts';
import { workOf } from '../work-record/work-record.ts';
import * as milestones from './milestone.queries.ts';
import { milestoneNoun } from './milestone-text.ts';

type Fields = z.infer<z.ZodObject<typeof milestoneFields>>;
type Loose<T> = { [K in keyof T]?: T[K] | undefined };
export type NewMilestone = Loose<Fields> & { name: string };
type Patch = Loose<Fields> & { task?: number | undefined; shift_dependants?: boolean | undefined };

/** The fields by which milestones may come to wait for each other. */
const CHAINING = ['task', 'order', 'is_parallel', 'depends_on'];

async function getMilestone({ tx }: Context, id: number): Promise<Milestone> {
  const row = await milestones.find(tx, id);
  if (!row) throw notFound();
  return row as Milestone;
}

async function refuseUnknownReferences({ tx }: Context, { assigned_user, template }: Loose<Fields>): Promise<void> {
  const person = typeof assigned_user === 'number' ? await milestones.findPerson(tx, assigned_user) : null;
  if (person !== null && !person?.is_active) throw invalid({ assigned_user: 'There is no such person, or they have left.' });
  if (person && !can(person.granted as Role[], 'work.read'))
    throw invalid({ assigned_user: `${person.full_name} may not open jobs, so work cannot be assigned to them.` });
  if (typeof template === 'number' && !(await milestones.hasTemplate(tx, template)))
    throw invalid({ template: 'There is no such milestone template.' });
}

/** Who finished it, and when; nobody while it is open or skipped. */
function doneBy({ actor, now }: Context, state: MilestoneState) {
  const isDone = isSettled({ state }) && !isSkipped({ state });
  return isDone ? { done_on: now, done_by: actor.id } : { done_on: null, done_by: null };
}

/** Puts milestones at the end of a task of an owner that is held, or where they ask to be. */
export async function addMilestones(context: Context, owner: Owner, task: number, list: readonly NewMilestone[]): Promise<number[]> {
  const { tx } = context;
  const places = await milestones.listPlaces(tx, task);
  const rows = [];
  for (const [at, values] of list.entries()) {
    await refuseUnknownReferences(context, values);
    const order = placeRow(places, values.order, at);
    places.push({ id: 0, order });
    places.sort((a, b) => (a.order < b.order ? -1 : 1));
    const { state = MILESTONE.first, ...rest } = values;
    rows.push({ ...rest, ...ownerColumns(owner), ...stampOf(context), task, order, state, ...doneBy(context, state) });
  }
  return insertMilestones(tx, rows);
}

export async function createMilestone(context: Context, { task, ...values }: NewMilestone & { task: number }): Promise<Milestone> {
  const owner = await openOwnerOf(context, 'task', task, 'task');
  const [id] = await addMilestones(context, owner, task, [values]);
  await refuseLoop(context.tx, owner, id);
  await tellOwner(context, owner, `added milestone ${values.name} to task ${await milestones.findTaskName(context.tx, task)} of`);
  return getMilestone(context, id!);
}

/** Where it goes, when it is moved: within its task, or into another one of the same job or quote. */
async function placeMilestone({ tx }: Context, owner: Owner, before: RowOf<'milestone'>, { task, order }: Patch) {
  if (task === undefined && order === undefined) return {};
  const target = task ?? before.task;
  if (target !== before.task && !(await tasks.isOf(tx, owner, target)))
    throw invalid({ task: `Choose a task of the same ${owner.kind}; to another one it can be copied.` });
  const isMoved = target !== before.task || order !== undefined;
  return isMoved ? { task: target, order: placeRow(await milestones.listPlaces(tx, target, before.id), order, before.id) } : {};
}

export async function updateMilestone(context: Context, id: number, { shift_dependants, ...patch }: Patch): Promise<Milestone> {
  const { tx, actor } = context;
  const owner = await holdOwnerOf(context, 'milestone', id);
  const asked = [...Object.keys(patch), ...(shift_dependants ? ['shift_dependants'] : [])];
  const noun = {
    ...workOf(milestoneNoun, owner),
    get: getMilestone,
    refuse: (_: Context, { assigned_user }: RowOf<'milestone'>) => {
      refuse(whyNotChangeMilestone({ can_edit: owner.can_edit, is_assigned: assigned_user === actor.id }, asked));
      refuseClosed(owner);
    },
  };
  const before = await openRecord(context, noun, id);
  // Who has it already keeps it, also after having lost the role.
  await refuseUnknownReferences(context, patch.assigned_user === before.assigned_user ? { ...patch, assigned_user: null } : patch);
  const done = patch.state === undefined || patch.state === before.state ? {} : doneBy(context, patch.state);
  await updateRecord(context, noun, before, { ...patch, ...(await placeMilestone(context, owner, before, patch)), ...done });
  if (asked.some((field) => CHAINING.includes(field))) await refuseLoop(tx, owner, id);
  if (shift_dependants && patch.due_date !== undefined) await shiftAfter(context, owner, before, patch.due_date);
  return getMilestone(context, id);
}

/** Moves what waits for a milestone by the working days its own due date has moved. */
async function shiftAfter(context: Context, owner: Owner, before: RowOf<'milestone'>, to: string | null): Promise<void> {
  const { tx, actor, now } = context;
  const shifts = await listShifts(tx, owner, { id: before.id, from: before.due_date, to });
  if (shifts.length === 0) return;
  const rows = await milestones.shiftDueDates(tx, shifts, actor.id, now);
  const changes = shifts.map(({ id, before: from, after }) => {
    const { name, version } = rows.get(id)!;
    return {
      field: 'due_date',
      label: `Due date of ${name}`,
      from: proseDate(from),
      to: proseDate(after),
      record: 'milestone',
      id,
      version,
    };
  });
  const count = shifts.length === 1 ? 'the milestone' : `the ${shifts.length} milestones`;
  await tellOwner(context, owner, `moved the due dates of ${count} waiting for ${before.name} in`, changes);
}

export async function removeMilestone(context: Context, id: number): Promise<void> {
  const { tx, actor, now } = context;
  const owner = await openOwnerOf(context, 'milestone', id);
  const row = await lockRecord(context, milestoneNoun, id);
  refuse(whyNotRemoveWork('milestone', await tasks.sumMinutesOn(tx, [], [id])));
  const title = await milestoneNoun.titleOf(row, context);
  await milestones.remove(tx, owner, [id], actor.id, now);
  await refuseLoop(tx, owner);
  await tellOwner(context, owner, `deleted ${title} from`);
}
