import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameKey } from '../assemble/shot.ts';
import { azimuthOf, distance2d, offsetBy } from '../geo/plane.ts';
import type { BacksightRecord, OccupyRecord, RawRecord, ResectionRecord } from '../read/raw/raw-records.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { reduceRaw } from './reduce-raw.ts';
import { meanDirection } from './sets.ts';
import { reduceSight } from './sight.ts';
import { blankSetup, packed, rawFile, sight } from './sight-fixture.ts';

const station = { easting: 123, northing: 123, elevation: 123 };
const occupy: OccupyRecord = { kind: 'occupy', name: '1', description: '', lines: [10], ...station };
const backsight: BacksightRecord = { kind: 'backsight', occupied: '1', name: 'G1', azimuth: packed(47.3045), circle: 0, lines: [11] };
const options = { known: new Map(), tolerances: surveyDefaults.tolerances, refraction: 0.13, earth_radius: 6_378_000 };
const setup = { ...blankSetup, station: occupy, backsight };
const reduce = (records: readonly RawRecord[], known = options.known) =>
  reduceRaw(rawFile([occupy, backsight, ...records], [setup]), { ...options, known });

describe('SUR-1 a side shot', () => {
  // Computed apart from this code: azimuth = backsight + angle, level distance = distance × sin zenith, rise = instrument + distance × cos zenith.
  test.each([
    ['2', 33.15, 88.24, 12.345, 124.980936, 135.180152, 124.344693],
    ['3', 181.0045, 91.3, 40.02, 96.504109, 93.025499, 122.952399],
    ['4', 300.5924, 85.12, 0.875, 123.854435, 122.826202, 124.073218],
  ])('point %s comes out as by hand, to a micrometre', (name, angle, zenith, distance, northing, easting, elevation) => {
    const record = sight({ name, angle: packed(angle), vertical: packed(zenith), distance, instrument_height: 1, rod_height: 0 });
    const [reduced] = reduce([record]).sights;
    expect(reduced?.position?.northing).toBeCloseTo(northing, 5);
    expect(reduced?.position?.easting).toBeCloseTo(easting, 5);
    expect(reduced?.position?.elevation).toBeCloseTo(elevation, 5);
  });

  test('the second face gives the same place', () => {
    const orientation = { station, azimuth: 20, circle: 5 };
    fc.assert(
      fc.property(fc.double({ min: 0, max: 360, noNaN: true }), fc.double({ min: 40, max: 140, noNaN: true }), (angle, zenith) => {
        const direct = reduceSight(sight({ angle, vertical: zenith }), orientation)!;
        const reverse = reduceSight(sight({ angle: angle + 180, vertical: 360 - zenith }), orientation)!;
        expect(distance2d(direct, reverse)).toBeLessThan(1e-9);
        expect(direct.elevation).toBeCloseTo(reverse.elevation!, 9);
      }),
      { seed: 5 },
    );
  });

  test.each([
    ['AR' as const, 40, 60],
    ['AL' as const, 40, 340],
    ['AZ' as const, 40, 40],
    ['BR' as const, 40, 40],
    ['DR' as const, 40, 240],
    ['DL' as const, 40, 160],
  ])('%s %i against a backsight at 20 goes to azimuth %i', (angle_kind, angle, azimuth) => {
    const at = reduceSight(sight({ angle_kind, angle }), { station, azimuth: 20, circle: 0 })!;
    expect(azimuthOf(station, at)).toBeCloseTo(azimuth, 9);
  });

  test('the circle need not stand at zero on the backsight', () => {
    const at = reduceSight(sight({ angle: 40 }), { station, azimuth: 20, circle: 15 })!;
    expect(azimuthOf(station, at)).toBeCloseTo(45, 9);
  });

  test('vertical angle, change of elevation and horizontal distance say the same', () => {
    const orientation = { station, azimuth: 0, circle: 0 };
    const zenith = reduceSight(sight({ vertical: 80, distance: 50 }), orientation)!;
    const vertical = reduceSight(sight({ vertical_kind: 'VA', vertical: 10, distance: 50 }), orientation)!;
    const rise = 50 * Math.cos((80 * Math.PI) / 180);
    const change = reduceSight(sight({ vertical_kind: 'CE', vertical: rise, distance: 50 }), orientation)!;
    const flat = reduceSight(sight({ vertical: 80, distance_kind: 'HD', distance: 50 * Math.sin((80 * Math.PI) / 180) }), orientation)!;
    for (const other of [vertical, change, flat]) {
      expect(distance2d(zenith, other)).toBeLessThan(1e-9);
      expect(other.elevation).toBeCloseTo(zenith.elevation!, 9);
    }
  });

  test('a distance without an angle up or down has no elevation', () => {
    const at = reduceSight(sight({ vertical: null, vertical_kind: null, distance_kind: 'HD' }), { station, azimuth: 0, circle: 0 });
    expect(at?.elevation).toBeNull();
    expect(at?.northing).toBeCloseTo(133, 9);
  });

  test('a sight from nowhere says so', () => {
    const lost = reduceRaw(rawFile([sight({ occupied: '99' })], [blankSetup]), options).sights[0];
    expect(lost?.position).toBeNull();
    expect(lost?.why_not).toContain('99');
  });

  test('a station that is stored only later is used for the sights before it, and for what stands on them', () => {
    const later: RawRecord = {
      kind: 'stored',
      name: '9',
      description: '',
      northing: 123,
      easting: 123,
      elevation: 123,
      setup: 0,
      collector_time: null,
      was_overwritten: false,
      overwrites: 0,
      notes: [],
      lines: [],
    };
    const toNorth = { angle_kind: 'AZ' as const, angle: 0 };
    const sights = [sight({ ...toNorth, occupied: '8', name: '7' }), sight({ ...toNorth, occupied: '9', name: '8' })];
    const reduced = reduceRaw(rawFile([...sights, later]), options).sights;
    expect(reduced.map(({ name, position }) => [name, position?.northing])).toEqual([
      ['7', 143],
      ['8', 133],
    ]);
  });

  test('a backsight without azimuth takes it from the points file', () => {
    const known = new Map([[nameKey('g1'), { easting: 223, northing: 123, elevation: null }]]);
    const raw = rawFile([occupy, sight({ angle: 0 })], [{ ...blankSetup, station: occupy, backsight: { ...backsight, azimuth: null } }]);
    expect(reduceRaw(raw, { ...options, known }).sights[0]?.position?.easting).toBeCloseTo(133, 9);
  });

  test('curvature lifts a long sight when the collector applied it', () => {
    const mode: RawRecord = {
      kind: 'mode',
      lines: [],
      azimuth_from: 'north',
      unit: 'm',
      scale: 1,
      has_curvature: true,
      edm_offset: 0,
      angle_unit: 'degrees',
    };
    const far = sight({ distance: 1000 });
    const flat = reduce([far]).sights[0]!.position!.elevation!;
    expect(reduce([mode, far]).sights[0]!.position!.elevation! - flat).toBeCloseTo(0.0682, 3);
  });
});

