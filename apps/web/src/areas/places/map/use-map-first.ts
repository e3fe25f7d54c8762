import type { Map as GlMap } from 'maplibre-gl';
import { startTransition, useEffect, useState } from 'react';

/** Milliseconds after which a map that does not come is no longer waited for. */
const PATIENCE = 2000;

/** Whether what stands around the map may be drawn: it must not hold up the map's first frame. */
export function useMapFirst(map: GlMap | null, hasNoMap: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const show = () => startTransition(() => setDrawn(true));
    map?.once('render', show);
    return () => {
      map?.off('render', show);
    };
  }, [map]);
  return isDrawn || hasNoMap;
}
