import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexPoints } from './near.ts';
import { distance2d } from './plane.ts';

const point = fc.record({ easting: fc.integer({ min: 0, max: 40 }), northing: fc.integer({ min: 0, max: 40 }) });

describe('neighbours', () => {
  test('the nearest is the one a patient person would find', () => {
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 300, size: 'max' }),
        point,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 7 }),
        (points, at, limit, skip) => {
          const distanceTo = (index: number) =>
            index % skip === 0 && skip > 1 ? Number.POSITIVE_INFINITY : distance2d(points[index]!, at);
          const patient = Math.min(...points.map((_, index) => distanceTo(index)).filter((distance) => distance <= limit));
          const found = indexPoints(points).nearest(at, limit, distanceTo);
          expect(found?.distance ?? Number.POSITIVE_INFINITY).toBe(patient);
          if (found) expect(distanceTo(found.index)).toBe(found.distance);
        },
      ),
      { seed: 17, numRuns: 300 },
    );
  });

  test('all at one place is no trouble', () => {
    const points = Array.from({ length: 50_000 }, () => ({ easting: 1, northing: 1 }));
    const index = indexPoints(points);
    let asked = 0;
    const found = index.nearest({ easting: 1, northing: 1 }, 1, (other) => {
      asked += 1;
      return other === 0 ? Number.POSITIVE_INFINITY : 0;
    });
    expect(found?.distance).toBe(0);
    expect(asked).toBeLessThan(200);
  });
});
