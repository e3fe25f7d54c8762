import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type GridCommand, readFieldKey, readGridKey } from './grid-keys.ts';
import { keepWithin, moveBy, type Selection, type Size, type Spot, selectAll, selectSpot, tabTo } from './grid-selection.ts';

/** A cell that is being typed in: what the field begins with, and whether the arrows leave it. */
export type Editing = { spot: Spot; text: string; isTyping: boolean };

export type GridSheetInput = {
  size: Size;
  canEdit: boolean;
  /** Where it begins; the first cell unless said. */
  start?: Spot;
  /** What a field in this cell begins with; null where nothing can be typed, which it says itself. */
  openCell: (spot: Spot) => string | null;
  /** What was typed into a cell, once the field is left. */
  onType: (spot: Spot, text: string) => void;
  onClear: (selection: Selection) => void;
  /** Escape on a cell nobody types in. */
  onDismiss: (spot: Spot) => void;
  /** A move down from the last row; answers whether the focus went elsewhere. */
  onPastEnd?: () => boolean;
};
export type GridSheet = ReturnType<typeof useGridSheet>;

/** A table as a spreadsheet: which cells are selected, which one is typed in, and what the keys do. */
export function useGridSheet(input: GridSheetInput) {
  const { size, canEdit, start = { row: 0, column: 0 }, openCell, onType, onClear, onDismiss, onPastEnd } = input;
  const [chosen, setSelection] = useState<Selection>(selectSpot(start));
  const [editing, showEditing] = useState<Editing | null>(null);
  /** What is open right now: a field that goes away may lose the focus once more, and is not written twice. */
  const open = useRef<Editing | null>(null);
  /** Set when the focus has to follow the selection; the grid takes it away once it has. */
  const wantsFocus = useRef(false);
  const { rows, columns } = size;
  const selection = useMemo(() => keepWithin(chosen, { rows, columns }), [chosen, rows, columns]);

  function setEditing(next: Editing | null): void {
    open.current = next;
    showEditing(next);
  }

  function select(next: Selection): void {
    wantsFocus.current = true;
    setSelection(next);
  }

  function startEditing(spot: Spot, typed?: string): void {
    const begins = canEdit ? openCell(spot) : null;
    if (begins === null) return;
    setSelection(selectSpot(spot));
    setEditing({ spot, text: typed ?? begins, isTyping: typed !== undefined });
  }

  function commit(text: string): void {
    if (!open.current) return;
    const { spot } = open.current;
    setEditing(null);
    onType(spot, text);
  }

  /** Answers whether the key was taken; a Tab past the end leaves the table. */
  function obey(command: GridCommand): boolean {
    const down = command.do === 'enter' ? command.by : command.do === 'move' && !command.isExtending ? command.by.row : 0;
    if (down === 1 && selection.at.row === size.rows - 1 && onPastEnd?.()) {
      wantsFocus.current = false;
      return true;
    }
    if (command.do === 'move') select(moveBy(selection, command.by, command.isExtending, size));
    else if (command.do === 'enter') select(moveBy(selection, { row: command.by, column: 0 }, false, size));
    else if (command.do === 'tab') {
      const next = tabTo(selection, command.by, size);
      if (next) select(next);
      return next !== null;
    } else if (command.do === 'all') select(selectAll(size));
    else if (command.do === 'dismiss') {
      onDismiss(selection.at);
      select(selectSpot(selection.at));
    } else if (!canEdit) return false;
    else if (command.do === 'clear') onClear(selection);
    else startEditing(selection.at, command.do === 'type' ? command.text : undefined);
    return true;
  }

  return {
    selection,
    editing,
    wantsFocus,
    select,
    startEditing,
    commit,
    readKey(event: KeyboardEvent): void {
      const command = readGridKey(event);
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

type Followed = Pick<GridSheet, 'selection' | 'editing' | 'wantsFocus'>;

/** Rows that stay in view before a cell that was past the edge. */
const ROWS_BEFORE = 2;

/**
 * Brings a cell into view. Past the edge a page is turned, as far as some rows before the cell: whoever goes down a column sees what comes
 * next, and the table is not moved again for every row.
 */
function showCell(cell: HTMLElement | null | undefined): void {
  if (!cell?.scrollIntoView) return;
  const { top, height } = cell.getBoundingClientRect();
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const moved = top - cell.getBoundingClientRect().top;
  if (Math.abs(moved) < 1) return;
  cell.style.scrollMarginBlock = `${ROWS_BEFORE * height}px`;
  cell.scrollIntoView({ block: moved > 0 ? 'start' : 'end', inline: 'nearest' });
  cell.style.scrollMarginBlock = '';
}

/** The focus goes with the selected cell when somebody moves in the table. `keyAt` is what its cells carry as `data-cell`. */
export function useFollowingFocus({ selection, editing, wantsFocus }: Followed, keyAt: (spot: Spot) => string) {
  const grid = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return;
    wantsFocus.current = false;
    const cellAt = (spot: Spot) => grid.current?.querySelector<HTMLElement>(`[data-cell="${keyAt(spot)}"]`);
    cellAt(selection.at)?.focus({ preventScroll: true });
    showCell(cellAt(selection.to));
  });
  return grid;
}
