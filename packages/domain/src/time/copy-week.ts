import { addDays, daysBetween, type LocalDate, proseDate } from '../dates/local-date.ts';
import { isOpenJob, type JobState } from '../states/job.ts';
import { whyDayLocked } from '../states/time-batch.ts';
import type { TimeEntry } from './entry-rules.ts';
import { type GridRow, rowKey, rowOf } from './week-grid.ts';

export const COPY_MODES = ['rows', 'hours'] as const;
export type CopyMode = (typeof COPY_MODES)[number];

type Job = { id: number; num: string; state: JobState };
type CopyFacts = {
  /** The first days of the week that is copied and of the one it is copied to. */
  from: LocalDate;
  to: LocalDate;
  today: LocalDate;
  locked_through: LocalDate | null;
  jobs: readonly Job[];
  /** What the person has already entered in the week that is copied to. */
  present: readonly TimeEntry[];
};

/** `left_out` says in sentences what was not copied, and why. */
export type CopiedWeek = { rows: GridRow[]; entries: TimeEntry[]; left_out: string[] };

function firstOfEach<E>(items: readonly E[], key: (item: E) => string): E[] {
  return [...Map.groupBy(items, key).values()].map((group) => group[0]!);
}

/** The rows a person worked on, or rows with hours. Rows of jobs that are no longer in progress stay behind, named. */
export function copyWeek(entries: readonly TimeEntry[], mode: CopyMode, facts: CopyFacts): CopiedWeek {
  const { from, to, today, locked_through, jobs, present } = facts;
  const closed = new Map(jobs.filter((job) => !isOpenJob(job)).map((job) => [job.id, job]));
  const ofWeek = entries.filter(({ date }) => date >= from && daysBetween(from, date) < 7);
  const going = ofWeek.filter(({ job }) => job === null || !closed.has(job));
  const stopped = firstOfEach(
    ofWeek.flatMap(({ job }) => (job === null ? [] : (closed.get(job) ?? []))),
    ({ num }) => num,
  );
  const left_out = stopped.map(({ num, state }) => `Job ${num} is ${state}.`);
  const rows = firstOfEach(going.map(rowOf), rowKey);
  if (mode === 'rows') return { rows, entries: [], left_out };

  const taken = new Set(present.map((entry) => `${entry.date} ${rowKey(entry)}`));
  const moved = going.map((entry) => ({ ...entry, date: addDays(entry.date, daysBetween(from, to)) }));
  const copied = moved
    .filter(({ date }) => date <= today && whyDayLocked(date, locked_through) === null)
    // A cell somebody has already typed into stays as it is, so that copying twice copies once.
    .filter((entry) => !taken.has(`${entry.date} ${rowKey(entry)}`))
    // The times, the run and the note are of that day and of no other.
    .map((entry): TimeEntry => ({ ...entry, note: '', start: null, end: null, field_run: null }));
  if (moved.some(({ date }) => date > today)) left_out.push(`Nothing is copied to days after ${proseDate(today)}.`);
  const locked = moved.map(({ date }) => whyDayLocked(date, locked_through)).find((why) => why !== null);
  if (locked) left_out.push(locked.sentence);
  return { rows, entries: copied, left_out };
}
