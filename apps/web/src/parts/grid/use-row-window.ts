import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isDrawn, layWindow, type RowRange, rangeSeen, type WindowPart } from './row-window.ts';

export type RowWindowInput = {
  count: number;
  /** Every row is as high as this. */
  rowHeight: number;
  /** Rows that are drawn wherever they are: the one with the focus. */
  kept: readonly number[];
  /** Draws everything: where rows are not alike. */
  isWhole?: boolean;
};

export type RowWindow = { scroller: RefObject<HTMLDivElement | null>; onScroll: () => void; parts: WindowPart[] };

/** As many as fit any window, until the pane has been measured. */
const FIRST: RowRange = { from: 0, to: 40 };
const WHOLE: RowRange = { from: 0, to: Number.POSITIVE_INFINITY };

/** Draws of a long table only the rows that are seen in its pane. */
export function useRowWindow({ count, rowHeight, kept, isWhole = false }: RowWindowInput): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState(FIRST);
  const measure = useRef(() => {});
  const parts = layWindow(count, isWhole ? WHOLE : range, kept);
  /** The range that is asked for, which may not be drawn yet. */
  const asked = useRef(FIRST);
  measure.current = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    if (clientHeight === 0) return;
    const next = rangeSeen(scrollTop, clientHeight, rowHeight);
    if (asked.current.from === next.from && asked.current.to === next.to) return;
    asked.current = next;
    // While what is seen is drawn already, further rows give way to typing.
    if (isDrawn(parts, scrollTop / rowHeight, (scrollTop + clientHeight) / rowHeight)) startTransition(() => setRange(next));
    else setRange(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: with rows that come or go the pane is another one
  useLayoutEffect(() => measure.current(), [count, isWhole]);
  useEffect(() => {
    const onResize = () => measure.current();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return { scroller, onScroll: () => measure.current(), parts };
}
