import type { KeyboardEvent } from 'react';
import { type RowRef, readRowKey } from './work-data.ts';

export type GridKeys = {
  step: (row: RowRef, by: 1 | -1) => void;
  fold: (row: RowRef, isClosed: boolean) => void;
  edit: (row: RowRef) => void;
  remove: (row: RowRef) => void;
};

/** The control of a row that stands where the focus was, or its name. */
function cellIn(row: Element, cell: string | undefined): HTMLElement | null {
  return row.querySelector<HTMLElement>(`[data-cell="${cell ?? 'name'}"]`) ?? row.querySelector<HTMLElement>('[data-cell], input');
}

/** Puts the focus back onto a row that has moved on the page. */
export function focusRow(grid: HTMLElement | null, key: string, cell: string | undefined): void {
  const row = grid?.querySelector(`[data-row="${key}"]`);
  const control = row && cellIn(row, cell);
  control?.focus();
  control?.scrollIntoView({ block: 'nearest' });
}

function walk(grid: HTMLElement, from: Element, cell: string | undefined, by: 1 | -1): boolean {
  const rows = [...grid.querySelectorAll('[data-row]')];
  for (let at = rows.indexOf(from) + by; at >= 0 && at < rows.length; at += by) {
    const control = cellIn(rows[at]!, cell);
    if (control) {
      control.focus();
      return true;
    }
  }
  return false;
}

/**
 * The keys of the grid: ↑ and ↓ walk, ← and → fold, Alt with ↑ or ↓ moves the row, F2 renames it, Delete asks to delete it. Nothing of
 * it while somebody types.
 */
export function readGridKey(event: KeyboardEvent<HTMLElement>, keys: GridKeys): void {
  const target = event.target as HTMLElement;
  const element = target.closest<HTMLElement>('[data-row]');
  if (!element?.dataset.row || target.matches('input:not([type="checkbox"])') || event.ctrlKey || event.metaKey) return;
  const row = readRowKey(element.dataset.row);
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
  let isDone = true;
  if (step && event.altKey) keys.step(row, step);
  else if (event.altKey) return;
  else if (step) isDone = walk(event.currentTarget, element, target.dataset.cell, step);
  else if (event.key === 'ArrowLeft' && row.kind !== 'milestone') keys.fold(row, true);
  else if (event.key === 'ArrowRight' && row.kind !== 'milestone') keys.fold(row, false);
  else if (event.key === 'F2') keys.edit(row);
  else if (event.key === 'Delete') keys.remove(row);
  else isDone = false;
  if (isDone) event.preventDefault();
}
