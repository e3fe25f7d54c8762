import { addDays, daysBetween, type LocalDate } from './local-date.ts';

export const WEEK_STARTS = ['Monday', 'Sunday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** A day known to begin a week of either kind. */
const ANCHOR: Record<WeekStart, LocalDate> = { Monday: '2024-01-01', Sunday: '2023-12-31' };

/** The first day of the week a day lies in. A week is named by it. */
export function startOfWeek(date: LocalDate, week_starts_on: WeekStart): LocalDate {
  const days = daysBetween(ANCHOR[week_starts_on], date) % 7;
  return addDays(date, -((days + 7) % 7));
}

/** The seven days of the week a day lies in, in their order. */
export function daysOfWeek(date: LocalDate, week_starts_on: WeekStart): LocalDate[] {
  const first = startOfWeek(date, week_starts_on);
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(first, days));
}
