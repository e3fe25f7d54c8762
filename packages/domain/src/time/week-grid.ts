import type { LocalDate } from '../dates/local-date.ts';
import type { Minutes } from '../values/brand.ts';
import { type EntryTarget, sumMinutes, type TimeEntry } from './entry-rules.ts';

/** Two entries are of one row of the grid when they are for the same work, billed in the same way. */
export type GridRow = EntryTarget & { is_billable: boolean };
type Gridded = Pick<TimeEntry, keyof GridRow | 'date' | 'minutes'>;

export function rowKey({ job, task, milestone, overhead_code, is_billable }: GridRow): string {
  return [job, task, milestone, overhead_code, is_billable ? 1 : 0].join('/');
}

export function rowOf({ job, task, milestone, overhead_code, is_billable }: GridRow): GridRow {
  return { job, task, milestone, overhead_code, is_billable };
}

/** One cell: the entries of a row on a day. More than one where somebody entered times or several notes; the cell shows their sum. */
export type GridCell<E> = { date: LocalDate; minutes: Minutes; entries: E[] };
export type WeekGrid<E> = {
  rows: { key: string; row: GridRow; cells: GridCell<E>[]; minutes: Minutes }[];
  days: Minutes[];
  minutes: Minutes;
};

/** The entries of a week as rows × days, rows in the order of their first entry, with the sums of every row, day and the week. */
export function weekGrid<E extends Gridded>(entries: readonly E[], days: readonly LocalDate[]): WeekGrid<E> {
  const ofWeek = entries.filter(({ date }) => days.includes(date));
  const rows = [...Map.groupBy(ofWeek, rowKey)].map(([key, group]) => ({
    key,
    row: rowOf(group[0]!),
    cells: days.map((date) => {
      const ofDay = group.filter((entry) => entry.date === date);
      return { date, minutes: sumMinutes(ofDay), entries: ofDay };
    }),
    minutes: sumMinutes(group),
  }));
  const totals = days.map((date) => sumMinutes(ofWeek.filter((entry) => entry.date === date)));
  return { rows, days: totals, minutes: sumMinutes(ofWeek) };
}

export type WeekBalance = { expected: Minutes; minutes: Minutes; billable: Minutes; missing: Minutes; over: Minutes };

/** A week against what is expected of the person; 0 expected means no fixed hours. */
export function balanceOf(entries: readonly Pick<TimeEntry, 'minutes' | 'is_billable'>[], weekly_minutes: Minutes): WeekBalance {
  const minutes = sumMinutes(entries);
  return {
    expected: weekly_minutes,
    minutes,
    billable: sumMinutes(entries.filter(({ is_billable }) => is_billable)),
    missing: Math.max(0, weekly_minutes - minutes),
    over: weekly_minutes === 0 ? 0 : Math.max(0, minutes - weekly_minutes),
  };
}
