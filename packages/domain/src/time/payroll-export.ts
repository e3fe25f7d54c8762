import { addDays, daysBetween, type LocalDate } from '../dates/local-date.ts';
import { startOfWeek, type WeekStart } from '../dates/week.ts';
import type { Minutes } from '../values/brand.ts';
import type { Reason } from '../values/reason.ts';

type Period = { from: LocalDate; to: LocalDate };

/** Why these days cannot be exported; null when they can. */
export function whyNotExport({ from, to }: Period, today: LocalDate): Reason {
  if (to < from) return { code: 'INVALID', sentence: 'The last day comes before the first.' };
  return to > today ? { code: 'INVALID', sentence: 'Time that is still to come is not exported.' } : null;
}

/** The days to offer for the next export: as many as last time, following it; for the first one the last two whole weeks. */
export function nextPayrollPeriod(last: Period | null, today: LocalDate, week_starts_on: WeekStart): Period {
  if (last === null) {
    const from = addDays(startOfWeek(today, week_starts_on), -14);
    return { from, to: addDays(from, 13) };
  }
  const from = addDays(last.to, 1);
  // Where nothing has followed yet, the last days are offered once more.
  if (from > today) return { from: last.from, to: last.to };
  const to = addDays(from, daysBetween(last.from, last.to));
  return { from, to: to < today ? to : today };
}

/** One approved entry as it is exported, and as the last export had it. */
export type PayrollLine = { entry: number; user: number; date: LocalDate; minutes: Minutes; overhead_code: number | null };

/** `before` is null for what is new, `after` for what is gone. */
export type PayrollChange = { entry: number; before: PayrollLine | null; after: PayrollLine | null };

function isSame(a: PayrollLine, b: PayrollLine): boolean {
  return a.user === b.user && a.date === b.date && a.minutes === b.minutes && a.overhead_code === b.overhead_code;
}

/** What has changed since a period was exported: shown before it is exported again, so that payroll can correct what was paid. */
export function changesSinceExport(exported: readonly PayrollLine[], current: readonly PayrollLine[]): PayrollChange[] {
  const [old, now] = [exported, current].map((lines) => new Map(lines.map((line) => [line.entry, line])));
  const entries = [...new Set([...old!.keys(), ...now!.keys()])].toSorted((a, b) => a - b);
  return entries
    .map((entry) => ({ entry, before: old!.get(entry) ?? null, after: now!.get(entry) ?? null }))
    .filter(({ before, after }) => before === null || after === null || !isSame(before, after));
}
