/**
 * Every grid that is offered against PROJ itself, at 10,000 places all over it: the farthest two of them lie apart. Needs GDAL's
 * gdaltransform; without it there is nothing to compare with, and the 200 places of the tests stand. Target: 0.1 mm.
 * Run: node bench/projections.ts
 */
import { spawnSync } from 'node:child_process';
import { KNOWN_CRS } from '@dmse/survey/geo/known-crs';
import { makeProjection } from '@dmse/survey/geo/projection';
import { createRandom } from '@dmse/sync/memory/random';
import { compare } from './shared/product.ts';

const PLACES = 10_000;
const TARGET_MM = 0.1;
/** The geographic system each grid is based on, and where it is used: south, north, west, east. */
const AREAS: Record<number, readonly [base: number, ...area: [number, number, number, number]]> = {
  2953: [4617, 44.5, 48.1, -69.1, -63.7],
  2036: [4140, 44.5, 48.1, -69.1, -63.7],
  2954: [4617, 45.9, 47.1, -64.5, -61.9],
  2960: [4617, 42, 60, -72, -66],
  2961: [4617, 42, 60, -66, -60],
  2962: [4617, 42, 60, -60, -54],
};

if (spawnSync('gdaltransform', ['--version']).status !== 0) {
  console.log('gdaltransform is not installed: nothing to compare with.');
  console.log('ok');
  process.exit();
}
const random = createRandom(14);
const between = (low: number, high: number) => low + ((high - low) * random.below(1_000_000)) / 1_000_000;
for (const crs of KNOWN_CRS) {
  const [base, south, north, west, east] = AREAS[crs.epsg!]!;
  const places = Array.from({ length: PLACES }, () => ({ latitude: between(south, north), longitude: between(west, east) }));
  const input = places.map(({ latitude, longitude }) => `${longitude} ${latitude}`).join('\n');
  const args = ['-s_srs', `EPSG:${base}`, '-t_srs', `EPSG:${crs.epsg}`, '-output_xy'];
  const { stdout } = spawnSync('gdaltransform', args, { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { toGrid } = makeProjection(crs);
  const worst = stdout
    .trim()
    .split('\n')
    .reduce((most, line, at) => {
      const [easting, northing] = line.split(' ').map(Number) as [number, number];
      const mine = toGrid(places[at]!)!;
      return Math.max(most, Math.hypot(mine.easting - easting, mine.northing - northing));
    }, 0);
  compare(`EPSG:${crs.epsg} ${crs.name}, farthest from PROJ`, worst * 1000, TARGET_MM, 'mm');
}
