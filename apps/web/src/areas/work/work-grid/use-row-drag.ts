import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { type RefObject, useEffect, useRef } from 'react';
import type { RowKind, RowRef } from '../board/work-data.ts';
import { isInto } from '../board/work-places.ts';

const MARK = 'work-row';

/** The row behind what is dragged or dragged over; null when it is something else. */
export function readDragged(data: Record<string | symbol, unknown>): RowRef | null {
  return data.type === MARK ? (data.row as RowRef) : null;
}

/** Which drops make sense: a milestone beside milestones or into a task, a task beside tasks or into a group, a group anywhere. */
function accepts(source: RowRef, target: RowRef): boolean {
  return !(source.kind === 'milestone' && target.kind === 'group') && !(source.kind === target.kind && source.id === target.id);
}

/** Makes a row one that can be dragged by its grip and dropped upon. Where it would land is drawn without asking React. */
export function useRowDrag(kind: RowKind, id: number, canDrag: boolean): RefObject<HTMLTableRowElement | null> {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const row = element.current;
    const grip = row?.querySelector('.grip');
    if (!row || !grip || !canDrag) return;
    const ref: RowRef = { kind, id };
    const endDrag = draggable({
      element: row,
      dragHandle: grip,
      getInitialData: () => ({ type: MARK, row: ref }),
      onDragStart: () => row.setAttribute('data-dragging', ''),
      onDrop: () => row.removeAttribute('data-dragging'),
    });
    const endDrop = dropTargetForElements({
      element: row,
      canDrop: ({ source }) => {
        const dragged = readDragged(source.data);
        return dragged !== null && accepts(dragged, ref);
      },
      getData: ({ input }) => attachClosestEdge({ type: MARK, row: ref }, { element: row, input, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self, source }) => {
        const dragged = readDragged(source.data);
        const edge = dragged?.kind === kind ? extractClosestEdge(self.data) : 'bottom';
        row.setAttribute('data-drop', dragged && isInto(dragged, ref) ? 'into' : (edge ?? 'bottom'));
      },
      onDragLeave: () => row.removeAttribute('data-drop'),
      onDrop: () => row.removeAttribute('data-drop'),
    });
    return () => {
      endDrag();
      endDrop();
    };
  }, [kind, id, canDrag]);
  return element;
}
