import type { Projection } from '@dmse/survey/geo/projection';
import type { Map as GlMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { gridLines, gridStep } from './grid-lines.ts';
import { GRID, setFeatures } from './use-map.ts';

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
    const draw = () => {
      const step = gridStep(metresPerPixel(map));
      const box = map.getBounds();
      const bounds = [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()] as const;
      setFeatures(map, GRID, step === null ? [] : gridLines(bounds, step, projection));
    };
    draw();
    map.on('moveend', draw);
    return () => {
      map.off('moveend', draw);
    };
  }, [map, projection]);
}
