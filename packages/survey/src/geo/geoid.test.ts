import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { surveyDefaults } from '../survey-settings.ts';
import { extentOf, makeGeoid, sampleGrid, verticalSystemOf } from './geoid.ts';
import { type TestGrid, writeTestGrid } from './geoid-fixture.ts';
import { loadGeoidGrid } from './geoid-grid.ts';

/** A tilted plane: what bilinear interpolation must give back exactly, up to the rounding of the nodes. */
const plane = (latitude: number, longitude: number) => -20 + (latitude - 46) * 1.2 - (longitude + 66) * 0.8;
const small: TestGrid = { longitude: -67, latitude: 47, step: 0.1, width: 11, height: 11, value: plane };

async function load(grid: TestGrid) {
  const loaded = await loadGeoidGrid(writeTestGrid(grid), 'test.tif');
  if (!loaded.ok) throw new Error(loaded.sentence);
  return loaded.grid;
}

describe('SUR-C6 a geoid grid', () => {
  test('a grid of points: the node stands on its coordinate, no half pixel', async () => {
    const grid = await load(small);
    expect(sampleGrid(grid, { latitude: 46.5, longitude: -66.5 })).toBeCloseTo(plane(46.5, -66.5), 3);
    expect(grid.layers[0]?.longitude).toBe(-67);
    expect(grid.target_epsg).toBe(5713);
  });

  test('a grid of areas says the same once its half pixel is respected', async () => {
    const grid = await load({ ...small, pixel_is: 'area' });
    expect(sampleGrid(grid, { latitude: 46.53, longitude: -66.27 })).toBeCloseTo(plane(46.53, -66.27), 3);
  });

  test('packed tiles of differences, as grids are published, say the same as plain rows', async () => {
    const wide = { ...small, width: 37, height: 20, step: 0.05, description: 'vertical_offset' };
    const [rows, tiles] = [await load(wide), await load({ ...wide, is_tiled: true })];
    expect(tiles.kind).toBe('offset');
    expect(tiles.layers[0]?.values).toEqual(rows.layers[0]?.values);
    // A place that each of the tiles holds, and one between four of them.
    for (const [latitude, longitude] of [
      [46.9, -66.9],
      [46.9, -65.3],
      [46.1, -66.1],
      [46.225, -66.225],
    ] as const)
      expect(sampleGrid(tiles, { latitude, longitude })).toBeCloseTo(plane(latitude, longitude), 3);
  });

  test('bilinear over a plane is the plane', async () => {
    const grid = await load({ ...small, integer_mm: false });
    const inside = fc.record({
      latitude: fc.double({ min: 46, max: 47, noNaN: true }),
      longitude: fc.double({ min: -67, max: -66, noNaN: true }),
    });
    fc.assert(
      fc.property(inside, (at) => {
        expect(Math.abs(sampleGrid(grid, at)! - plane(at.latitude, at.longitude))).toBeLessThan(1e-9);
      }),
      { seed: 2013 },
    );
  });

  test('edges belong to the grid, what lies outside has no value', async () => {
    const grid = await load(small);
    expect(sampleGrid(grid, { latitude: 46, longitude: -66 })).toBeCloseTo(plane(46, -66), 3);
    expect(sampleGrid(grid, { latitude: 47, longitude: -67 })).toBeCloseTo(plane(47, -67), 3);
    expect(sampleGrid(grid, { latitude: 45.999, longitude: -66.5 })).toBeNull();
    expect(sampleGrid(grid, { latitude: 47.001, longitude: -66.5 })).toBeNull();
    expect(sampleGrid(grid, { latitude: 46.5, longitude: -67.001 })).toBeNull();
    expect(sampleGrid(grid, { latitude: 46.5, longitude: -65.999 })).toBeNull();
    expect(sampleGrid(grid, { latitude: Number.NaN, longitude: -66 })).toBeNull();
    expect(extentOf(grid)).toEqual({ south: 46, north: 47, west: -67, east: expect.closeTo(-66, 9) });
  });

  test('a longitude counted the other way round is the same place', async () => {
    const grid = await load(small);
    expect(sampleGrid(grid, { latitude: 46.5, longitude: 293.5 })).toBeCloseTo(plane(46.5, -66.5), 3);
  });

  test('beside a hole there is no value; on the node next to it there is', async () => {
    const grid = await load({
      ...small,
      value: (lat, lon) => (Math.abs(lat - 46.5) < 0.01 && Math.abs(lon + 66.5) < 0.01 ? null : plane(lat, lon)),
    });
    expect(sampleGrid(grid, { latitude: 46.52, longitude: -66.52 })).toBeNull();
    expect(sampleGrid(grid, { latitude: 46.65, longitude: -66.5 })).toBeCloseTo(plane(46.65, -66.5), 3);
  });

  test('one that goes round the earth closes at its seam', async () => {
    const grid = await load({
      longitude: -180,
      latitude: 90,
      step: 10,
      width: 36,
      height: 19,
      value: (_lat, lon) => (lon > 0 ? lon : -lon) / 10,
    });
    expect(sampleGrid(grid, { latitude: 0, longitude: 175 })).toBeCloseTo((17 + 18) / 2, 3);
    expect(sampleGrid(grid, { latitude: 0, longitude: -175 })).toBeCloseTo((17 + 18) / 2, 3);
  });

  test('an offset grid turns one model into another', async () => {
    const offset = await load({ ...small, description: 'vertical_offset', value: () => 0.545 });
    expect(offset.kind).toBe('offset');
    const geoid = makeGeoid('CGVD2013', await load(small), offset);
    expect(geoid.undulationAt({ latitude: 46.5, longitude: -66.5 })).toBeCloseTo(plane(46.5, -66.5) + 0.545, 3);
    expect(geoid.undulationAt({ latitude: 40, longitude: -66.5 })).toBeNull();
  });

  test('a grid that is a piece of a larger buffer is read from its own first byte', async () => {
    const file = writeTestGrid(small);
    const piece = Buffer.concat([Buffer.alloc(40, 7), file]).subarray(40);
    expect(await loadGeoidGrid(piece, 'piece.tif')).toMatchObject({ ok: true });
  });

  test('what is no grid is refused in a sentence', async () => {
    expect(await loadGeoidGrid(new Uint8Array([1, 2, 3]), 'a.tif')).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('a.tif'),
    });
    const cut = writeTestGrid(small).slice(0, 300);
    expect(await loadGeoidGrid(cut, 'cut.tif')).toMatchObject({ ok: false });
  });

  test('a model name finds its vertical system', () => {
    const { geoid_models } = surveyDefaults;
    expect(verticalSystemOf('\\Geoids\\CGV2013.gsf', geoid_models)).toBe('CGVD2013');
    expect(verticalSystemOf('CGG2013a', geoid_models)).toBe('CGVD2013');
    expect(verticalSystemOf('HT2_0', geoid_models)).toBe('CGVD28');
    expect(verticalSystemOf('EGM96', geoid_models)).toBeNull();
  });
});
