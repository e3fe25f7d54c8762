import { Target } from '@dmse/contract/time/entry';
import type { Week, WeekCell } from '@dmse/contract/time/week';
import { rowKey } from '@dmse/domain/time/week-grid';
import { z } from 'zod';
import { keyOfTarget } from './target.ts';

/** A cell of some week: the work and the day. */
export function cellId(key: string, date: string): string {
  return `${key} ${date}`;
}

export function dayOfCell(id: string): string {
  return id.slice(id.lastIndexOf(' ') + 1);
}

export const UnsentCell = z.object({
  target: Target,
  date: z.string(),
  minutes: z.number().nullable(),
  was: z.number().nullable(),
  note: z.string().optional(),
  field_run: z.string().nullable().optional(),
});
export type UnsentCell = z.infer<typeof UnsentCell>;
export function idOfCell({ target, date }: Pick<UnsentCell, 'target' | 'date'>): string {
  return cellId(rowKey(target), date);
}

/** Cells that were changed together and go to the server together. */
export const UnsentStep = z.object({ id: z.string(), first_day: z.string(), cells: z.array(UnsentCell) });
export type UnsentStep = z.infer<typeof UnsentStep>;

/** What was typed here where something else had been entered meanwhile. */
export const CellConflict = z.object({ first_day: z.string(), cell: UnsentCell, theirs: z.number().nullable() });
export type CellConflict = z.infer<typeof CellConflict>;

export function wireCell({ target, date, minutes, was, note, field_run }: UnsentCell): WeekCell {
  return {
    ...target,
    date: date as WeekCell['date'],
    minutes: minutes as WeekCell['minutes'],
    was: was as WeekCell['was'],
    ...(note === undefined ? {} : { note }),
    ...(field_run === undefined ? {} : { field_run: field_run as NonNullable<WeekCell['field_run']> | null }),
  };
}

/** What is on its way, by cell: the last word counts. */
export function pendingCells(steps: readonly UnsentStep[]): ReadonlyMap<string, UnsentCell> {
  const pending = new Map<string, UnsentCell>();
  for (const cell of steps.flatMap(({ cells }) => cells)) {
    const before = pending.get(idOfCell(cell));
    // A later step without a note leaves the note of an earlier one.
    pending.set(idOfCell(cell), before?.note !== undefined && cell.note === undefined ? { ...cell, note: before.note } : cell);
  }
  return pending;
}

/** The minutes the server has in a cell; null where there are none. */
function minutesIn(week: Week, id: string): number | null {
  const entries = week.entries.filter((entry) => cellId(keyOfTarget(entry), entry.date) === id);
  return entries.length === 0 ? null : entries.reduce((sum, { minutes }) => sum + minutes, 0);
}

/**
 * After a refusal because somebody was faster: what of a step is there already, what can be sent again, and what has to be asked about
 * because another figure stands there now.
 */
export function partStep(step: UnsentStep, now: Week): { again: UnsentCell[]; conflicts: CellConflict[] } {
  const again: UnsentCell[] = [];
  const conflicts: CellConflict[] = [];
  for (const cell of step.cells) {
    const theirs = minutesIn(now, idOfCell(cell));
    if (theirs === cell.minutes && cell.note === undefined) continue;
    if (theirs === cell.was || theirs === cell.minutes) again.push({ ...cell, was: theirs });
    else conflicts.push({ first_day: step.first_day, cell, theirs });
  }
  return { again, conflicts };
}

/** When a step never was, what was typed over it is typed over what stood there before. */
export function rebaseSteps(steps: readonly UnsentStep[], lost: readonly UnsentCell[]): UnsentStep[] {
  const before = new Map(lost.map((cell) => [idOfCell(cell), cell.was]));
  return steps.map((step) => ({
    ...step,
    cells: step.cells.map((cell) => {
      const was = before.get(idOfCell(cell));
      // Only the first of them follows the lost one; those after it follow each other.
      before.delete(idOfCell(cell));
      return was === undefined ? cell : { ...cell, was };
    }),
  }));
}
