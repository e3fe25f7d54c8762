import type { asData } from '../map-style.ts';
import { LAND } from './base-land.generated.ts';

type Place = [number, number];

/** The reverse of `encode` in scripts/base-land.mjs. */
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

const [WEST, SOUTH, EAST, NORTH] = LAND.near as [number, number, number, number];

/** The edge of an area without the sides of the box it was cut at. */
function shoresOf(ring: readonly Place[]): Place[][] {
  const isOnSide = (a: Place, b: Place) =>
    [WEST, EAST].some((side) => a[0] === side && b[0] === side) || [SOUTH, NORTH].some((side) => a[1] === side && b[1] === side);
  const parts: Place[][] = [[ring[0]!]];
  for (const [at, place] of ring.slice(1).entries()) {
    if (isOnSide(ring[at]!, place)) parts.push([place]);
    else parts.at(-1)!.push(place);
  }
  return parts.filter((part) => part.length > 1);
}

/** Everything the shipped map draws of the ground, each kind one feature. */
export function baseLand(): ReturnType<typeof asData> {
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
  const land = LAND.land.map(decodeLine);
  const box: Place[] = [
    [WEST, SOUTH],
    [EAST, SOUTH],
    [EAST, NORTH],
    [WEST, NORTH],
    [WEST, SOUTH],
  ];
  const features = [
    areas('far', LAND.far.map(decodeLine)),
    // The coarse coast ends where the fine one begins.
    areas('sea', [box]),
    areas('land', land),
    areas('lake', LAND.lake.map(decodeLine)),
    areas('island', LAND.island.map(decodeLine)),
    lines('shore', land.flatMap(shoresOf)),
    lines('river', LAND.river.map(decodeLine)),
    lines('border', [...LAND.country, ...LAND.province, ...LAND.far_country].map(decodeLine)),
  ];
  return { type: 'FeatureCollection', features } as ReturnType<typeof asData>;
}
