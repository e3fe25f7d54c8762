import type { JobTime } from '@dmse/contract/time/entry';

type WeekSum = JobTime['by_week'][number];

/** Each week with everything up to it, the first week first. */
export function runningTotals(weeks: readonly WeekSum[]): (WeekSum & { total: number })[] {
  let total = 0;
  return weeks
    .toSorted((a, b) => (a.first_day < b.first_day ? -1 : 1))
    .map((week) => {
      total += week.minutes;
      return { ...week, total };
    });
}
