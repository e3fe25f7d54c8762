import { type BadCell, type CellChange, pasteBlock, sayPasted } from '@dmse/domain/work/budget-paste';
import { readCell } from '@dmse/domain/work/cell-value';
import { rangeOf, type Selection, type Spot } from '../../../parts/grid/grid-selection.ts';
import { cellsToWrite, indexColumns } from '../budget-grid/budget-cells.ts';
import { lineOf, namedLine, typedAs, typedValue } from '../budget-grid/budget-columns.ts';
import { type BudgetLine, type BudgetTable, LOCKED } from '../budget-grid/budget-table.ts';
import type { Writing } from './budget-changes.ts';

/** What a key or the clipboard comes to: something to write, cells that could not be read, or both; and what to say about it. */
export type Written = { writing: Writing | null; bad: readonly BadCell[]; says: string | null };

/** A row may be locked in part: what is locked there stays too. */
function partLocked(table: BudgetTable, changes: readonly CellChange[]): Map<boolean, CellChange[]> {
  const rows = new Map(table.lines.map((line) => [line.id, line]));
  const columns = indexColumns(table.columns);
  return Map.groupBy(changes, ({ row, column }) => rows.get(row)?.entries.get(columns.get(column)!.line)?.is_locked ?? false);
}

function writeCells(table: BudgetTable, says: string, changes: readonly CellChange[], bad: readonly BadCell[]): Written {
  const parted = partLocked(table, changes);
  const open = parted.get(false) ?? [];
  const locked = (parted.get(true) ?? []).map((change) => ({
    row: change.row,
    column: change.column,
    text: typedAs(change),
    problem: LOCKED,
  }));
  const all = [...bad, ...locked];
  if (open.length === 0) return { writing: null, bad: all, says: null };
  const columns = indexColumns(table.columns);
  return { writing: { says, makeCells: (entries) => cellsToWrite(open, columns, entries), changes: open, bad: all }, bad: all, says: null };
}

/** One cell typed. What cannot be read stays in the cell, marked. */
export function typeCell(table: BudgetTable, { row, column }: Spot, text: string): Written {
  const line = table.lines[row]!;
  const { key, kind } = table.columns[column]!;
  const reading = readCell(kind, text);
  if ('problem' in reading)
    return { writing: null, bad: [{ row: line.id, column: key, text: text.trim(), problem: reading.problem }], says: null };
  const before = line.values[key] ?? null;
  if (reading.value === before) return { writing: null, bad: [], says: null };
  return writeCells(table, 'typing', [{ row: line.id, column: key, before, after: reading.value }], []);
}

export function pasteCells(table: BudgetTable, selection: Selection, text: string): Written {
  const { top, bottom, left, right } = rangeOf(selection);
  const target = { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
  const pasted = pasteBlock(text, target, { columns: table.columns, rows: table.lines });
  if ('problem' in pasted) return { writing: null, bad: [], says: pasted.problem };
  const written = writeCells(table, 'paste', pasted.changes, pasted.bad);
  const landed = written.writing?.changes?.length ?? 0;
  return { ...written, says: sayPasted({ ...pasted, changes: pasted.changes.slice(0, landed), bad: [...written.bad] }) };
}

function listSpots(selection: Selection): Spot[] {
  const { top, bottom, left, right } = rangeOf(selection);
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (__, across) => ({ row: top + down, column: left + across })),
  ).flat();
}

/** Empties the cells of a selection. What is locked stays, and it is said once: there is nothing in it to mark. */
export function clearCells(table: BudgetTable, selection: Selection, says: string): Written {
  const changes = listSpots(selection).flatMap((spot) => {
    const line = table.lines[spot.row]!;
    const { key } = table.columns[spot.column]!;
    const before = line.values[key] ?? null;
    return before === null || line.why_not ? [] : [{ row: line.id, column: key, before, after: null }];
  });
  const { writing } = writeCells(table, says, partLocked(table, changes).get(false) ?? [], []);
  const isLocked = listSpots(selection).some((spot) => whyNotType(table, spot) !== null);
  return { writing, bad: [], says: isLocked ? LOCKED : null };
}

/** Why nothing can be typed into a cell, if so. */
export function whyNotType({ lines, columns }: BudgetTable, { row, column }: Spot): string | null {
  const line = lines[row];
  const shown = columns[column];
  if (!line || !shown) return null;
  return line.why_not ?? (line.entries.get(shown.line)?.is_locked ? LOCKED : null);
}

/** The selection as a spreadsheet takes it from the clipboard. */
export function copyCells({ lines, columns }: BudgetTable, selection: Selection): string {
  const { top, bottom, left, right } = rangeOf(selection);
  return lines
    .slice(top, bottom + 1)
    .map(({ values }) =>
      columns
        .slice(left, right + 1)
        .map(({ key, kind }) => typedValue(kind, values[key] ?? null))
        .join('\t'),
    )
    .join('\r\n');
}

/** Locks every figure of a row, or unlocks them. */
export function lockRow(line: BudgetLine): Writing {
  const is_locked = line.lock !== 'all';
  return {
    says: is_locked ? 'locking' : 'unlocking',
    makeCells: (entries) =>
      [...entries.values()]
        .filter((entry) => entry.milestone === line.id)
        .map((entry) => ({
          milestone: line.id,
          ...namedLine(lineOf(entry)),
          is_locked,
        })),
  };
}
