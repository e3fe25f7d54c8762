import type { Map as GlMap, MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { Lonlat, MapCluster, MapFound, MapLayer, MapPick } from './map-layer.ts';
import { layerIdsOf, MAP_ID } from './map-style.ts';

/** Pixels around a finger. */
const REACH = 14;
/** Pixels around a pointer that chooses among many: wider, everything nearby would have to be chosen from. */
const NEAR = 6;

type Answers = {
  onTap: ((at: Lonlat, pick: MapPick | null) => void) | undefined;
  onPick: ((pick: MapPick | null) => void) | undefined;
  onFind: ((found: MapFound) => void) | undefined;
};

function findDrawn(map: GlMap, { point }: MapMouseEvent, layers: readonly MapLayer[], reach: number): MapGeoJSONFeature[] {
  const ids = layers.flatMap(({ id }) => layerIdsOf(id)).filter((id) => map.getLayer(id));
  const box: [[number, number], [number, number]] = [
    [point.x - reach, point.y - reach],
    [point.x + reach, point.y + reach],
  ];
  return ids.length > 0 ? map.queryRenderedFeatures(box, { layers: ids }) : [];
}

function findPick(map: GlMap, event: MapMouseEvent, layers: readonly MapLayer[]): MapPick | null {
  const found = findDrawn(
    map,
    event,
    layers.filter((layer) => layer.kind === 'features' && !layer.is_background),
    REACH,
  );
  // A point lies on its line: the smaller thing is what was meant.
  const best =
    found.find(({ geometry }) => geometry.type === 'Point') ?? found.find(({ geometry }) => geometry.type !== 'Polygon') ?? found[0];
  return best ? { layer: best.source, id: String(best.properties[MAP_ID]) } : null;
}

const SIZES = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'];

function findAll(map: GlMap, event: MapMouseEvent, layers: readonly MapLayer[]): MapFound {
  const tiles = layers.filter(({ kind }) => kind === 'tiles');
  const reach = 'pointerType' in event.originalEvent && event.originalEvent.pointerType === 'touch' ? REACH : NEAR;
  const drawn = findDrawn(map, event, tiles, reach).sort((a, b) => SIZES.indexOf(a.geometry.type) - SIZES.indexOf(b.geometry.type));
  const picks = new Map<string, MapFound['picks'][number]>();
  const clusters = new Map<string, MapCluster>();
  for (const { source, properties } of drawn) {
    const { id, label, state, count, west, south, east, north } = properties;
    if (count !== undefined) {
      const bounds = [Number(west), Number(south), Number(east), Number(north)] as const;
      clusters.set(`${source} ${bounds.join()}`, { layer: source, count: Number(count), bounds });
    } else if (!picks.has(`${source} ${id}`)) {
      const variants = Object.keys(properties).filter((name) => properties[name] === true);
      picks.set(`${source} ${id}`, {
        layer: source,
        id: String(id),
        label: String(label ?? ''),
        state: state ? String(state) : null,
        variants,
      });
    }
  }
  return { at: [event.lngLat.lng, event.lngLat.lat], picks: [...picks.values()], clusters: [...clusters.values()] };
}

/** Tells of taps: what lies there, and where it was. */
export function useMapTaps(map: GlMap | null, layers: readonly MapLayer[], answers: Answers): void {
  const latest = useRef({ layers, answers });
  latest.current = { layers, answers };
  useEffect(() => {
    if (!map) return;
    const answer = (event: MapMouseEvent) => {
      const { onPick, onTap, onFind } = latest.current.answers;
      const pick = onPick || onTap ? findPick(map, event, latest.current.layers) : null;
      onPick?.(pick);
      onTap?.([event.lngLat.lng, event.lngLat.lat], pick);
      onFind?.(findAll(map, event, latest.current.layers));
    };
    const point = (event: MapMouseEvent) => {
      if (!latest.current.answers.onFind || map.isMoving()) return;
      const tiles = latest.current.layers.filter(({ kind }) => kind === 'tiles');
      map.getCanvas().style.cursor = findDrawn(map, event, tiles, NEAR).length > 0 ? 'pointer' : '';
    };
    map.on('click', answer);
    map.on('mousemove', point);
    return () => {
      map.off('click', answer);
      map.off('mousemove', point);
    };
  }, [map]);
}