describe('sets', () => {
  const set = [
    sight({ code: 'BD', name: 'G1', angle: 0.001, vertical: 90.002, distance: 100 }),
    sight({ code: 'FD', name: '7', angle: 45.003, vertical: 89.002, distance: 50.002 }),
    sight({ code: 'FR', name: '7', angle: 225.005, vertical: 271.002, distance: 50 }),
    sight({ code: 'BR', name: 'G1', angle: 180.003, vertical: 270.002, distance: 100 }),
  ];

  test('both faces are meant, the error of the instrument is shown', () => {
    const [reduced] = reduce(set).sights;
    expect(reduced?.from).toBe('set');
    expect(reduced?.set?.angle).toBeCloseTo(45.002, 9);
    expect(reduced?.set?.foresight.zenith).toBeCloseTo(89, 9);
    expect(reduced?.set?.foresight.slope_distance).toBeCloseTo(50.001, 9);
    expect(reduced?.set?.foresight.collimation_seconds).toBeCloseTo(-3.6, 6);
    expect(reduced?.set?.foresight.index_seconds).toBeCloseTo(7.2, 6);
    expect(azimuthOf(station, reduced!.position!)).toBeCloseTo(packed(47.3045) + 45.002, 9);
  });

  test('where the collector stored the mean itself, that record counts', () => {
    const { sights } = reduce([...set, sight({ name: '7', angle: 45 })]);
    expect(sights.map((reduced) => reduced.from)).toEqual(['sight']);
  });

  test('the backsight is checked against its coordinates', () => {
    const target = { ...offsetBy(station, packed(47.3045), 100.01), elevation: 123.02 };
    const { checks } = reduce(set, new Map([['G1', target]]));
    expect(checks).toHaveLength(2);
    expect(checks[0]?.d_distance).toBeCloseTo(-0.01, 5);
    expect(checks[0]?.d_elevation).toBeCloseTo(-0.0235, 3);
    expect(checks[1]?.d_angle_seconds).toBeCloseTo(10.8, 3);
  });

  test('the mean of directions does not care where north is', () => {
    expect(meanDirection([359, 1])).toBeCloseTo(0, 9);
    expect(meanDirection([])).toBeNull();
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 359, noNaN: true }),
        fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 8 }),
        (turn, offsets) => {
          const plain = offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length;
          const found = meanDirection(offsets.map((offset) => turn + offset))!;
          const away = (((found - turn - plain) % 360) + 360) % 360;
          expect(Math.min(away, 360 - away)).toBeLessThan(1e-9);
        },
      ),
      { seed: 12 },
    );
  });
});

