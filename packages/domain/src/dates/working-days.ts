import { addDays, daysBetween, type LocalDate } from './local-date.ts';

/** The days the firm is closed besides weekends. */
export type Holidays = ReadonlySet<LocalDate>;

const NONE: Holidays = new Set();

export function isWorkingDay(date: LocalDate, holidays: Holidays = NONE): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(date);
}

/** The day that many working days later (earlier when negative). None leaves the day alone, also a Sunday somebody chose. */
export function addWorkingDays(date: LocalDate, days: number, holidays: Holidays = NONE): LocalDate {
  const step = days < 0 ? -1 : 1;
  let at = date;
  for (let left = Math.abs(days); left > 0; ) {
    at = addDays(at, step);
    if (isWorkingDay(at, holidays)) left -= 1;
  }
  return at;
}

/** How many working days lie on the way from one day to another, the day one comes to included; negative when going back. */
export function workingDaysBetween(from: LocalDate, to: LocalDate, holidays: Holidays = NONE): number {
  const days = daysBetween(from, to);
  const step = days < 0 ? -1 : 1;
  let count = 0;
  for (let gone = 1; gone <= Math.abs(days); gone++) {
    if (isWorkingDay(addDays(from, gone * step), holidays)) count += step;
  }
  return count;
}
