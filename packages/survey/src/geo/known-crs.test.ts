import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyNotCrs } from './check-crs.ts';
import { KNOWN_CRS } from './known-crs.ts';
import { makeProjection } from './projection.ts';

const other = (proj: string) => whyNotCrs({ name: 'Other', epsg: null, proj });

describe('grids offered by name', () => {
  it.each(KNOWN_CRS.map((crs) => [crs.epsg, crs] as const))('EPSG:%i can be the office grid', (_, crs) => {
    expect(whyNotCrs(crs)).toBeNull();
  });

  it('each EPSG code stands once, and each origin lies where its authority says', () => {
    expect(new Set(KNOWN_CRS.map(({ epsg }) => epsg)).size).toBe(KNOWN_CRS.length);
    const place = (epsg: number, latitude: number, longitude: number) =>
      makeProjection(KNOWN_CRS.find((crs) => crs.epsg === epsg)!).toGrid({ latitude, longitude });
    for (const [epsg, latitude, longitude, easting, northing] of [
      [2953, 46.5, -66.5, 2_500_000, 7_500_000],
      [2036, 46.5, -66.5, 2_500_000, 7_500_000],
      [2954, 47.25, -63, 400_000, 800_000],
      [2960, 0, -69, 500_000, 0],
      [2961, 0, -63, 500_000, 0],
      [2962, 0, -57, 500_000, 0],
    ] as const) {
      const found = place(epsg, latitude, longitude);
      expect(found?.easting, String(epsg)).toBeCloseTo(easting, 4);
      expect(found?.northing, String(epsg)).toBeCloseTo(northing, 4);
    }
  });
});

/** Reference figures from PROJ 9 through GDAL's gdaltransform, by EPSG codes: 200 places all over each grid. */
const PROJECTED = readFileSync(join(import.meta.dirname, '../../fixtures/projected-points.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').map(Number) as [number, number, number, number, number]);

describe('every grid that is offered agrees with PROJ to 0.1 mm, there and back', () => {
  it.each(KNOWN_CRS.map((crs) => [crs.epsg, crs] as const))('EPSG:%i', (epsg, crs) => {
    const { toGrid, toGeographic } = makeProjection(crs);
    const places = PROJECTED.filter(([code]) => code === epsg);
    expect(places).toHaveLength(200);
    for (const [, latitude, longitude, easting, northing] of places) {
      const grid = toGrid({ latitude, longitude })!;
      expect(Math.hypot(grid.easting - easting, grid.northing - northing)).toBeLessThan(1e-4);
      const back = toGrid(toGeographic({ easting, northing })!)!;
      expect(Math.hypot(back.easting - easting, back.northing - northing)).toBeLessThan(1e-4);
    }
  });
});

describe('a definition of one’s own', () => {
  it('must be readable, lead to a grid, and be in metres', () => {
    expect(other('+proj=nonsense')).toMatch(/cannot be read/);
    expect(other('+proj=longlat +ellps=GRS80')).toMatch(/grid in metres/);
    expect(other('+proj=utm +zone=19 +ellps=GRS80 +units=us-ft')).toMatch(/in metres/);
    expect(other('+proj=utm +zone=19 +ellps=GRS80 +to_meter=0.3048')).toMatch(/in metres/);
    expect(other('+proj=utm +zone=19 +ellps=GRS80 +units=m +to_meter=1')).toBeNull();
    expect(other('+proj=utm +zone=19 +ellps=GRS80')).toBeNull();
  });
});
