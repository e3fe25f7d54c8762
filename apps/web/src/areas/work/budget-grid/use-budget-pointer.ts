import { type ClipboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { clearCells, copyCells, pasteCells } from '../budget/budget-writes.ts';
import { cellKey } from './budget-columns.ts';
import { type Spot, selectSpot } from './budget-selection.ts';
import type { BudgetTable } from './budget-table.ts';
import type { BudgetSheet } from './use-budget-sheet.ts';

function isField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement;
}

/** Where in the table something happened. */
function spotAt({ lines, columns }: BudgetTable, target: EventTarget): Spot | null {
  const key = (target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell;
  if (key === undefined) return null;
  const row = lines.findIndex(({ id }) => key.startsWith(`${id}/`));
  const column = columns.findIndex((one) => cellKey(lines[row]?.id ?? 0, one.key) === key);
  return row < 0 || column < 0 ? null : { row, column };
}

export type PointerInput = { table: BudgetTable; sheet: BudgetSheet; canEdit: boolean; isNarrow: boolean };

/** The mouse and the clipboard over the table. One listener each for all cells. */
export function useBudgetPointer({ table, sheet, canEdit, isNarrow }: PointerInput) {
  const isDragging = useRef(false);
  useEffect(() => {
    const end = () => {
      isDragging.current = false;
    };
    window.addEventListener('mouseup', end);
    return () => window.removeEventListener('mouseup', end);
  }, []);

  function copy(event: ClipboardEvent): boolean {
    if (isField(event.target)) return false;
    event.clipboardData.setData('text/plain', copyCells(sheet.readTable(), sheet.selection));
    event.preventDefault();
    return true;
  }

  return {
    onMouseDown(event: MouseEvent): void {
      const spot = isField(event.target) || event.button !== 0 ? null : spotAt(table, event.target);
      if (!spot) return;
      // The focus goes to the cell, and the text of the table is not dragged over.
      event.preventDefault();
      isDragging.current = true;
      sheet.select(event.shiftKey ? { at: sheet.selection.at, to: spot } : selectSpot(spot));
    },
    onMouseOver(event: MouseEvent): void {
      const spot = isDragging.current && event.buttons === 1 ? spotAt(table, event.target) : null;
      const { at, to } = sheet.selection;
      if (spot && (spot.row !== to.row || spot.column !== to.column)) sheet.select({ at, to: spot });
    },
    onDoubleClick(event: MouseEvent): void {
      const spot = isField(event.target) ? null : spotAt(table, event.target);
      if (spot) sheet.startEditing(spot);
    },
    onClick(event: MouseEvent): void {
      // A finger has no second click.
      const spot = isNarrow && !isField(event.target) ? spotAt(table, event.target) : null;
      if (spot) sheet.startEditing(spot);
    },
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut(event: ClipboardEvent): void {
      if (copy(event) && canEdit) sheet.carryOut(clearCells(sheet.readTable(), sheet.selection, 'cutting'));
    },
    onPaste(event: ClipboardEvent): void {
      if (isField(event.target) || !canEdit) return;
      event.preventDefault();
      sheet.carryOut(pasteCells(sheet.readTable(), sheet.selection, event.clipboardData.getData('text/plain')));
    },
  };
}
