import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { GroupNode } from '../board/work-data.ts';
import { focusRow } from './grid-keys.ts';

type Seen = { key: string; cell: string | undefined; at: number };

export type GridFocus = {
  /** The row that is about to move by keys: it is followed. */
  follow: () => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * Keeps the keyboard's place in the grid: with a row that moves, on its name when typing has ended, and beside a row that was deleted.
 * `typing` is the row that is typed into, or whose new milestone is.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>, nodes: readonly GroupNode[], typing: string | null): GridFocus {
  const seen = useRef<Seen | null>(null);
  const isFollowing = useRef(false);
  const typed = useRef(typing);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at is the page after the rows have changed
  useLayoutEffect(() => {
    const here = seen.current;
    if (!here) return;
    const rows = [...(grid.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const isThere = rows.some((row) => row.dataset.row === here.key);
    if (isThere && isFollowing.current) focusRow(grid.current, here.key, here.cell);
    isFollowing.current = false;
    const next = rows[Math.min(here.at, rows.length - 1)]?.dataset.row;
    if (!isThere && next && document.activeElement === document.body) focusRow(grid.current, next, here.cell);
  }, [nodes]);

  useLayoutEffect(() => {
    const before = typed.current;
    typed.current = typing;
    if (before && typing === null && document.activeElement === document.body) focusRow(grid.current, before);
  }, [grid, typing]);

  return {
    follow: () => {
      isFollowing.current = true;
    },
    onFocus: ({ target, currentTarget }) => {
      const row = target.closest<HTMLElement>('[data-row]');
      if (!row?.dataset.row) return;
      const at = [...currentTarget.querySelectorAll('[data-row]')].indexOf(row);
      seen.current = { key: row.dataset.row, cell: target.dataset.cell, at };
    },
    // Let go by a click beside everything; not by a dialog that opens or a row that is taken away.
    onBlur: ({ relatedTarget, target }) => {
      if (relatedTarget === null && target.isConnected) seen.current = null;
    },
  };
}
