import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { angleBetween, azimuthOf, distance2d, distance3d, offsetBy, quadrantBearing } from './plane.ts';

const at = (easting: number, northing: number, elevation: number | null = null) => ({ easting, northing, elevation });

describe('on the grid', () => {
  test('distances', () => {
    expect(distance2d(at(0, 0), at(3, 4))).toBe(5);
    expect(distance3d(at(0, 0, 0), at(3, 4, 12))).toBe(13);
    expect(distance3d(at(0, 0, null), at(3, 4, 12))).toBe(5);
  });

  test.each([
    [0, 1, 0],
    [1, 1, 45],
    [1, 0, 90],
    [0, -1, 180],
    [-1, 0, 270],
  ])('towards %i, %i', (easting, northing, azimuth) => expect(azimuthOf(at(0, 0), at(easting, northing))).toBeCloseTo(azimuth, 12));

  test('no direction between equal points', () => expect(azimuthOf(at(5, 5), at(5, 5))).toBeNull());
  test('across north', () => expect(angleBetween(350, 10)).toBe(20));
  test.each([
    [30, 'N', 30, 'E'],
    [150, 'S', 30, 'E'],
    [210, 'S', 30, 'W'],
    [330, 'N', 30, 'W'],
  ])('%i as a bearing', (azimuth, from, degrees, to) => expect(quadrantBearing(azimuth)).toEqual({ from, degrees, to }));

  test('walking an azimuth and looking back gives its opposite', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 359.999, noNaN: true }), fc.double({ min: 1, max: 1000, noNaN: true }), (azimuth, distance) => {
        const end = offsetBy(at(2500000, 7500000), azimuth, distance);
        expect(distance2d(at(2500000, 7500000), end)).toBeCloseTo(distance, 6);
        expect(angleBetween(azimuthOf(end, at(2500000, 7500000))!, azimuth + 180)).toBeLessThan(1e-6);
      }),
      { seed: 360 },
    );
  });
});
