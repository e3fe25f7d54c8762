import type { Brand } from '../values/brand.ts';
/** A day on the firm's calendar, "2026-03-04". Never a midnight somewhere. */
export type LocalDate = Brand<string, 'local date'>;

/** To make one takes longer than to fill a page with what it says; a firm has one zone. */
const calendars = new Map<string, Intl.DateTimeFormat>();

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, made);
  return made;
}

/** The last answer: nearly every call asks for the day of the same minute, and no day begins within a minute. */
let last: { minute: string; timeZone: string; date: LocalDate } | null = null;

/** The day it is in a time zone at an instant. The zone is the firm's, an argument, never the machine's. */
export function localDate(instant: string, timeZone: string): LocalDate {
  const minute = instant.slice(0, 16);
  if (last?.minute === minute && last.timeZone === timeZone && instant.endsWith('Z')) return last.date;
  const date = calendarOf(timeZone).format(new Date(instant));
  if (instant.endsWith('Z')) last = { minute, timeZone, date };
  return date;
}

/** Whole days from one day to another; negative when the second is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function laterOf(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}

/** "4 Mar 2026", for prose. */
export function proseDate(date: LocalDate): string {
  const [year, month, day] = date.split('-').map(Number);
  const name = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][(month ?? 1) - 1];
  return `${day} ${name} ${year}`;
}
