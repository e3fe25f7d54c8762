import type { Reading } from '../text/reading.ts';
import { whyNotDate } from './date-range.ts';
import { addDays, daysBetween, type LocalDate } from './local-date.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
/** From three letters on, what is the beginning of one name only. */
const MIN_LETTERS = 3;

function findName(names: readonly string[], letters: string): number {
  return letters.length < MIN_LETTERS ? -1 : names.findIndex((name) => name.startsWith(letters));
}

/** The day, or null where the calendar has none: the 31st of February would become a day of March. */
export function calendarDay(year: number, month: number, day: number): LocalDate | null {
  const iso = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** So many months later, on the last day where that month is shorter. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const count = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return calendarDay(toYear, toMonth, Math.min(day, last)) ?? date;
}

function readNumbers(text: string): LocalDate | null {
  const match = /^(\d{4})(?:[-/. ](\d{1,2})[-/. ](\d{1,2})|(\d{2})(\d{2}))$/.exec(text);
  return match ? calendarDay(Number(match[1]), Number(match[2] ?? match[4]), Number(match[3] ?? match[5])) : null;
}

const UNITS: Record<string, (date: LocalDate, count: number) => LocalDate> = {
  d: addDays,
  w: (date, count) => addDays(date, count * 7),
  m: addMonths,
  y: (date, count) => addMonths(date, count * 12),
};

/** `+3d`, `+3`, `-1w`, `2w`, `in 3 days`. A bare number is no date. */
function readOffset(text: string, today: LocalDate): LocalDate | null {
  const match = /^(in |[+-])? ?(\d{1,3}) ?(d|days?|w|wks?|weeks?|m|mos?|months?|y|yrs?|years?)?$/.exec(text);
  if (!match || (!match[1] && !match[3])) return null;
  const count = Number(match[2]) * (match[1] === '-' ? -1 : 1);
  return UNITS[match[3]?.[0] ?? 'd']!(today, count);
}

function readWord(text: string, today: LocalDate): LocalDate | null {
  const near = ['yesterday', 'today', 'tomorrow'].findIndex((word) => text.length >= MIN_LETTERS && word.startsWith(text));
  if (near >= 0) return addDays(today, near - 1);
  const weekday = findName(WEEKDAYS, text);
  if (weekday < 0) return null;
  const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
  return addDays(today, ahead || 7);
}

/** `4 mar`, `mar 4`, `4 March 2026`, `March 4, 2026`. Without a year it is the one nearest to today. */
function readMonthName(text: string, today: LocalDate): LocalDate | null {
  const match = /^(?:(\d{1,2})(?:st|nd|rd|th)? ?-?([a-z]+)|([a-z]+) ?(\d{1,2})(?:st|nd|rd|th)?)(?:,? ?-?(\d{4}))?$/.exec(text);
  const month = match ? findName(MONTHS, match[2] ?? match[3]!) + 1 : 0;
  if (!match || month === 0) return null;
  const day = Number(match[1] ?? match[4]);
  if (match[5]) return calendarDay(Number(match[5]), month, day);
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((one) => calendarDay(one, month, day) ?? []);
  const gap = (date: LocalDate) => Math.abs(daysBetween(today, date));
  return days.toSorted((a, b) => gap(a) - gap(b) || (a < b ? 1 : -1))[0] ?? null;
}

/**
 * A date as people type it: `2026-03-04` (also with other separators or none), `today`, `tomorrow`, `+3d`, `-1w`, `+2m`, `fri`, `4 mar`,
 * `March 4, 2026`. A weekday is the next one after today. What could be read in two ways, such as 3/4/2026, is refused.
 */
export function readDate(text: string, today: LocalDate): Reading<LocalDate> {
  const shown = text.trim();
  const words = shown.toLowerCase().replace(/−/g, '-').replace(/\s+/g, ' ').replace(/\.$/, '');
  if (words === '') return { problem: 'There is no date.' };
  const date = readNumbers(words) ?? readOffset(words, today) ?? readWord(words, today) ?? readMonthName(words, today);
  if (date === null) return { problem: `“${shown}” is not a date; write 2026-03-04, +3d, fri or 4 mar.` };
  const problem = whyNotDate(date);
  return problem ? { problem } : { value: date };
}

/** `Fri`: stands before a date that was typed in short, when it is read back in full. */
export function sayWeekday(date: LocalDate): string {
  const name = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]!.slice(0, 3);
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}
