type LonLat = readonly [lon: number, lat: number];
/** A point or a polygon, lon/lat in degrees. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: LonLat }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly LonLat[])[] };

export type Box = { min_lon: number; min_lat: number; max_lon: number; max_lat: number };

function cornersOf(geometry: Geometry): readonly LonLat[] {
  return geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat();
}

export function boxOf(geometry: Geometry): Box {
  const box = { min_lon: Infinity, min_lat: Infinity, max_lon: -Infinity, max_lat: -Infinity };
  for (const [lon, lat] of cornersOf(geometry)) {
    box.min_lon = Math.min(box.min_lon, lon);
    box.min_lat = Math.min(box.min_lat, lat);
    box.max_lon = Math.max(box.max_lon, lon);
    box.max_lat = Math.max(box.max_lat, lat);
  }
  return box;
}

/** Where a label or a pin of it stands. */
export function middleOf(geometry: Geometry): { lon: number; lat: number } {
  const { min_lon, min_lat, max_lon, max_lat } = boxOf(geometry);
  return { lon: (min_lon + max_lon) / 2, lat: (min_lat + max_lat) / 2 };
}

/** What no map could draw: a ring that is open, or that encloses nothing. */
export function whyNotPlace(geometry: Geometry): string | null {
  if (geometry.type === 'Point') return null;
  for (const ring of geometry.coordinates) {
    const [first, last] = [ring[0], ring.at(-1)];
    if (!first || !last || first[0] !== last[0] || first[1] !== last[1]) return 'A polygon ends where it began.';
    if (new Set(ring.map(([lon, lat]) => `${lon} ${lat}`)).size < 3) return 'A polygon needs at least three corners.';
  }
  return null;
}
