import { sayDuration } from '../dates/duration.ts';
import type { LocalDate } from '../dates/local-date.ts';
import { type Approver, TIME, whyNotOwn } from '../states/approver.ts';
import { isOpenJob, type JobState } from '../states/job.ts';
import { type TimeBatchState, whyBatchClosed, whyDayLocked } from '../states/time-batch.ts';
import { type WipState, whyWipTaken } from '../states/wip.ts';
import type { Instant, Minutes } from '../values/brand.ts';
import type { Reason } from '../values/reason.ts';
import { type EntryStep, MAX_DAY, whyNotEntryMinutes } from './entry-time.ts';

/** What an entry is for: work on a job's task and milestone, or an overhead code. */
export type EntryTarget = { job: number | null; task: number | null; milestone: number | null; overhead_code: number | null };

export type TimeEntry = EntryTarget & {
  user: number;
  date: LocalDate;
  minutes: Minutes;
  job_role: number | null;
  note: string;
  is_billable: boolean;
  start: Instant | null;
  end: Instant | null;
  field_run: string | null;
};

/** The other entries of the same person on the same day. */
type OtherEntry = Pick<TimeEntry, 'minutes' | 'start' | 'end'>;
type EntryFacts = {
  today: LocalDate;
  step: EntryStep;
  locked_through: LocalDate | null;
  /** Null for an overhead entry. */
  job: { num: string; state: JobState } | null;
  others: readonly OtherEntry[];
};

const invalid = (sentence: string): Reason => ({ code: 'INVALID', sentence });

function whyNotTarget({ job, task, milestone, overhead_code, is_billable }: EntryTarget & { is_billable: boolean }): Reason {
  if ((job === null) === (overhead_code === null)) return invalid('An entry is for a job or for an overhead code.');
  if (job !== null) return task === null ? invalid('Choose the task this time is for.') : null;
  if (task !== null || milestone !== null) return invalid('An overhead entry has no task.');
  return is_billable ? invalid('Overhead is not billable.') : null;
}

function overlaps(a: OtherEntry, b: OtherEntry): boolean {
  if (a.start === null || a.end === null || b.start === null || b.end === null) return false;
  return Date.parse(a.start) < Date.parse(b.end) && Date.parse(b.start) < Date.parse(a.end);
}

function whyNotTimes(entry: OtherEntry, others: readonly OtherEntry[]): Reason {
  if ((entry.start === null) !== (entry.end === null)) return invalid('Give both the start and the end, or neither.');
  if (entry.start !== null && Date.parse(entry.end!) <= Date.parse(entry.start)) return invalid('The end is after the start.');
  const span = entry.start === null ? null : (Date.parse(entry.end!) - Date.parse(entry.start)) / 60_000;
  if (span !== null && entry.minutes > span) return invalid(`There are ${sayDuration(Math.floor(span))} between the start and the end.`);
  return others.some((other) => overlaps(entry, other)) ? invalid('This overlaps another entry of the same person.') : null;
}

export function sumMinutes(entries: readonly { minutes: Minutes }[]): Minutes {
  return entries.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** May this entry be saved as it is? The note is asked for when the week is submitted, not before. */
export function whyNotSaveEntry(entry: TimeEntry, { today, step, locked_through, job, others }: EntryFacts): Reason {
  const why = whyNotTarget(entry) ?? whyDayLocked(entry.date, locked_through);
  if (why) return why;
  if (entry.date > today) return invalid('Time is entered for today or earlier.');
  const minutes = whyNotEntryMinutes(entry.minutes, step);
  if (minutes !== null) return invalid(minutes);
  if (job !== null && !isOpenJob(job)) return { code: 'LOCKED', sentence: `Job ${job.num} is ${job.state}; reopen it first.` };
  const day = sumMinutes([entry, ...others]);
  if (day > MAX_DAY) return invalid(`That makes ${sayDuration(day)} on one day; a day has 24 h.`);
  return whyNotTimes(entry, others);
}

export const LONG_DAY: Minutes = 12 * 60;

/** A warning while typing; it never keeps anybody from saving. */
export function warnLongDay(minutes: Minutes): string | null {
  return minutes > LONG_DAY ? `${sayDuration(minutes)} on one day.` : null;
}

type Kept = { user: number; date: LocalDate; batch_state: TimeBatchState; wip_state: WipState };

/** May this person change or delete this entry? Their own, or as a Timesheet Admin, while its week is open and no invoice rests on it. */
export function whyNotChangeEntry(entry: Kept, who: Pick<Approver, 'id' | 'groups'>, locked_through: LocalDate | null): Reason {
  return (
    whyNotOwn(entry.user, who, TIME) ??
    whyDayLocked(entry.date, locked_through) ??
    whyWipTaken(entry.wip_state, 'This entry') ??
    whyBatchClosed(entry.batch_state)
  );
}

/** What an entry lacks before its week can go to the supervisor. */
export function lacksNote({ is_billable, note }: Pick<TimeEntry, 'is_billable' | 'note'>): boolean {
  return is_billable && note.trim() === '';
}

/** May these entries be submitted? Names how many notes are missing; the screen asks for each. */
export function whyNotReady(entries: readonly Pick<TimeEntry, 'is_billable' | 'note'>[]): Reason {
  if (entries.length === 0) return { code: 'INCOMPLETE', sentence: 'There is no time in this week to submit.' };
  const missing = entries.filter(lacksNote).length;
  if (missing === 0) return null;
  return { code: 'INCOMPLETE', sentence: `${missing === 1 ? '1 billable entry has' : `${missing} billable entries have`} no note.` };
}
