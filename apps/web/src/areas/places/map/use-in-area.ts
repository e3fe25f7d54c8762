import { listInMapArea, type MapArea } from '@dmse/contract/places/map';
import type { MapLayerName } from '@dmse/domain/places/map-layers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Bounds, Lonlat } from '../../../parts/map/map-layer.ts';
import type { MapFilters } from './map-address.ts';

/** How many are listed; the count says how many there are. */
export const LISTED = 200;

/** The corners of a box, within what a map has. */
export function cornersOf([west, south, east, north]: Bounds): Lonlat[] {
  const [w, e] = [Math.max(west, -180), Math.min(east, 180)];
  const [s, n] = [Math.max(south, -90), Math.min(north, 90)];
  return [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
  ];
}

/** What is asked about an area: its corners and the layers with their filters. */
export function areaOf(corners: readonly Lonlat[], shown: readonly MapLayerName[], filters: MapFilters): MapArea {
  return {
    area: corners.map(([longitude, latitude]) => [longitude, latitude]),
    layers: shown.map((layer) => ({ layer, filter: filters[layer] ?? {} })),
  };
}

/** What lies inside an area; the list of before stays until the next one is there. */
export function useInArea(area: MapArea | null) {
  const isAsked = area !== null && area.layers.length > 0;
  return useQuery({
    queryKey: [listInMapArea.path, area],
    queryFn: ({ signal }) => call(listInMapArea, {}, { ...area!, page_size: LISTED }, { signal }),
    enabled: isAsked,
    staleTime: 10_000,
    placeholderData: isAsked ? keepPreviousData : undefined,
  });
}
