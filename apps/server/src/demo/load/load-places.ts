import type { GridPoint } from '@dmse/survey/geo/projection';
import { createLoader, type Loading } from '../bulk-load.ts';
import { addressOf, doorOf, type Lot, makeLots } from '../firm/lots.ts';
import type { Project } from '../firm/projects.ts';
import type { Random } from '../firm/random.ts';
import { toLonLat } from '../firm/sites.ts';
import type { Scale } from '../sizes.ts';

type Lonlat = [lon: number, lat: number];
export type Outline = { type: 'Polygon'; coordinates: Lonlat[][] };

function lonlat(point: GridPoint): Lonlat {
  const { lon, lat } = toLonLat(point);
  return [lon, lat];
}

export function outlineOf({ corners }: Lot): Outline {
  const ring = corners.map(lonlat);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** The box around positions. */
export function boxOf(positions: readonly Lonlat[]) {
  const [lons, lats] = [positions.map(([lon]) => lon), positions.map(([, lat]) => lat)];
  return { min_lon: Math.min(...lons), min_lat: Math.min(...lats), max_lon: Math.max(...lons), max_lat: Math.max(...lats) };
}

/** The civic addresses and parcels around what the firm does, as a file of each would have brought them. Answers the parcels. */
export async function loadKnownPlaces(
  context: Loading,
  random: Random,
  { addresses, parcels }: Scale,
  projects: readonly Project[],
): Promise<Lot[]> {
  const box = ['min_lon', 'min_lat', 'max_lon', 'max_lat'];
  const rows = createLoader(context, 'known_place', ['kind', 'label', 'lon', 'lat', 'source', 'geometry', ...box]);
  const lots = makeLots(random, projects, addresses);
  for (const [at, lot] of lots.entries()) {
    await rows.add({ kind: 'address', label: addressOf(lot), ...toLonLat(doorOf(lot)), source: 'civic addresses.csv' });
    if (at >= parcels) continue;
    const geometry = outlineOf(lot);
    const place = { ...toLonLat(lot.centre), geometry, ...boxOf(geometry.coordinates[0]!) };
    await rows.add({ kind: 'parcel', label: lot.pid, source: 'parcels.geojson', ...place });
  }
  await rows.flush();
  return lots.slice(0, parcels);
}
