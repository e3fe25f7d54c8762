import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/time/entry';
import type { JobTime, TimeEntry } from '@dmse/contract/time/entry';
import { startOfWeek } from '@dmse/domain/dates/week';
import { sumCents } from '@dmse/domain/money/cents';
import { type Approver, TIME, whyNotOwn } from '@dmse/domain/states/approver';
import { sumMinutes, whyNotChangeEntry } from '@dmse/domain/time/entry-rules';
import type { Context } from '../../../call/context.ts';
import { conflict, invalid, notFound, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { changedSince, listHistory } from '../../../records/history.ts';
import { getLock } from '../../../records/posted.ts';
import { refuseStale } from '../../../records/record.ts';
import { getOwner } from '../../work/work-record/owner.service.ts';
import * as entries from './entry.queries.ts';
import { entryNoun } from './entry-noun.ts';
import { getApprover, getTimeFacts, seenBy } from './time-facts.service.ts';
import { type EntryPlan, writeEntries } from './write-entries.service.ts';

/** An entry as this person sees it: with why they cannot change it. */
export function toAnswer({ user_id, ...row }: entries.EntryAnswer, who: Approver, locked_through: string | null): TimeEntry {
  const kept = { user: user_id, date: row.date, batch_state: row.batch_state, wip_state: row.wip_state ?? ('UNBILLED' as const) };
  return { ...row, why_closed: whyNotChangeEntry(kept, who, locked_through)?.sentence ?? null };
}

export async function getTimeEntry(context: Context, id: number): Promise<TimeEntry> {
  const { tx } = context;
  const who = await getApprover(context);
  const found = await entries.find(tx, id, seenBy(who));
  if (!found) throw notFound();
  return toAnswer(found, who, (await getLock(tx, 'time')).locked_through);
}

export async function listTimeEntries(context: Context, filter: RequestQuery<typeof wire.listTimeEntries>) {
  const { tx } = context;
  const who = await getApprover(context);
  const { locked_through } = await getLock(tx, 'time');
  const { count, results } = await entries.list(tx, filter, seenBy(who));
  return { count, results: results.map((row) => toAnswer(row, who, locked_through)) };
}

type Given = RequestBody<typeof wire.updateTimeEntry>;
type Written = NonNullable<EntryPlan['after']>;

const EMPTY = { job: null, task: null, milestone: null, overhead_code: null, note: '', start: null, end: null, field_run: null };

/** Billable unless it is overhead; in the role of the person unless another is named. */
function newEntry({ user: _, ...given }: RequestBody<typeof wire.createTimeEntry>, person: entries.Person): Written {
  const { is_billable = (given.job ?? null) !== null, job_role = person.job_role } = given;
  return { ...EMPTY, ...given, is_billable, job_role } as Written;
}

export async function createTimeEntry(context: Context, given: RequestBody<typeof wire.createTimeEntry>): Promise<TimeEntry> {
  const who = await getApprover(context);
  const user = given.user ?? who.id;
  refuse(whyNotOwn(user, who, TIME));
  const [id] = await writeEntries(context, who, {
    user,
    touched: async () => [],
    jobs: [given.job ?? null],
    plan: (_, person) => [{ before: null, after: newEntry(given, person) }],
  });
  return getTimeEntry(context, id!);
}

/** An entry somebody names, seen by them; its person is held before it is. */
async function getNamed(context: Context, who: Approver, id: number): Promise<number> {
  const found = await entries.find(context.tx, id, seenBy(who));
  if (!found) throw notFound();
  refuse(whyNotOwn(found.user_id, who, TIME));
  return found.user_id;
}

async function refuseOlder(context: Context, id: number, version: number): Promise<void> {
  const listChanged = (since: number) => changedSince(context.tx, entryNoun.noun, id, since);
  await refuseStale(context, { noun: entryNoun.noun, version }, listChanged, () => getTimeEntry(context, id));
}

function afterOf(before: entries.HeldEntry, patch: Given): Written {
  const { date, job, task, milestone, overhead_code, minutes, is_billable, job_role, note, start, end, field_run } = before;
  const kept = { date, job, task, milestone, overhead_code, minutes, is_billable, job_role, note, start, end, field_run };
  // Another job leaves the task behind, another task the milestone.
  const left =
    patch.job !== undefined && patch.job !== job
      ? { task: null, milestone: null }
      : patch.task !== undefined && patch.task !== task
        ? { milestone: null }
        : {};
  return { ...kept, ...left, ...patch } as Written;
}

export async function updateTimeEntry(context: Context, id: number, patch: Given): Promise<TimeEntry> {
  const who = await getApprover(context);
  const user = await getNamed(context, who, id);
  const { version } = (await entries.find(context.tx, id, seenBy(who)))!;
  await refuseOlder(context, id, version);
  await writeEntries(context, who, {
    user,
    touched: async () => [id],
    jobs: [patch.job ?? null],
    plan: ([before]) => {
      if (!before) throw notFound();
      if (before.version !== version) throw conflict('Somebody else changed this entry at the same moment. Try again.');
      return [{ before, after: afterOf(before, patch) }];
    },
  });
  return getTimeEntry(context, id);
}

export async function removeTimeEntry(context: Context, id: number): Promise<void> {
  const who = await getApprover(context);
  const user = await getNamed(context, who, id);
  await writeEntries(context, who, {
    user,
    touched: async () => [id],
    jobs: [],
    plan: ([before]) => {
      if (!before) throw notFound();
      return [{ before, after: null }];
    },
  });
}

export async function listTimeEntryHistory(context: Context, id: number, page: PageInput) {
  const who = await getApprover(context);
  const found = await entries.find(context.tx, id, seenBy(who));
  if (!found) throw notFound();
  return listHistory(context, entryNoun.noun, id, [id], page);
}

/** The time on a job by task, person and week. */
export async function getJobTime(context: Context, job: number, filter: RequestQuery<typeof wire.getJobTime>): Promise<JobTime> {
  const { tx } = context;
  await getOwner(context, { kind: 'job', id: job }).catch(() => {
    throw notFound();
  });
  const { week_starts_on } = await getTimeFacts(context);
  const window = { job, user: filter.user ?? null, task: filter.task ?? null, from: filter.from ?? null, to: filter.to ?? null };
  if (window.from !== null && window.to !== null && window.from > window.to) throw invalid({ to: 'The last day is before the first.' });
  const by_task = await entries.sumByTask(tx, window);
  const by_person = await entries.sumByPerson(tx, window);
  const weeks = Map.groupBy(await entries.sumByDay(tx, window), ({ date }) => startOfWeek(date, week_starts_on));
  const by_week = [...weeks].map(([first_day, days]) => ({
    first_day,
    minutes: sumMinutes(days),
    billable_minutes: days.reduce((sum, { billable_minutes }) => sum + billable_minutes, 0),
  }));
  return {
    minutes: sumMinutes(by_week),
    billable_minutes: by_week.reduce((sum, { billable_minutes }) => sum + billable_minutes, 0),
    budget_minutes: by_task.reduce((sum, { budget_minutes }) => sum + budget_minutes, 0),
    amount: sumCents(by_person.map(({ amount }) => amount)),
    by_task,
    by_person,
    by_week,
  };
}
