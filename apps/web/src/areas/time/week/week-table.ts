import type { NamedTarget, TimeEntry } from '@dmse/contract/time/entry';
import type { Suggestion, Week } from '@dmse/contract/time/week';
import { batchForEntry, whyDayLocked } from '@dmse/domain/states/time-batch';
import { weekGrid } from '@dmse/domain/time/week-grid';
import { keyOfTarget, namedTargetOf, targetOf } from './target.ts';
import { cellId, type UnsentCell } from './unsent-steps.ts';

export type TableCell = {
  id: string;
  date: string;
  /** Null where there is no time. */
  minutes: number | null;
  note: string;
  field_run: string | null;
  entries: readonly TimeEntry[];
  /** What the system knows of this day, while nothing is entered. */
  suggestion: Suggestion | null;
  /** Why nothing can be typed here. */
  why_not: string | null;
};
export type TableRow = {
  key: string;
  target: NamedTarget;
  cells: readonly TableCell[];
  minutes: number;
  /** Nothing is entered in it: it stands here because the system suggests it. */
  isSuggested: boolean;
};
export type WeekTable = {
  rows: readonly TableRow[];
  dates: readonly string[];
  days: readonly number[];
  minutes: number;
  /** Suggestions whose cell has time already. */
  others: readonly Suggestion[];
};

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Why nothing at all can be typed into a week. */
export function whyWeekClosed(week: Week): string | null {
  const batch = batchForEntry(week.batches);
  if ('sentence' in batch) return batch.sentence;
  return week.can_edit ? null : 'You can look at this week, but not change it.';
}

function whyNotCell(week: Week, closed: string | null, date: string, entries: readonly TimeEntry[]): string | null {
  if (closed) return closed;
  if (date > week.today) return 'Time is entered for today or earlier.';
  const locked = whyDayLocked(date as Week['today'], week.locked_through);
  if (locked) return locked.sentence;
  if (entries.length > 1) return `This adds up ${entries.length} entries; change them in the list.`;
  return entries[0]?.why_closed ?? null;
}

/** The rows in the order of the device, then those it does not know, each once. The names are the server's where it has them. */
function listTargets(kept: readonly NamedTarget[], { entries }: Week): Map<string, NamedTarget> {
  return new Map([...kept, ...entries.map(namedTargetOf)].map((target) => [keyOfTarget(target), target]));
}

/** The week as rows × days: what the server has, with what is on its way laid over it. */
export function buildWeekTable(week: Week, kept: readonly NamedTarget[], pending: ReadonlyMap<string, UnsentCell>): WeekTable {
  const closed = whyWeekClosed(week);
  const grid = weekGrid(
    week.entries.map((entry) => ({ ...targetOf(entry), date: entry.date, minutes: entry.minutes, entry })),
    week.days,
  );
  const entered = new Map(grid.rows.map((row) => [row.key, row.cells]));
  const free = new Map<string, Suggestion>();
  for (const suggestion of week.suggestions) free.set(cellId(keyOfTarget(suggestion), suggestion.date), suggestion);

  function buildRow(key: string, target: NamedTarget, isSuggested: boolean): TableRow {
    const cells = week.days.map((date, at): TableCell => {
      const id = cellId(key, date);
      const found = entered.get(key)?.[at];
      const entries = found?.entries.map(({ entry }) => entry) ?? [];
      const typed = pending.get(id);
      const minutes = typed ? typed.minutes : entries.length > 0 ? found!.minutes : null;
      return {
        id,
        date,
        minutes,
        note: typed?.note ?? entries[0]?.note ?? '',
        field_run: entries[0]?.field_run ?? null,
        entries,
        suggestion: minutes === null && !typed ? (free.get(id) ?? null) : null,
        why_not: whyNotCell(week, closed, date, entries),
      };
    });
    return { key, target, cells, minutes: sum(cells.map(({ minutes }) => minutes ?? 0)), isSuggested };
  }

  const targets = listTargets(kept, week);
  const rows = [...targets].map(([key, target]) => buildRow(key, target, false));
  const suggested = closed ? [] : week.suggestions.filter((one) => !targets.has(keyOfTarget(one)));
  const more = [...new Map(suggested.map((one) => [keyOfTarget(one), namedTargetOf(one)]))];
  const all = [...rows, ...more.map(([key, target]) => buildRow(key, target, true))];
  const days = week.days.map((_, at) => sum(all.map(({ cells }) => cells[at]!.minutes ?? 0)));
  const shown = new Set(all.flatMap(({ cells }) => cells.flatMap(({ suggestion }) => suggestion ?? [])));
  const others = closed ? [] : week.suggestions.filter((one) => !shown.has(one) && !pending.has(cellId(keyOfTarget(one), one.date)));
  return { rows: all, dates: week.days, days, minutes: sum(days), others };
}
