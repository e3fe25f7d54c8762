import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef } from 'react';

const MARK = 'invoice-entry';

/** The work behind what is dragged; null when it is something else. */
export function readDraggedEntry(data: Record<string | symbol, unknown>): string | null {
  return data.type === MARK ? String(data.item) : null;
}

/** Makes an entry one that can be dragged onto a line. */
export function useEntryDrag(item: string, canDrag: boolean): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!element.current || !canDrag) return;
    return draggable({ element: element.current, getInitialData: () => ({ type: MARK, item }) });
  }, [item, canDrag]);
  return element;
}
