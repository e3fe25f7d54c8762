import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Area, areaOfRun, MAX_PACK_BYTES, proposeZooms, sayPack, sizeOfZooms, whyNotPack, type ZoomSize } from './base-map-pack.ts';

const MB = 1024 * 1024;
const sizes: ZoomSize[] = [
  { zoom: 8, tiles: 1, bytes: MB },
  { zoom: 9, tiles: 1, bytes: MB },
  { zoom: 10, tiles: 2, bytes: 2 * MB },
  { zoom: 11, tiles: 8, bytes: 32 * MB },
  { zoom: 12, tiles: 30, bytes: 190 * MB },
  { zoom: 13, tiles: null, bytes: null },
];

describe('base map of a run’s area', () => {
  it('the area holds everything of the run, with room around it', () => {
    expect(areaOfRun([])).toBeNull();
    const box = fc
      .tuple(
        fc.double({ min: -140, max: 140, noNaN: true }),
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
      )
      .map(([lon, lat, side]): Area => [lon, lat, lon + side, lat + side]);
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 5 }), (boxes) => {
        const [west, south, east, north] = areaOfRun(boxes)!;
        for (const [w, s, e, n] of boxes) expect(west < w && south < s && east > e && north > n).toBe(true);
      }),
    );
  });

  it('proposes as near as fits, and refuses more in a sentence', () => {
    expect(proposeZooms(sizes)).toEqual({ min_zoom: 10, max_zoom: 11 });
    expect(proposeZooms(sizes.slice(0, 2))).toEqual({ min_zoom: 9, max_zoom: 9 });
    expect(proposeZooms([])).toBeNull();
    expect(sizeOfZooms(sizes, 10, 11)).toEqual({ tiles: 10, bytes: 34 * MB });
    expect(whyNotPack(sizeOfZooms(sizes, 10, 11), 1000 * MB)).toBeNull();
    expect(whyNotPack({ tiles: 1, bytes: MAX_PACK_BYTES })).toBeNull();
    expect(whyNotPack(sizeOfZooms(sizes, 10, 12))).toBe('This is 224 MB. At most 200 MB can be packed for a run. Choose fewer zooms.');
    expect(whyNotPack(sizeOfZooms(sizes, 10, 13))).toBe('At most 200 MB can be packed for a run. Choose fewer zooms.');
    expect(whyNotPack(sizeOfZooms(sizes, 10, 11), 520 * MB)).toContain('This device has 520 MB left, and 500 MB of it stay free');
    expect(whyNotPack({ tiles: 0, bytes: 0 })).toContain('no tiles');
  });

  it('says what is here: on its way, packed, and freed', () => {
    const facts = { bytes: 34 * MB, here: 34 * MB, min_zoom: 10, max_zoom: 17, packed_on: '2026-03-04' };
    expect(sayPack(facts, '2026-03-04')).toBe('Base map of this area: 34 MB, zooms 10–17, packed today.');
    expect(sayPack(facts, '2026-03-05')).toContain('packed yesterday.');
    expect(sayPack(facts, '2026-04-05')).toContain('packed on 4 Mar 2026.');
    expect(sayPack({ ...facts, here: 12 * MB, packed_on: null }, '2026-03-04')).toBe(
      'Base map of this area: 12 MB of 34 MB here, zooms 10–17. The rest follows when there is a network.',
    );
    expect(sayPack({ ...facts, here: 0 }, '2026-03-05')).toContain('no longer on this device');
  });
});
