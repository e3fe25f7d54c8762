import { type ClipboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { type Selection, type Spot, selectSpot } from './grid-selection.ts';

function isField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

export type GridPointerInput = {
  /** Where the cell with this `data-cell` stands. */
  findSpot: (key: string) => Spot | null;
  selection: Selection;
  select: (selection: Selection) => void;
  startEditing: (spot: Spot) => void;
  canEdit: boolean;
  isNarrow: boolean;
  copy: (selection: Selection) => string;
  onCut: (selection: Selection) => void;
  onPaste: (selection: Selection, text: string) => void;
};

/** The mouse and the clipboard over a table. One listener each for all cells. */
export function useGridPointer(input: GridPointerInput) {
  const { findSpot, selection, select, startEditing, canEdit, isNarrow } = input;
  const isDragging = useRef(false);
  useEffect(() => {
    const end = () => {
      isDragging.current = false;
    };
    window.addEventListener('mouseup', end);
    return () => window.removeEventListener('mouseup', end);
  }, []);

  function spotAt(target: EventTarget): Spot | null {
    const key = (target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell;
    return key === undefined ? null : findSpot(key);
  }
  function copy(event: ClipboardEvent): boolean {
    if (isField(event.target)) return false;
    event.clipboardData.setData('text/plain', input.copy(selection));
    event.preventDefault();
    return true;
  }

  return {
    onMouseDown(event: MouseEvent): void {
      const spot = isField(event.target) || event.button !== 0 ? null : spotAt(event.target);
      if (!spot) return;
      // The focus goes to the cell, and the text of the table is not dragged over. A field that is open is left, and so written.
      event.preventDefault();
      const open = document.activeElement;
      if (open instanceof HTMLElement && isField(open) && event.currentTarget.contains(open)) open.blur();
      isDragging.current = true;
      select(event.shiftKey ? { at: selection.at, to: spot } : selectSpot(spot));
    },
    onMouseOver(event: MouseEvent): void {
      const spot = isDragging.current && event.buttons === 1 ? spotAt(event.target) : null;
      const { at, to } = selection;
      if (spot && (spot.row !== to.row || spot.column !== to.column)) select({ at, to: spot });
    },
    onDoubleClick(event: MouseEvent): void {
      const spot = isField(event.target) ? null : spotAt(event.target);
      if (spot) startEditing(spot);
    },
    onClick(event: MouseEvent): void {
      // A finger has no second click.
      const spot = isNarrow && !isField(event.target) ? spotAt(event.target) : null;
      if (spot) startEditing(spot);
    },
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut(event: ClipboardEvent): void {
      if (copy(event) && canEdit) input.onCut(selection);
    },
    onPaste(event: ClipboardEvent): void {
      if (isField(event.target) || !canEdit) return;
      event.preventDefault();
      input.onPaste(selection, event.clipboardData.getData('text/plain'));
    },
  };
}
