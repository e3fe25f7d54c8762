import { useRef } from 'react';
import type { Spot } from '../../../parts/grid/grid-selection.ts';
import { type GridSheet, useGridSheet } from '../../../parts/grid/use-grid-sheet.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import type { BudgetChanges, ChangesState } from '../budget/budget-changes.ts';
import { clearCells, typeCell, type Written, whyNotType } from '../budget/budget-writes.ts';
import type { Entries } from './budget-cells.ts';
import { cellKey, typedValue } from './budget-columns.ts';
import type { BudgetTable } from './budget-table.ts';

export type SheetInput = {
  table: BudgetTable;
  /** The table with what was typed a moment ago, which the one that is drawn may not have yet. */
  readTable: () => BudgetTable;
  changes: BudgetChanges;
  state: ChangesState;
  canEdit: boolean;
};
export type BudgetSheet = GridSheet & {
  readTable: () => BudgetTable;
  carryOut: (written: Written, seen?: Entries) => void;
};

/** The budget as a spreadsheet: what typing, emptying and Escape do to its cells. */
export function useBudgetSheet({ table, readTable, changes, state, canEdit }: SheetInput): BudgetSheet {
  /** The budget as it was when the cell that is typed in was opened. */
  const seen = useRef<Entries>(new Map());

  /** Does what was typed, pasted or emptied, and says what is to be said. */
  function carryOut({ writing, bad, says }: Written, against?: Entries): void {
    if (writing) void changes.write({ ...writing, seen: against });
    else changes.mark(bad);
    if (!says) return;
    const action = writing ? { label: 'Undo', run: changes.undoLater() } : undefined;
    showToast({ text: says, colour: bad.length > 0 ? 'warning' : 'neutral', action });
  }

  function openCell(spot: Spot): string | null {
    const now = readTable();
    const line = now.lines[spot.row];
    const column = now.columns[spot.column];
    if (!line || !column) return null;
    const why = whyNotType(now, spot);
    if (why) {
      showToast({ text: why });
      return null;
    }
    seen.current = changes.readEntries();
    const kept = state.bad.get(cellKey(line.id, column.key))?.text;
    return kept ?? typedValue(column.kind, line.values[column.key] ?? null);
  }

  const sheet = useGridSheet({
    size: { rows: table.lines.length, columns: table.columns.length },
    canEdit,
    openCell,
    onType(spot, text) {
      const now = readTable();
      const written = typeCell(now, spot, text);
      const cell = { row: now.lines[spot.row]!.id, column: now.columns[spot.column]!.key };
      if (!written.writing && written.bad.length === 0) changes.unmark([cell]);
      carryOut(written, seen.current);
    },
    onClear: (selection) => carryOut(clearCells(readTable(), selection, 'deleting')),
    onDismiss({ row, column }) {
      const line = table.lines[row];
      const shown = table.columns[column];
      if (line && shown) changes.unmark([{ row: line.id, column: shown.key }]);
    },
  });
  return { ...sheet, readTable, carryOut };
}
