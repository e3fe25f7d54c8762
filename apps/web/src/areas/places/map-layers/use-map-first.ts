import type { Map as GlMap } from 'maplibre-gl';
import { startTransition, useEffect, useState } from 'react';

/** Milliseconds after which a map that is not all there is no longer waited for. */
const PATIENCE = 2000;

/**
 * Whether what stands around the map may be drawn: it must not hold up the map's first picture, tiles and all. Whoever presses a key or
 * the pointer wants it now.
 */
export function useMapFirst(map: GlMap | null, hasNoMap: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const show = () => startTransition(() => setDrawn(true));
    const now = () => setDrawn(true);
    const isOnce = { once: true, capture: true };
    map?.once('idle', show);
    window.addEventListener('keydown', now, isOnce);
    window.addEventListener('pointerdown', now, isOnce);
    return () => {
      map?.off('idle', show);
      window.removeEventListener('keydown', now, isOnce);
      window.removeEventListener('pointerdown', now, isOnce);
    };
  }, [map]);
  return isDrawn || hasNoMap;
}
