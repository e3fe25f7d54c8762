import type { Projection } from '@dmse/survey/geo/projection';
import type { Map as GlMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { gridLines, gridStep } from './grid-lines.ts';
import { GRID } from './own-style.ts';
import { setFeatures } from './use-map.ts';

const EQUATOR = 40_075_016.686;
/** Pixels around the world at zoom 0. */
const WORLD = 512;

function metresPerPixel(map: GlMap): number {
  return (EQUATOR * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (WORLD * 2 ** map.getZoom());
}

/** Lines of the office grid over the ground, at street scale and nearer. */
export function useMapGrid(map: GlMap | null, projection: Projection | null): void {
  useEffect(() => {
    if (!map || !projection) return;
    let isDrawn = false;
    const draw = () => {
      const step = gridStep(metresPerPixel(map));
      const box = map.getBounds();
      const bounds = [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()] as const;
      // Nothing is not drawn twice: from afar there is none.
      if (step !== null || isDrawn) setFeatures(map, GRID, step === null ? [] : gridLines(bounds, step, projection));
      isDrawn = step !== null;
    };
    draw();
    map.on('moveend', draw);
    return () => {
      map.off('moveend', draw);
    };
  }, [map, projection]);
}
