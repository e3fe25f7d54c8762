import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/wip/wip';
import type { JobWip, WipItem, WipTask } from '@dmse/contract/wip/wip';
import { daysBetween, type LocalDate } from '@dmse/domain/dates/local-date';
import { sumCents } from '@dmse/domain/money/cents';
import { isCounted } from '@dmse/domain/states/wip';
import { sayPrice } from '@dmse/domain/wip/explain';
import type { NewWipLine, WipPosition } from '@dmse/domain/wip/ledger';
import { actOn, dueForRelease, holdWip, whyNotHold, whyNotRelease, whyNotRestore, whyNotWriteOff } from '@dmse/domain/wip/wip-acts';
import { averageWipAge, sumWip, sumWipBy } from '@dmse/domain/wip/wip-sums';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid, notFound, refuse } from '../../../call/refusal.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { getOwner, type Owner } from '../../work/work-record/owner.service.ts';
import * as ledger from '../ledger/ledger.queries.ts';
import { holdSeen } from '../ledger/ledger.service.ts';
import { findSources } from './sources.ts';
import * as wip from './wip.queries.ts';

export async function getJob(context: Context, id: number): Promise<Owner> {
  return getOwner(context, { kind: 'job', id }).catch(() => {
    throw notFound();
  });
}

/** Only a day that is over, or today: the future is not in the ledger. */
async function readDay(
  context: Context,
  as_of: LocalDate | undefined,
): Promise<{ today: LocalDate; day: LocalDate; past: LocalDate | null }> {
  const today = await getToday(context);
  if (as_of !== undefined && as_of > today) throw invalid({ as_of: 'Choose today or an earlier day.' });
  const day = as_of ?? today;
  return { today, day, past: day < today ? day : null };
}

export async function getJobWip(context: Context, id: number, { as_of }: RequestQuery<typeof wire.getJobWip>): Promise<JobWip> {
  const { tx } = context;
  const { num, can_edit } = await getJob(context, id);
  const { day, past } = await readDay(context, as_of);
  const positions = await wip.listPositions(tx, id, past);
  const byTask = sumWipBy(positions, ({ task }) => task);
  const tasks = await wip.listTasks(tx, id);
  const known = new Set(tasks.map((task) => task.id));
  const ofTasks = tasks.map(
    ({ id: task, name, ...sums }): WipTask => ({ task: { id: task, name }, ...sums, ...(byTask.get(task) ?? sumWip([])) }),
  );
  // Work on no task, and on tasks that were there then.
  const others = positions.filter(({ task }) => task === null || !known.has(task));
  const rest = others.length > 0 ? [{ task: null, budget_amount: 0, budget_minutes: 0, minutes: 0, ...sumWip(others) }] : [];
  return {
    job: { id, num, can_edit },
    as_of: day,
    total: sumWip(positions),
    avg_wip_age: averageWipAge(positions, day),
    tasks: [...ofTasks, ...rest],
  };
}

function namedTask(task: number | null, names: ReadonlyMap<number, string>) {
  return task === null ? null : { id: task, name: names.get(task) ?? 'A task that is gone' };
}

/** Each piece with who did what, and how it was priced. */
async function describe({ tx }: Context, positions: readonly wip.PositionRow[], day: LocalDate): Promise<WipItem[]> {
  const sources = await findSources(
    tx,
    positions.map(({ item }) => item),
  );
  const names = await wip.listTaskNames(
    tx,
    positions.flatMap(({ task }) => task ?? []),
  );
  return positions.map(({ item, job, task, state, amount, work_date, hold_until, turn }) => {
    const { who = '', what = 'The entry is not known any more.', priced } = sources.get(item) ?? {};
    const named = namedTask(task, names);
    const says = priced ? sayPrice(priced) : '';
    return { item, job, task: named, state, amount, work_date, days: daysBetween(work_date, day), hold_until, turn, who, what, says };
  });
}

export async function listWipItems(context: Context, filter: RequestQuery<typeof wire.listWipItems>) {
  await getJob(context, filter.job);
  const { count, results } = await wip.page(context.tx, filter);
  return { count, results: await describe(context, results, await getToday(context)) };
}

