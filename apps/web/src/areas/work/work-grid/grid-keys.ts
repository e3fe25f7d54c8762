import type { KeyboardEvent } from 'react';
import { type RowRef, readRowKey } from '../board/work-data.ts';

/** What the keys do. Whoever may not change anything has those that only look. */
export type GridKeys = Pick<ChangingKeys, 'fold'> & Partial<ChangingKeys>;

export type ChangingKeys = {
  step: (row: RowRef, by: 1 | -1) => void;
  fold: (row: RowRef, isClosed: boolean) => void;
  /** Adds rows to the selection. */
  select: (rows: readonly RowRef[]) => void;
  edit: (row: RowRef) => void;
  remove: (row: RowRef) => void;
};

/** The controls of a row the arrows reach, from left to right. */
function cellsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('[data-cell]')];
}

/** The control of a row that stands where the focus was, or its name, or whatever it has. */
function cellIn(row: Element, cell: string | undefined): HTMLElement | null {
  const cells = cellsOf(row);
  const named = (name: string | undefined) => cells.find((one) => one.dataset.cell === name);
  return named(cell) ?? named('name') ?? cells[0] ?? null;
}

/** Puts the focus onto a row, wherever on the page it stands by now. */
export function focusRow(grid: HTMLElement | null, key: string, cell?: string): void {
  const row = grid?.querySelector(`[data-row="${key}"]`);
  const control = row && cellIn(row, cell);
  control?.focus();
  control?.scrollIntoView({ block: 'nearest' });
}

function walk(rows: readonly Element[], from: number, cell: string | undefined, by: 1 | -1): boolean {
  for (let at = from; at >= 0 && at < rows.length; at += by) {
    const control = cellIn(rows[at]!, cell);
    if (control) {
      control.focus();
      return true;
    }
  }
  return false;
}

/** The nearest row above that this one stands in. */
function parentIn(rows: readonly Element[], row: Element): Element | undefined {
  const level = Number(row.getAttribute('aria-level'));
  return rows.slice(0, rows.indexOf(row)).findLast((one) => Number(one.getAttribute('aria-level')) < level);
}

/** ← goes to the control before this one; from the first it closes the row, and from a closed one goes to what it stands in. */
function goLeft(rows: readonly Element[], row: HTMLElement, target: HTMLElement, keys: GridKeys): boolean {
  const cells = cellsOf(row);
  const before = cells[cells.indexOf(target) - 1];
  if (before) before.focus();
  else if (row.getAttribute('aria-expanded') === 'true') keys.fold(readRowKey(row.dataset.row!), true);
  else {
    const parent = parentIn(rows, row);
    if (!parent) return false;
    cellIn(parent, undefined)?.focus();
  }
  return true;
}

/** → opens a closed row; in an open one it goes to the next control. */
function goRight(row: HTMLElement, target: HTMLElement, keys: GridKeys): boolean {
  if (row.getAttribute('aria-expanded') === 'false') {
    keys.fold(readRowKey(row.dataset.row!), false);
    return true;
  }
  const cells = cellsOf(row);
  const next = cells[cells.indexOf(target) + 1];
  next?.focus();
  return next !== undefined;
}

/**
 * The keys of the grid: ↑ and ↓ walk the rows, Home and End go to the first and last, ← and → walk the controls and fold, Alt with ↑ or ↓
 * moves the row, Shift with ↑ or ↓ selects on the way, Ctrl+A selects every milestone, F2 renames, Delete asks to delete. Nothing of it
 * while somebody types.
 */
export function readGridKey(event: KeyboardEvent<HTMLElement>, keys: GridKeys): void {
  const target = event.target as HTMLElement;
  const element = target.closest<HTMLElement>('[data-row]');
  if (!element?.dataset.row || target.matches('input:not([type="checkbox"])')) return;
  const row = readRowKey(element.dataset.row);
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'a' || !keys.select) return;
    event.preventDefault();
    keys.select(rows.map(({ dataset }) => readRowKey(dataset.row!)).filter(({ kind }) => kind === 'milestone'));
    return;
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
  let isDone = true;
  if (step && event.altKey) keys.step?.(row, step);
  else if (event.altKey) return;
  else if (step && event.shiftKey) {
    isDone = walk(rows, rows.indexOf(element) + step, target.dataset.cell, step);
    const reached = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    keys.select?.([row, ...(reached ? [readRowKey(reached)] : [])].filter(({ kind }) => kind === 'milestone'));
  } else if (step) isDone = walk(rows, rows.indexOf(element) + step, target.dataset.cell, step);
  else if (event.key === 'Home') isDone = walk(rows, 0, target.dataset.cell, 1);
  else if (event.key === 'End') isDone = walk(rows, rows.length - 1, target.dataset.cell, -1);
  else if (event.key === 'ArrowLeft') isDone = goLeft(rows, element, target, keys);
  else if (event.key === 'ArrowRight') isDone = goRight(element, target, keys);
  else if (event.key === 'F2') keys.edit?.(row);
  else if (event.key === 'Delete') keys.remove?.(row);
  else isDone = false;
  if (isDone) event.preventDefault();
}
