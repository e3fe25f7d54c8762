import type { Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { Lonlat, MapLayer, MapPick } from './map-layer.ts';
import { layerIdsOf, MAP_ID } from './map-style.ts';

/** Pixels around a finger. */
const REACH = 14;

type Answers = { onTap: ((at: Lonlat, pick: MapPick | null) => void) | undefined; onPick: ((pick: MapPick | null) => void) | undefined };

function findPick(map: GlMap, { point }: MapMouseEvent, layers: readonly MapLayer[]): MapPick | null {
  const pickable = layers.filter((layer) => layer.kind === 'features' && !layer.is_background).map(({ id }) => id);
  const ids = pickable.flatMap(layerIdsOf).filter((id) => map.getLayer(id));
  const box: [[number, number], [number, number]] = [
    [point.x - REACH, point.y - REACH],
    [point.x + REACH, point.y + REACH],
  ];
  const found = map.queryRenderedFeatures(box, { layers: ids });
  // A point lies on its line: the smaller thing is what was meant.
  const best =
    found.find(({ geometry }) => geometry.type === 'Point') ?? found.find(({ geometry }) => geometry.type !== 'Polygon') ?? found[0];
  return best ? { layer: best.source, id: String(best.properties[MAP_ID]) } : null;
}

/** Tells of taps: what lies there, and where it was. */
export function useMapTaps(map: GlMap | null, layers: readonly MapLayer[], answers: Answers): void {
  const latest = useRef({ layers, answers });
  latest.current = { layers, answers };
  useEffect(() => {
    if (!map) return;
    const answer = (event: MapMouseEvent) => {
      const { onPick, onTap } = latest.current.answers;
      const pick = findPick(map, event, latest.current.layers);
      onPick?.(pick);
      onTap?.([event.lngLat.lng, event.lngLat.lat], pick);
    };
    map.on('click', answer);
    return () => {
      map.off('click', answer);
    };
  }, [map]);
}
