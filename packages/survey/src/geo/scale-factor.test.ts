import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { surveyDefaults } from '../survey-settings.ts';
import { gridDistance, groundDistance } from './plane.ts';
import { makeProjection } from './projection.ts';
import { gaussianRadius, numericScale, pointScale, scaleFactorsAt, stereographicScale, toPpm } from './scale-factor.ts';
import { utmCrs } from './utm.ts';

const office = makeProjection(surveyDefaults.office_crs);
const gridOf = (latitude: number, longitude: number) => office.toGrid({ latitude, longitude })!;

describe('SUR-C2 scale', () => {
  test('the radius follows from the definition', () => expect(gaussianRadius(office, office.origin.latitude)).toBeCloseTo(6379222.285, 3));

  test.each([
    ['Saint John', 2532929.0405, 7366834.0523, 29.76, 23],
    ['St Andrews', 2457017.9846, 7342048.0684, -6.75, 78],
    ['the origin', 2500000, 7500000, 0, -88],
  ])('%s, combined', (_place, easting, northing, height, ppm) => {
    expect(Math.round(toPpm(scaleFactorsAt(office, { easting, northing }, height)!.combined))).toBe(ppm);
  });

  test('the closed form and the numeric method agree to a tenth of a millimetre per kilometre over the province', () => {
    const place = fc.record({
      latitude: fc.double({ min: 44.5, max: 48.1, noNaN: true }),
      longitude: fc.double({ min: -69.1, max: -63.7, noNaN: true }),
    });
    fc.assert(
      fc.property(place, ({ latitude, longitude }) => {
        const at = gridOf(latitude, longitude);
        expect(Math.abs(toPpm(stereographicScale(office, at)) - toPpm(numericScale(office, at)!))).toBeLessThan(0.1);
      }),
      { seed: 912 },
    );
  });

  test('another projection is measured numerically: UTM on its central meridian', () => {
    const utm = makeProjection(utmCrs(19));
    expect(pointScale(utm, utm.toGrid({ latitude: 46, longitude: -69 })!)).toBeCloseTo(0.9996, 8);
  });

  test('height pulls the ground away from the grid', () => {
    const factors = scaleFactorsAt(office, gridOf(45.27, -66.06), 100)!;
    expect(toPpm(factors.elevation)).toBeCloseTo(-15.68, 2);
    expect(factors.combined).toBe(factors.point * factors.elevation);
    expect(groundDistance(1000, factors.combined)).toBeCloseTo(1000 / factors.combined, 9);
    expect(gridDistance(groundDistance(1000, factors.combined), factors.combined)).toBeCloseTo(1000, 9);
  });
});
