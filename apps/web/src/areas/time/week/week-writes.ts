import type { NamedTarget } from '@dmse/contract/time/entry';
import { typedDuration } from '@dmse/domain/dates/duration';
import { type EntryStep, readEntryTime } from '@dmse/domain/time/entry-time';
import { pasteBlock, sayPasted } from '@dmse/domain/work/budget-paste';
import { rangeOf, type Selection, type Spot } from '../../../parts/grid/grid-selection.ts';
import { targetOf } from './target.ts';
import type { UnsentCell } from './unsent-steps.ts';
import type { BadCell } from './week-outbox.ts';
import { type TableCell, type WeekTable, whySummed } from './week-table.ts';

/** A cell that is changed, with what puts it back. */
export type CellChange = { target: NamedTarget; date: string; before: Held; after: Held };
type Held = { minutes: number | null; note?: string; field_run?: string | null };

export type Written = { changes: readonly CellChange[]; bad: readonly (readonly [string, BadCell])[]; says: string | null };
const NOTHING: Written = { changes: [], bad: [], says: null };

/** What a field of a cell begins with, and what is copied. */
export function textOf({ minutes, suggestion }: Pick<TableCell, 'minutes' | 'suggestion'>): string {
  const shown = minutes ?? suggestion?.minutes ?? null;
  return shown === null ? '' : typedDuration(shown);
}

function changeOf({ target }: { target: NamedTarget }, cell: TableCell, minutes: number | null): CellChange {
  const { date, suggestion } = cell;
  // An emptied cell takes its note along; undo brings both back.
  const before: Held = minutes === null ? { minutes: cell.minutes, note: cell.note, field_run: cell.field_run } : { minutes: cell.minutes };
  const after: Held = { minutes, ...(suggestion?.field_run ? { field_run: suggestion.field_run } : {}) };
  return { target, date, before, after };
}

/** One cell typed. What cannot be read stays in the cell, with the sentence. */
export function typeCell({ rows }: WeekTable, { row, column }: Spot, text: string, step: EntryStep): Written {
  const found = rows[row]!;
  const cell = found.cells[column]!;
  if (text.trim() === '') {
    const why = whySummed(cell);
    if (why || cell.minutes === null) return { ...NOTHING, says: why };
    return { ...NOTHING, changes: [changeOf(found, cell, null)] };
  }
  const reading = readEntryTime(text, step);
  if ('problem' in reading) return { ...NOTHING, bad: [[cell.id, { text: text.trim(), problem: reading.problem }]] };
  if (reading.value === cell.minutes) return NOTHING;
  return { ...NOTHING, changes: [changeOf(found, cell, reading.value)] };
}

/** The time the system suggests, taken over as it is; null where only that something was done is known. */
export function takeSuggestion({ rows }: WeekTable, { row, column }: Spot): CellChange | null {
  const found = rows[row];
  const cell = found?.cells[column];
  return found && cell?.suggestion?.minutes ? changeOf(found, cell, cell.suggestion.minutes) : null;
}

/** The note of a cell that has time. */
export function noteChange({ rows }: WeekTable, { row, column }: Spot, note: string): CellChange | null {
  const found = rows[row]!;
  const { minutes, date, note: before } = found.cells[column]!;
  if (minutes === null || note === before || whySummed(found.cells[column]!)) return null;
  return { target: found.target, date, before: { minutes, note: before }, after: { minutes, note } };
}

/** A block of cells from a spreadsheet. They are taken as text first: times are spelled in more ways than figures. */
export function pasteCells({ rows, dates }: WeekTable, selection: Selection, text: string, step: EntryStep): Written {
  const { top, bottom, left, right } = rangeOf(selection);
  const target = { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
  const texts = rows.map(({ cells }, id) => ({
    id,
    values: Object.fromEntries(cells.map((cell) => [cell.date, cell.minutes === null ? null : typedDuration(cell.minutes)])),
  }));
  const pasted = pasteBlock(text, target, { columns: dates.map((key) => ({ key, kind: 'line' as const })), rows: texts });
  if ('problem' in pasted) return { ...NOTHING, says: pasted.problem };
  const changes: CellChange[] = [];
  const bad: (readonly [string, BadCell])[] = [];
  for (const { row, column, after } of pasted.changes) {
    const cell = rows[row]!.cells[dates.indexOf(column)]!;
    const words = String(after ?? '');
    const spot = { row, column: dates.indexOf(column) };
    const written = typeCell({ rows } as WeekTable, spot, words, step);
    if (written.changes.length > 0 && cell.why_not) bad.push([cell.id, { text: words, problem: cell.why_not }]);
    else {
      changes.push(...written.changes);
      bad.push(...written.bad);
    }
  }
  const counted = {
    changes: pasted.changes.slice(0, changes.length),
    bad: pasted.bad.concat(bad.map(([id, cell]) => ({ row: 0, column: id, ...cell }))),
  };
  return { changes, bad, says: sayPasted({ ...counted, beyond: pasted.beyond }) };
}

function cellsIn({ rows }: WeekTable, selection: Selection) {
  const { top, bottom, left, right } = rangeOf(selection);
  return rows.slice(top, bottom + 1).map((row) => ({ row, cells: row.cells.slice(left, right + 1) }));
}

/** Empties the cells of a selection; what cannot be changed stays, and it is said once. */
export function clearCells(table: WeekTable, selection: Selection): Written {
  const filled = cellsIn(table, selection).flatMap(({ row, cells }) =>
    cells.filter(({ minutes }) => minutes !== null).map((cell) => ({ row, cell })),
  );
  const whyNot = (cell: TableCell) => cell.why_not ?? whySummed(cell);
  const why = filled.map(({ cell }) => whyNot(cell)).find((words) => words !== null) ?? null;
  return {
    changes: filled.filter(({ cell }) => !whyNot(cell)).map(({ row, cell }) => changeOf(row, cell, null)),
    bad: [],
    says: why,
  };
}

/** The selection as a spreadsheet takes it from the clipboard. */
export function copyCells(table: WeekTable, selection: Selection): string {
  return cellsIn(table, selection)
    .map(({ cells }) => cells.map(({ minutes }) => (minutes === null ? '' : typedDuration(minutes))).join('\t'))
    .join('\r\n');
}

export function cellsToSend(changes: readonly CellChange[]): UnsentCell[] {
  return changes.map(({ target, date, before, after }) => ({ target: targetOf(target), date, was: before.minutes, ...after }));
}

/** What takes changes back. */
export function reverse(changes: readonly CellChange[]): CellChange[] {
  return changes.map(({ target, date, before, after }) => ({ target, date, before: after, after: before })).toReversed();
}

/** The cells whose time is another after than before. */
export function changesBetween(before: WeekTable, after: WeekTable): CellChange[] {
  const old = new Map(before.rows.flatMap(({ cells }) => cells.map((cell) => [cell.id, cell])));
  return after.rows.flatMap(({ target, cells }) =>
    cells.flatMap(({ id, date, minutes, note }): CellChange[] => {
      const was = old.get(id)?.minutes ?? null;
      return was === minutes ? [] : [{ target, date, before: { minutes: was }, after: { minutes, note } }];
    }),
  );
}
