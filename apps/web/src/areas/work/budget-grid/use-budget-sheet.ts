import { type KeyboardEvent, useRef, useState } from 'react';
import { showToast } from '../../../parts/toast/toast-store.ts';
import type { BudgetChanges, ChangesState } from '../budget/budget-changes.ts';
import { clearCells, typeCell, type Written, whyNotType } from '../budget/budget-writes.ts';
import type { Entries } from './budget-cells.ts';
import { cellKey, typedValue } from './budget-columns.ts';
import { type BudgetCommand, readBudgetKey, readFieldKey } from './budget-keys.ts';
import { keepWithin, moveBy, type Selection, type Spot, selectAll, selectSpot, tabTo } from './budget-selection.ts';
import type { BudgetTable } from './budget-table.ts';

/** A cell that is being typed in: what the field begins with, and whether the arrows leave it. */
export type Editing = { spot: Spot; text: string; isTyping: boolean; seen: Entries };

export type SheetInput = {
  table: BudgetTable;
  /** The table with what was typed a moment ago, which the one that is drawn may not have yet. */
  readTable: () => BudgetTable;
  changes: BudgetChanges;
  state: ChangesState;
  canEdit: boolean;
};
export type BudgetSheet = ReturnType<typeof useBudgetSheet>;

/** The budget as a spreadsheet: which cells are selected, which one is typed in, and what the keys do. */
export function useBudgetSheet({ table, readTable, changes, state, canEdit }: SheetInput) {
  const size = { rows: table.lines.length, columns: table.columns.length };
  const [chosen, setSelection] = useState<Selection>(selectSpot({ row: 0, column: 0 }));
  const [editing, showEditing] = useState<Editing | null>(null);
  /** What is open right now: a field that goes away may lose the focus once more, and is not written twice. */
  const open = useRef<Editing | null>(null);
  /** Set when the focus has to follow the selection; the grid takes it away once it has. */
  const wantsFocus = useRef(false);
  const selection = keepWithin(chosen, size);

  function setEditing(next: Editing | null): void {
    open.current = next;
    showEditing(next);
  }

  function select(next: Selection): void {
    wantsFocus.current = true;
    setSelection(next);
  }

  /** Does what was typed, pasted or emptied, and says what is to be said. */
  function carryOut({ writing, bad, says }: Written, seen?: Entries): void {
    if (writing) void changes.write({ ...writing, seen });
    else changes.mark(bad);
    if (!says) return;
    const action = writing ? { label: 'Undo', run: changes.undoLater() } : undefined;
    showToast({ text: says, colour: bad.length > 0 ? 'warning' : 'neutral', action });
  }

  function startEditing(spot: Spot, typed?: string): void {
    const now = readTable();
    const line = now.lines[spot.row];
    const column = now.columns[spot.column];
    if (!canEdit || !line || !column) return;
    const why = whyNotType(now, spot);
    if (why) {
      showToast({ text: why });
      return;
    }
    const kept = state.bad.get(cellKey(line.id, column.key))?.text;
    const text = typed ?? kept ?? typedValue(column.kind, line.values[column.key] ?? null);
    setSelection(selectSpot(spot));
    setEditing({ spot, text, isTyping: typed !== undefined, seen: changes.readEntries() });
  }

  function commit(text: string): void {
    if (!open.current) return;
    const { spot, seen } = open.current;
    setEditing(null);
    const now = readTable();
    const written = typeCell(now, spot, text);
    const cell = { row: now.lines[spot.row]!.id, column: now.columns[spot.column]!.key };
    if (!written.writing && written.bad.length === 0) changes.unmark([cell]);
    carryOut(written, seen);
  }

  function dismissMarks(): void {
    const line = table.lines[selection.at.row];
    const column = table.columns[selection.at.column];
    if (line && column) changes.unmark([{ row: line.id, column: column.key }]);
    select(selectSpot(selection.at));
  }

  /** Answers whether the key was taken; a Tab past the end leaves the table. */
  function obey(command: BudgetCommand): boolean {
    if (command.do === 'move') select(moveBy(selection, command.by, command.isExtending, size));
    else if (command.do === 'enter') select(moveBy(selection, { row: command.by, column: 0 }, false, size));
    else if (command.do === 'tab') {
      const next = tabTo(selection, command.by, size);
      if (next) select(next);
      return next !== null;
    } else if (command.do === 'all') select(selectAll(size));
    else if (command.do === 'dismiss') dismissMarks();
    else if (!canEdit) return false;
    else if (command.do === 'clear') carryOut(clearCells(readTable(), selection, 'deleting'));
    else startEditing(selection.at, command.do === 'type' ? command.text : undefined);
    return true;
  }

  return {
    selection,
    editing,
    readTable,
    wantsFocus,
    select,
    startEditing,
    commit,
    carryOut,
    readKey(event: KeyboardEvent): void {
      const command = readBudgetKey(event);
      if (!command || !obey(command)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** A key in the field of a cell. What leads out of it writes what is in it. */
    readFieldKey(event: KeyboardEvent, text: string): void {
      event.stopPropagation();
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') {
        wantsFocus.current = true;
        setEditing(null);
        return;
      }
      const command = editing && readFieldKey(event, editing.isTyping);
      if (!command) return;
      commit(text);
      wantsFocus.current = true;
      if (obey(command)) event.preventDefault();
    },
  };
}
