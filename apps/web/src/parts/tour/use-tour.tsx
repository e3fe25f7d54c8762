import { type ReactNode, useEffect, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { isTourDone, markTourDone, type Tour } from './tour-steps.ts';

const TourWindow = lazyPart(() => import('./tour-window.tsx').then((file) => file.TourWindow));

/**
 * Shows a tour on the first visit, after its delay. The screen places what this answers anywhere in its content. `isReady` holds it
 * back until what the tour points at is on the page.
 */
export function useTour(tour: Tour, isReady = true): ReactNode {
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    if (!isReady || isTourDone(tour.key)) return;
    const timer = setTimeout(() => {
      markTourDone(tour.key);
      setRunning(true);
    }, tour.delay);
    return () => clearTimeout(timer);
  }, [tour, isReady]);
  if (!isRunning) return null;
  return <TourWindow tour={tour} onEnd={() => setRunning(false)} />;
}
