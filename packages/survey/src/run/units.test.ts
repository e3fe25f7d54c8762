import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceOf } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import type { RawFile } from '../read/raw/raw-records.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { BASE_A as A, at, choose, type FieldDay, locOf, surroundings, worstMiss, writeDay } from './field-day-fixture.ts';
import { type ProcessedRun, processRun } from './process-run.ts';

const day: FieldDay = {
  bases: [A],
  shots: [
    { name: '1', description: 'CP', truth: at(450, 200, 25) },
    { name: '2', truth: at(100, 80, 21), rod: 2.5 },
    { name: '3', truth: at(720, 480, 22), rod: 2.5 },
  ],
};
const process = (files: RunFiles, choice: Parameters<typeof choose>[0] = {}) =>
  processRun(files, [choose(choice)], surveyDefaults, surroundings);
const converted = ({ conflicts }: ProcessedRun) => conflicts.filter(({ id }) => id === 'CONVERTED').map(({ sentence }) => sentence);
const withRaw = ({ raw: [only] }: RunFiles, change: (read: RawFile) => RawFile) => [{ ...only!, read: change(only!.read) }];
const scaledBy = (gps_scale: number) => (read: RawFile) => ({ ...read, setups: read.setups.map((setup) => ({ ...setup, gps_scale })) });
const METRES = process(writeDay(day));

describe('a run in feet', () => {
  test.each([
    ['ft', 'international feet'],
    ['us_ft', 'US survey feet'],
  ] as const)('%s: every length becomes metres, the truth comes back, and it is said', (unit, words) => {
    for (const source of ['points', 'raw'] as const) {
      const done = process(writeDay({ ...day, unit }), { source });
      expect(done.to_do).toEqual([]);
      expect(converted(done)).toEqual([`The raw file is in ${words}: every length was converted to metres.`]);
      expect(worstMiss(done, day)).toBeLessThan(0.002);
      expect(done.shots.map(({ rod_height }) => rod_height)).toEqual([2, 2.5, 2.5].map((rod) => expect.closeTo(rod, 5)));
      expect(done.bases[0]?.record.antenna_height).toBeCloseTo(1.5, 5);
    }
  });

  test('the two feet are not the same: at these eastings they lie metres apart', () => {
    const wrong = writeDay({ ...day, unit: 'us_ft' });
    const raw = withRaw(wrong, (read) => ({ ...read, unit: 'ft', metres_per_unit: 0.3048 }));
    expect(process({ ...wrong, raw }).to_do.map(({ id }) => id)).toContain('PROJECTION');
  });

  test('a points file in metres beside a raw file in feet is left as it is', () => {
    const feet = writeDay({ ...day, unit: 'ft' });
    const done = process({ ...feet, points: writeDay(day).points });
    expect(done.to_do).toEqual([]);
    expect(worstMiss(done, day)).toBeLessThan(0.002);
  });

  test('a file that printed heights on the ellipsoid in feet too is recognised by its own grid results', () => {
    const feet = writeDay({ ...day, unit: 'ft' });
    const raw = withRaw(feet, (read) => ({
      ...read,
      records: read.records.map((record) =>
        record.kind === 'gnss'
          ? { ...record, antenna_elevation: record.antenna_elevation! / 0.3048 }
          : record.kind === 'base'
            ? { ...record, elevation: record.elevation! / 0.3048 }
            : record,
      ),
    }));
    expect(worstMiss(process({ ...feet, raw }, { source: 'raw' }), day)).toBeLessThan(0.002);
  });

  test('a .loc that says nothing of metres is in the unit of its raw file', () => {
    const local: FieldDay = { ...day, localize: (place) => ({ ...place, easting: place.easting + 1.3, elevation: place.elevation + 20 }) };
    const loc = locOf(local, [at(300, 300)]);
    const in_feet = {
      ...loc,
      units: 'WGS84, Decimal Degrees, US Feet',
      points: loc.points.map((point) => ({
        ...point,
        local_easting: (point.local_easting! * 3937) / 1200,
        local_northing: (point.local_northing! * 3937) / 1200,
        local_elevation: (point.local_elevation! * 3937) / 1200,
      })),
    };
    for (const each of [loc, in_feet]) {
      const done = process({ ...writeDay({ ...local, unit: 'us_ft' }), loc: [sourceOf(each, 'day.loc')] });
      expect(done.to_do).toEqual([]);
      expect(worstMiss(done, day)).toBeLessThan(0.002);
    }
  });
});

describe('a run on the ground', () => {
  const point = at(450, 200);
  test('is brought to the grid around the printed point, and says so', () => {
    const done = process(writeDay({ ...day, scale: { factor: 0.99992, point } }));
    expect(done.to_do).toEqual([]);
    expect(converted(done)).toEqual([expect.stringContaining('80.0 ppm from the grid, around E 2488450.000, N 7433200.000')]);
    expect(worstMiss(done, day)).toBeLessThan(0.002);
  });

  test('without a printed point it is the origin; a scale that multiplied is seen as well', () => {
    const origin = { easting: 0, northing: 0 };
    for (const scale of [
      { factor: 0.99992, point: origin, is_printed: false },
      { factor: 0.99992, point: origin, is_printed: true },
    ])
      expect(worstMiss(process(writeDay({ ...day, scale })), day)).toBeLessThan(0.002);
    const files = writeDay({ ...day, scale: { factor: 1 / 0.99992, point } });
    const raw = withRaw(files, scaledBy(0.99992));
    expect(worstMiss(process({ ...files, raw }), day)).toBeLessThan(0.002);
  });

  test('a scale that explains nothing blocks and offers to recompute', () => {
    const files = writeDay(day);
    const raw = withRaw(files, scaledBy(1.0004));
    const blocked = process({ ...files, raw });
    expect(blocked.to_do).toMatchObject([{ id: 'FRAME', remedies: ['recompute', 'waive'] }]);
    expect(converted(blocked)).toEqual([]);
    expect(process({ ...files, raw }, { source: 'raw' }).to_do).toEqual([]);
  });
});

test('law: whatever the unit and the scale, the run is the one in metres on the grid', () => {
  const scales = fc.record({
    factor: fc.double({ min: 0.9997, max: 1.0003, noNaN: true }).filter((factor) => Math.abs(factor - 1) > 1e-6),
    point: fc.record({ easting: fc.double({ min: 0, max: 900, noNaN: true }), northing: fc.double({ min: 0, max: 900, noNaN: true }) }),
  });
  fc.assert(
    fc.property(fc.constantFrom('m', 'ft', 'us_ft'), fc.option(scales, { nil: undefined }), (unit, scale) => {
      const shifted = scale && { factor: scale.factor, point: at(scale.point.easting, scale.point.northing) };
      const done = process(writeDay({ ...day, unit, ...(shifted ? { scale: shifted } : {}) }));
      for (const shot of METRES.shots) {
        const [a, b] = [METRES.finals.get(shot.id)!, done.finals.get(shot.id)!];
        expect(Math.hypot(a.easting - b.easting, a.northing - b.northing, a.elevation! - b.elevation!)).toBeLessThan(0.001);
      }
      expect(done.to_do).toEqual([]);
    }),
    { seed: 4, numRuns: 30 },
  );
});
