import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { surveyDefaults } from '../survey-settings.ts';
import { makeProjection } from './projection.ts';
import { utmCrs, utmZoneOf } from './utm.ts';

const office = makeProjection(surveyDefaults.office_crs);

describe('SUR-C1 the office grid', () => {
  // Reference figures from PROJ 9 through GDAL's gdaltransform.
  test.each([
    [46.5, -66.5, 2500000, 7500000],
    [45.25, -66, 2539252.66668, 7361193.59079],
    [45.07, -67.05, 2456684.34423, 7341214.40734],
    [46.2, -64.5, 2654346.00165, 7468604.80276],
    [45.89707863846, -66.65461912033901, 2488001.234, 7432999.124],
  ])('%f %f agrees with PROJ to 0.1 mm', (latitude, longitude, easting, northing) => {
    const grid = office.toGrid({ latitude, longitude });
    expect(grid?.easting).toBeCloseTo(easting, 4);
    expect(grid?.northing).toBeCloseTo(northing, 4);
  });

  test('there and back again is the same place to a hundredth of a millimetre', () => {
    const place = fc.record({
      latitude: fc.double({ min: 44, max: 49, noNaN: true }),
      longitude: fc.double({ min: -70, max: -62, noNaN: true }),
    });
    fc.assert(
      fc.property(place, (at) => {
        const grid = office.toGrid(at);
        const back = grid && office.toGeographic(grid);
        expect(Math.abs((back?.latitude ?? Number.NaN) - at.latitude)).toBeLessThan(1e-10);
        expect(Math.abs((back?.longitude ?? Number.NaN) - at.longitude)).toBeLessThan(1e-10);
      }),
      { seed: 2953 },
    );
  });

  test('a place that is none has no coordinates', () => {
    expect(office.toGrid({ latitude: Number.NaN, longitude: -66 })).toBeNull();
    expect(office.toGrid({ latitude: 145, longitude: -66 })).toBeNull();
    expect(office.toGeographic({ easting: Number.POSITIVE_INFINITY, northing: 0 })).toBeNull();
  });

  test('a definition with a datum is projected without a datum shift', () => {
    const plain = makeProjection({ name: 'a', epsg: null, proj: '+proj=utm +zone=19 +ellps=clrk66' });
    const shifted = makeProjection({ name: 'b', epsg: null, proj: '+proj=utm +zone=19 +ellps=clrk66 +towgs84=-10,158,187' });
    const at = { latitude: 45.25, longitude: -66 };
    expect(shifted.toGrid(at)?.easting).toBeCloseTo(plain.toGrid(at)?.easting ?? Number.NaN, 6);
    expect(shifted.toGrid(at)?.northing).toBeCloseTo(plain.toGrid(at)?.northing ?? Number.NaN, 6);
  });
});

describe('UTM is another value of the same setting', () => {
  test('agrees with PROJ', () => {
    const grid = makeProjection(utmCrs(19)).toGrid({ latitude: 45.25, longitude: -66 });
    expect(grid?.easting).toBeCloseTo(735414.59582, 4);
    expect(grid?.northing).toBeCloseTo(5015101.81717, 4);
  });

  test.each([
    [-66.5, 19],
    [-66, 20],
    [-180, 1],
    [180, 1],
    [179.999, 60],
    [-123.1, 10],
    [0, 31],
    [294, 20],
  ])('longitude %f lies in zone %i', (longitude, zone) => expect(utmZoneOf(longitude)).toBe(zone));

  test('south of the equator northings count from ten million', () => {
    const grid = makeProjection(utmCrs(56, 'S')).toGrid({ latitude: -33.8, longitude: 151.2 });
    expect(grid?.northing).toBeGreaterThan(6_000_000);
  });
});
