import { listNearby, type NearbyPlace, type PlaceGeometry } from '@dmse/contract/places/location';
import { useCall } from '../../../api/use-call.ts';
import type { Bounds } from '../../../parts/map/map-layer.ts';
import { useCan } from '../../../session/self.ts';

/** Street scale around a place, in degrees. */
const AROUND = 0.004;

export function boundsOf(geometry: PlaceGeometry | null): Bounds | null {
  if (!geometry) return null;
  const points = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat();
  const lons = points.map(([lon]) => lon);
  const lats = points.map(([, lat]) => lat);
  return [Math.min(...lons) - AROUND, Math.min(...lats) - AROUND * 0.7, Math.max(...lons) + AROUND, Math.max(...lats) + AROUND * 0.7];
}

/** What the firm knows nearby, so that a place can be told from the one beside it. */
export function useNearby(geometry: PlaceGeometry | null): readonly NearbyPlace[] {
  const mayRead = useCan('jobs.read');
  const bounds = boundsOf(geometry);
  const [min_lon, min_lat, max_lon, max_lat] = bounds ?? [0, 0, 0, 0];
  const grow = 4 * AROUND;
  const box = { min_lon: min_lon - grow, min_lat: min_lat - grow, max_lon: max_lon + grow, max_lat: max_lat + grow };
  return useCall(listNearby, box, { enabled: mayRead && bounds !== null, staleTime: 60_000, keepOld: true }).data?.results ?? [];
}
