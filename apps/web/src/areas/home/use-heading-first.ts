import { useDeferredValue, useEffect } from 'react';

let isFirstDrawing = true;

/** Whoever comes back, reloads or follows a link to a card is scrolled to it as soon as the page is drawn: then it must be all there. */
function isNewVisit(): boolean {
  if (!isFirstDrawing || location.pathname !== '/app/' || location.hash !== '') return false;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'navigate';
}

/** Whether what is below the heading is to be drawn. A new visit sees the heading first: on a slow machine the rest takes a while. */
export function useHeadingFirst(): boolean {
  const isRestDue = useDeferredValue(true, !isNewVisit());
  useEffect(() => {
    isFirstDrawing = false;
  }, []);
  return isRestDue;
}
