import { isOpenJob, type JobState } from '../states/job.ts';
import type { Tone } from '../states/machine.ts';
import { daysBetween, type LocalDate } from './local-date.ts';

export type Staleness = { says: string; tone: Tone };

/** The longest first. Said as the firm has always said it. */
const FLAGS: readonly (Staleness & { weeks: number })[] = [
  { weeks: 8, says: '≥ 2 Months ago', tone: 'error' },
  { weeks: 4, says: '≥ 1 Months ago', tone: 'warning' },
];

/** So many days without work, and a job is flagged. */
export const STALE_DAYS = 7 * Math.min(...FLAGS.map(({ weeks }) => weeks));

/** How long nobody has worked on a job that is in progress; null when there is nothing to flag. Days are the firm's. */
export function staleness(job: { state: JobState; last_time_entry_date: LocalDate | null }, today: LocalDate): Staleness | null {
  const { last_time_entry_date: last } = job;
  if (last === null || !isOpenJob(job)) return null;
  const days = daysBetween(last, today);
  const flag = FLAGS.find(({ weeks }) => days >= weeks * 7);
  return flag ? { says: flag.says, tone: flag.tone } : null;
}
