import { localTime, splitByDay } from '../dates/day-parts.ts';
import { type LocalDate, localDate } from '../dates/local-date.ts';
import type { Instant, Minutes } from '../values/brand.ts';
import type { TimeEntry } from './entry-rules.ts';
import type { EntryStep } from './entry-time.ts';
import { MAX_DAY } from './entry-time.ts';
import { roundTimer } from './timer.ts';

/** A run the person crewed. `ended_on` is the last thing known of it: finished, imported, or its last shot; null while it goes on. */
export type CrewedRun = {
  id: string;
  name: string;
  job: number | null;
  task: number | null;
  started_on: Instant | null;
  ended_on: Instant | null;
};

/** A milestone the person finished. */
export type FinishedMilestone = { id: number; name: string; job: number; task: number; done_on: Instant };

/** What the system knows of a person's day and nobody has entered. `minutes` is null where only that it was done is known. */
export type SuggestedLine = {
  date: LocalDate;
  job: number;
  task: number | null;
  milestone: number | null;
  field_run: string | null;
  minutes: Minutes | null;
  says: string;
};

type Known = { runs: readonly CrewedRun[]; milestones: readonly FinishedMilestone[] };
type Entered = Pick<TimeEntry, 'date' | 'milestone' | 'field_run'>;

function linesOfRun({ id, name, job, task, started_on, ended_on }: CrewedRun, timeZone: string, step: EntryStep): SuggestedLine[] {
  if (job === null || started_on === null || ended_on === null) return [];
  return splitByDay(started_on, ended_on, timeZone)
    .filter(({ minutes }) => minutes > 0)
    .map(({ date, start, end, minutes }) => ({
      date,
      job,
      task,
      milestone: null,
      field_run: id,
      minutes: Math.min(MAX_DAY, roundTimer(minutes, step, 'nearest')),
      says: `Field run ${name}, ${localTime(start, timeZone)} to ${localTime(end, timeZone)}`,
    }));
}

/**
 * The greyed lines of some days, each with its reason. What is entered already for the same run or milestone on that day is not
 * suggested again. Nothing is entered by itself.
 */
export function suggestLines(
  { runs, milestones }: Known,
  entered: readonly Entered[],
  days: readonly LocalDate[],
  { timeZone, step }: { timeZone: string; step: EntryStep },
): SuggestedLine[] {
  const ofRuns = runs.flatMap((run) => linesOfRun(run, timeZone, step));
  const ofMilestones = milestones.map(
    ({ id, name, job, task, done_on }): SuggestedLine => ({
      date: localDate(done_on, timeZone),
      job,
      task,
      milestone: id,
      field_run: null,
      minutes: null,
      says: `You finished ${name}`,
    }),
  );
  const isEntered = (line: SuggestedLine) =>
    entered.some(
      (entry) =>
        entry.date === line.date && (line.field_run === null ? entry.milestone === line.milestone : entry.field_run === line.field_run),
    );
  return [...ofRuns, ...ofMilestones]
    .filter((line) => days.includes(line.date) && !isEntered(line))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