export async function explainWip(context: Context, { job, figure, task, no_task, as_of }: RequestQuery<typeof wire.explainWip>) {
  await getJob(context, job);
  const { day, past } = await readDay(context, as_of);
  const positions = (await wip.listPositions(context.tx, job, past))
    .filter(({ state }) => isCounted(figure, state))
    .filter((position) => (task === undefined || position.task === task) && (no_task !== true || position.task === null))
    .toSorted((a, b) => (a.work_date === b.work_date ? 0 : a.work_date < b.work_date ? -1 : 1));
  const lines = await describe(context, positions, day);
  return { figure, as_of: day, total: sumCents(lines.map(({ amount }) => amount)), avg_wip_age: averageWipAge(positions, day), lines };
}

type Named = readonly { item: string; turn: number }[];

/** Holds the jobs, then the items. What somebody else has acted on since it was looked at is refused; so is what is not of the job. */
export async function holdItems({ tx }: Context, job: number, named: Named, also: readonly number[] = []): Promise<WipPosition[]> {
  await ledger.holdJobs(tx, [job, ...also]);
  const positions = await holdSeen(tx, named);
  for (const { item, job: here } of positions)
    if (here !== job) throw conflict('Somebody else has changed this work meanwhile; look again.', { item });
  return positions;
}

export async function appendLines(context: Context, lines: NewWipLine[]) {
  const { tx, now, actor } = context;
  await ledger.insertLines(tx, lines, { created_on: now, created_by: actor.id });
  const after = lines.filter(({ sign }) => sign === 1);
  return {
    changed: after.length,
    amount: sumCents(after.map(({ amount }) => amount)),
    items: after.map(({ item, turn }) => ({ item, turn })),
  };
}

const WHY_NOT = { hold: whyNotHold, release: whyNotRelease, 'write off': whyNotWriteOff, restore: whyNotRestore } as const;

export async function actOnWip(context: Context, { job, act, items, until = null, reason = null }: RequestBody<typeof wire.actOnWip>) {
  const owner = await getJob(context, job);
  const today = await getToday(context);
  const positions = await holdItems(context, job, items);
  for (const position of positions) {
    if (act === 'hold') refuse(WHY_NOT.hold(position, owner, until, today));
    else if (act === 'write off') refuse(WHY_NOT['write off'](position, owner, reason));
    else refuse(WHY_NOT[act](position, owner));
  }
  const lines = positions.flatMap((position) =>
    act === 'hold' ? holdWip(position, until, today, reason) : actOn(act, position, today, reason),
  );
  return appendLines(context, lines);
}

/** Work that was held until a day is ready on that day. Done by the server itself, each night. */
export async function releaseDue(context: Pick<Context, 'tx' | 'now'> & { actor: { id: number | null } }): Promise<number> {
  const { tx, now } = context;
  const today = await getToday(context);
  const due = await wip.listDueForRelease(tx, today);
  if (due.length === 0) return 0;
  await ledger.holdJobs(
    tx,
    due.map(({ job }) => job),
  );
  const held = await ledger.lockPositions(
    tx,
    due.map(({ item }) => item),
  );
  const still = dueForRelease(held.values(), today);
  await ledger.insertLines(
    tx,
    still.flatMap((position) => actOn('release', position, today)),
    { created_on: now, created_by: context.actor.id },
  );
  return still.length;
}

export async function listWipHistory({ tx }: Context, item: string) {
  const lines = await ledger.listLines(tx, item);
  if (lines.length === 0) throw notFound();
  const nums = await wip.listNumbers(
    tx,
    lines.map(({ job }) => job),
  );
  const people = await wip.listPeople(
    tx,
    lines.flatMap(({ created_by }) => created_by ?? []),
  );
  const tasks = await wip.listTaskNames(
    tx,
    lines.flatMap(({ task }) => task ?? []),
  );
  return {
    lines: lines.map(({ job, task, reverses, created_on, created_by, item: _, ...line }) => ({
      ...line,
      is_undo: reverses !== null,
      job: { id: job, num: nums.get(job)! },
      task: namedTask(task, tasks),
      at: created_on,
      by: created_by === null ? null : { id: created_by, full_name: people.get(created_by) ?? '' },
    })),
  };
}