describe('a resection', () => {
  const at = { easting: 1000, northing: 2000, elevation: 50 };
  const cp5 = { ...offsetBy(at, 30, 80), elevation: 51 };
  const cp6 = { ...offsetBy(at, 120, 60), elevation: 49 };
  const reading = (name: string, angle: number, target: typeof cp5, error: number) => {
    const rise = target.elevation - at.elevation + 1.47 - 1.545;
    const flat = distance2d(at, target) + error;
    return {
      name,
      face: 'D' as const,
      angle,
      zenith: (Math.atan2(flat, rise) * 180) / Math.PI,
      distance: Math.hypot(flat, rise),
      rod_height: 1.47,
      description: 'CP',
      residual_distance: error,
      residual_angle: null,
      residual_elevation: null,
    };
  };
  const resection = (error: number): ResectionRecord => ({
    kind: 'resection',
    name: 'I1',
    ...at,
    instrument_height: 1.545,
    points_used: ['CP5', 'CP6'],
    readings: [reading('CP5', 10, cp5, 0), reading('CP6', 100.002, cp6, error)],
    residual_distance: null,
    residual_angle: null,
    residual_elevation: null,
    description: 'TEMP',
    notes: [],
    lines: [5],
  });
  const known = new Map([
    ['CP5', cp5],
    ['CP6', cp6],
  ]);

  test('is reported with the residuals computed again', () => {
    const [report] = reduce([resection(0.004)], known).resections;
    expect(report?.readings[1]?.computed.distance).toBeCloseTo(0.004, 6);
    expect(report?.readings[1]?.computed.elevation).toBeCloseTo(0, 6);
    expect(report?.readings[0]?.computed.angle_seconds).toBeCloseTo(3.6, 3);
    expect(report?.is_within_tolerance).toBe(true);
  });

  test('one beyond the tolerance says so', () => {
    const [report] = reduce([resection(0.012)], known).resections;
    expect(report?.is_within_tolerance).toBe(false);
    expect(report?.worst.distance).toBeCloseTo(0.012, 6);
  });

  test('without coordinates the printed residuals remain', () => {
    const [report] = reduce([resection(0.004)]).resections;
    expect(report?.readings[1]?.computed).toEqual({ distance: null, angle_seconds: null, elevation: null });
    expect(report?.worst.distance).toBe(0.004);
  });
});
