import type { asData } from '../map-style.ts';
import type { LAND as NEAR_LAND } from './base-land.generated.ts';

type Place = [number, number];

export type Land = { near: number[] } & Omit<Record<keyof typeof NEAR_LAND, string[]>, 'near'>;

/** The reverse of `encodeLine` in scripts/land-lines.mjs. */
export function decodeLine(text: string): Place[] {
  const places: Place[] = [];
  let at = 0;
  const step = () => {
    let bits = 0;
    for (let shift = 0; ; shift += 5) {
      const letter = text.charCodeAt(at++) - 63;
      bits |= (letter & 0x1f) << shift;
      if (letter < 0x20) return bits & 1 ? ~(bits >> 1) : bits >> 1;
    }
  };
  for (let [x, y] = [0, 0]; at < text.length; ) {
    x += step();
    y += step();
    places.push([x / 1e4, y / 1e4]);
  }
  return places;
}

/** The edge of an area without the sides of the box it was cut at. */
function shoresOf(ring: readonly Place[], [west, south, east, north]: readonly [number, number, number, number]): Place[][] {
  const isOnSide = (a: Place, b: Place) =>
    [west, east].some((side) => a[0] === side && b[0] === side) || [south, north].some((side) => a[1] === side && b[1] === side);
  const parts: Place[][] = [[ring[0]!]];
  for (const [at, place] of ring.slice(1).entries()) {
    if (isOnSide(ring[at]!, place)) parts.push([place]);
    else parts.at(-1)!.push(place);
  }
  return parts.filter((part) => part.length > 1);
}

/** From this zoom on the whole shore is drawn. Before it, scripts/far-land.mjs has left out what would be a pixel or two. */
export const NEAR_ZOOM = 7;

/** Everything the shipped map draws of the ground, each kind one feature. */
export function landFeatures(source: Land): ReturnType<typeof asData> {
  const near = source.near as [number, number, number, number];
  const [west, south, east, north] = near;
  const decoded = (texts: readonly string[]) => texts.map(decodeLine);
  const areas = (kind: string, rings: readonly Place[][]) => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) },
  });
  const lines = (kind: string, coordinates: readonly Place[][]) => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'MultiLineString', coordinates },
  });
  const land = decoded(source.land);
  const box: Place[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const features = [
    areas('far', decoded(source.far)),
    // The coarse coast ends where the fine one begins.
    areas('sea', [box]),
    areas('land', land),
    areas('lake', decoded(source.lake)),
    areas('island', decoded(source.island)),
    lines(
      'shore',
      land.flatMap((ring) => shoresOf(ring, near)),
    ),
    lines('river', decoded(source.river)),
    lines('border', decoded([...source.country, ...source.province, ...source.far_country])),
  ];
  return { type: 'FeatureCollection', features } as ReturnType<typeof asData>;
}
