import { sayDuration } from '../dates/duration.ts';
import { addDays, type LocalDate, proseDate } from '../dates/local-date.ts';
import { type Holidays, isWorkingDay } from '../dates/working-days.ts';
import { isOpenBatch, type TimeBatchState } from '../states/time-batch.ts';
import type { Minutes } from '../values/brand.ts';
import { LONG_DAY, lacksNote, sumMinutes, type TimeEntry } from './entry-rules.ts';

/** What a supervisor looks at before approving, the gravest first. None of them forbids the approval. */
export const WEEK_EXCEPTIONS = ['long_day', 'missing_day', 'no_note', 'over_budget'] as const;
export type WeekExceptionKind = (typeof WEEK_EXCEPTIONS)[number];
export type WeekException = { kind: WeekExceptionKind; date: LocalDate | null; task: number | null; says: string };

type Employed = { weekly_minutes: Minutes; start_date: LocalDate | null; end_date: LocalDate | null };
/** A task with a budget of time, and everybody's time on it so far. */
export type TaskUse = { id: number; name: string; budget_minutes: Minutes; actual_minutes: Minutes };
type ExceptionFacts = {
  days: readonly LocalDate[];
  person: Employed;
  tasks: readonly TaskUse[];
  holidays: Holidays;
  today: LocalDate;
};
type Seen = Pick<TimeEntry, 'date' | 'minutes' | 'task' | 'is_billable' | 'note'>;

function isEmployedOn({ start_date, end_date }: Omit<Employed, 'weekly_minutes'>, date: LocalDate): boolean {
  return (start_date === null || start_date <= date) && (end_date === null || date <= end_date);
}

/** The working days on which time is expected and none is entered. Today is not over yet. Nobody without fixed hours misses a day. */
function missingDays(entries: readonly Seen[], { days, person, holidays, today }: ExceptionFacts): LocalDate[] {
  if (person.weekly_minutes === 0) return [];
  const worked = new Set(entries.map(({ date }) => date));
  return days.filter((date) => date < today && isWorkingDay(date, holidays) && isEmployedOn(person, date) && !worked.has(date));
}

/** Every exception of a person's week, in the order they are shown. */
export function findWeekExceptions(entries: readonly Seen[], facts: ExceptionFacts): WeekException[] {
  const ofWeek = entries.filter(({ date }) => facts.days.includes(date));
  const long = facts.days.flatMap((date): WeekException[] => {
    const minutes = sumMinutes(ofWeek.filter((entry) => entry.date === date));
    return minutes > LONG_DAY ? [{ kind: 'long_day', date, task: null, says: `${sayDuration(minutes)} on ${proseDate(date)}` }] : [];
  });
  const missing = missingDays(ofWeek, facts).map(
    (date): WeekException => ({ kind: 'missing_day', date, task: null, says: `No time on ${proseDate(date)}` }),
  );
  const unsaid = ofWeek
    .filter(lacksNote)
    .map(({ date, task }): WeekException => ({ kind: 'no_note', date, task, says: `No note on ${proseDate(date)}` }));
  const worked = new Set(ofWeek.map(({ task }) => task));
  const over = facts.tasks
    .filter(({ id, budget_minutes, actual_minutes }) => worked.has(id) && budget_minutes > 0 && actual_minutes > budget_minutes)
    .map(({ id, name, budget_minutes, actual_minutes }): WeekException => {
      const says = `${name} is ${sayDuration(actual_minutes - budget_minutes)} over its ${sayDuration(budget_minutes)}`;
      return { kind: 'over_budget', date: null, task: id, says };
    });
  return [...long, ...missing, ...unsaid, ...over];
}

type Sheet = { first_day: LocalDate; state: TimeBatchState; person: Employed };

/** Is this person's sheet missing? Only once the week is over, and only where hours are expected of somebody who was employed in it. */
export function isMissingSheet({ first_day, state, person }: Sheet, today: LocalDate): boolean {
  const last = addDays(first_day, 6);
  const [from, to] = [person.start_date ?? first_day, person.end_date ?? last];
  return isOpenBatch(state) && last < today && person.weekly_minutes > 0 && from <= last && to >= first_day;
}
