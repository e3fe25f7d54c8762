import { azimuthOf, distance2d, groundDistance, normalizeAzimuth } from '@dmse/survey/geo/plane';
import type { GridPoint, Projection } from '@dmse/survey/geo/projection';
import { pointScale } from '@dmse/survey/geo/scale-factor';
import { groundLine } from './ground-line.ts';
import type { Lonlat } from './map-layer.ts';

/** Metres, degrees and square metres; a bearing from north is null between equal places. */
export type Measured = { distance: number; last: number; bearing: number | null; area: number };

/** What was measured on the grid, and on the ground at the height of the ellipsoid. Without a grid only the ground is known. */
export type MeasuredPath = { grid: Measured | null; ground: Measured };

/** A step of about ten metres northward, by which the grid's own north is told from the meridian's. */
const STEP = 0.0001;

function shoelace(points: readonly { x: number; y: number }[]): number {
  const twice = points.reduce((sum, { x, y }, at) => {
    const next = points[(at + 1) % points.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** The azimuth of the meridian on the grid. */
function convergence(projection: Projection, [longitude, latitude]: Lonlat, from: GridPoint): number {
  const north = projection.toGrid({ longitude, latitude: latitude + STEP });
  return (north && azimuthOf(from, north)) ?? 0;
}

function middleOf(points: readonly GridPoint[]): GridPoint {
  const sum = points.reduce((all, { easting, northing }) => ({ easting: all.easting + easting, northing: all.northing + northing }));
  return { easting: sum.easting / points.length, northing: sum.northing / points.length };
}

function measureOnSphere(path: readonly Lonlat[]): Measured {
  const legs = path.slice(1).map((to, at) => groundLine(path[at]!, to, null));
  const first = path[0] ?? ([0, 0] as const);
  const places = path.map(([longitude, latitude]) => ({
    x: groundLine(first, [longitude, first[1]], null).distance * Math.sign(longitude - first[0]),
    y: groundLine(first, [first[0], latitude], null).distance * Math.sign(latitude - first[1]),
  }));
  const last = legs.at(-1);
  return {
    distance: legs.reduce((sum, { distance }) => sum + distance, 0),
    last: last?.distance ?? 0,
    bearing: last?.bearing ?? null,
    area: shoelace(places),
  };
}

/** Length, last leg and enclosed area of a path of places. The ground's bearing is from the meridian, the grid's from grid north. */
export function measurePath(path: readonly Lonlat[], projection: Projection | null): MeasuredPath {
  const points = path.flatMap(([longitude, latitude]) => projection?.toGrid({ longitude, latitude }) ?? []);
  if (!projection || points.length < path.length || points.length === 0) return { grid: null, ground: measureOnSphere(path) };
  const legs = points.slice(1).map((to, at) => {
    const from = points[at]!;
    const distance = distance2d(from, to);
    return { distance, ground: groundDistance(distance, pointScale(projection, middleOf([from, to])) ?? 1) };
  });
  const sum = (name: 'distance' | 'ground') => legs.reduce((all, leg) => all + leg[name], 0);
  const [before, end] = [points.at(-2), points.at(-1)!];
  const bearing = before ? azimuthOf(before, end) : null;
  const area = shoelace(points.map(({ easting, northing }) => ({ x: easting, y: northing })));
  const scale = pointScale(projection, middleOf(points)) ?? 1;
  return {
    grid: { distance: sum('distance'), last: legs.at(-1)?.distance ?? 0, bearing, area },
    ground: {
      distance: sum('ground'),
      last: legs.at(-1)?.ground ?? 0,
      bearing: bearing === null || !before ? null : normalizeAzimuth(bearing - convergence(projection, path.at(-2)!, before)),
      area: area / scale ** 2,
    },
  };
}

/** As exactly as the grid and the ground differ: "860.42 m²", "42000.5 m²", "250.0000 ha". */
export function sayExactArea(squareMetres: number): string {
  if (squareMetres >= 1e6) return `${(squareMetres / 10_000).toFixed(4)} ha`;
  return `${squareMetres.toFixed(squareMetres < 10_000 ? 2 : 1)} m²`;
}

/** "12.34 m²", "860 m²", "4.20 ha", "12.3 km²". */
export function sayArea(squareMetres: number): string {
  if (squareMetres < 100) return `${squareMetres.toFixed(2)} m²`;
  if (squareMetres < 10_000) return `${squareMetres.toFixed(0)} m²`;
  return squareMetres < 1e7 ? `${(squareMetres / 10_000).toFixed(2)} ha` : `${(squareMetres / 1e6).toFixed(1)} km²`;
}
