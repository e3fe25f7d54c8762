import { type GridPoint, makeProjection } from '@dmse/survey/geo/projection';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import type { Random } from './random.ts';

/** Where the demo firm works: towns of the province, by the place of their middle. */
type Site = GridPoint & { name: string };

const PLACES: readonly [name: string, longitude: number, latitude: number][] = [
  ['Moncton', -64.8, 46.09],
  ['Dieppe', -64.72, 46.09],
  ['Riverview', -64.81, 46.06],
  ['Fredericton', -66.64, 45.96],
  ['Saint John', -66.06, 45.27],
  ['Quispamsis', -65.95, 45.43],
  ['Oromocto', -66.48, 45.85],
  ['Sussex', -65.51, 45.72],
  ['Sackville', -64.38, 45.9],
  ['Shediac', -64.54, 46.22],
  ['Bouctouche', -64.74, 46.47],
  ['St. Stephen', -67.28, 45.19],
  ['Woodstock', -67.57, 46.15],
  ['Edmundston', -68.33, 47.37],
  ['Campbellton', -66.67, 48],
  ['Bathurst', -65.65, 47.62],
  ['Caraquet', -64.94, 47.79],
  ['Miramichi', -65.5, 47.03],
  ['Shippagan', -64.71, 47.74],
];

const projection = makeProjection(surveyDefaults.office_crs);

export const SITES: readonly Site[] = PLACES.map(([name, longitude, latitude]) => ({
  name,
  ...projection.toGrid({ longitude, latitude })!,
}));

export function toLonLat(point: GridPoint): { lon: number; lat: number } {
  const { longitude, latitude } = projection.toGeographic(point)!;
  return { lon: Math.round(longitude * 1e8) / 1e8, lat: Math.round(latitude * 1e8) / 1e8 };
}

export function toGridPoint({ lon, lat }: { lon: number; lat: number }): GridPoint {
  return projection.toGrid({ longitude: lon, latitude: lat })!;
}

export function metres(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** A place around another, denser in the middle. */
export function scatter(random: Random, { easting, northing }: GridPoint, reach: number): GridPoint {
  const [distance, angle] = [reach * random.next() * random.next(), random.next() * 2 * Math.PI];
  return { easting: metres(easting + distance * Math.cos(angle)), northing: metres(northing + distance * Math.sin(angle)) };
}
