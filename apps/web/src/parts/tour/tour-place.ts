import { useLayoutEffect, useState } from 'react';

const GAP = 12;
export const EDGE = 8;
export const WIDTH = 340;

export type Spot = { top: number; left: number; width: number; height: number };

/** Where the anchor is, followed while the window scrolls or changes size. */
export function useSpot(anchor: string | undefined): Spot | null {
  const [spot, setSpot] = useState<Spot | null>(null);
  useLayoutEffect(() => {
    const element = anchor ? document.querySelector(anchor) : null;
    if (!element) {
      setSpot(null);
      return;
    }
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const measure = () => {
      const { top, left, width, height } = element.getBoundingClientRect();
      setSpot({ top, left, width, height });
    };
    measure();
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, true);
    return () => {
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, true);
    };
  }, [anchor]);
  return spot;
}

/** Under the spot where there is room, else above it, else beside it, else at the bottom of it; in the middle when there is no spot. */
export function placeFor(spot: Spot | null, height: number): { top: number; left: number } {
  const width = Math.min(WIDTH, window.innerWidth - 2 * EDGE);
  if (!spot) return { top: Math.max(EDGE, (window.innerHeight - height) / 2), left: (window.innerWidth - width) / 2 };
  const below = spot.top + spot.height + GAP;
  const above = spot.top - GAP - height;
  const lowest = window.innerHeight - height - EDGE;
  const left = Math.min(Math.max(EDGE, spot.left), window.innerWidth - width - EDGE);
  if (below <= lowest) return { top: below, left };
  if (above >= EDGE) return { top: above, left };
  const right = spot.left + spot.width + GAP;
  const isBeside = right + width + EDGE <= window.innerWidth;
  return isBeside ? { top: Math.min(Math.max(EDGE, spot.top), lowest), left: right } : { top: Math.max(EDGE, lowest), left };
}
