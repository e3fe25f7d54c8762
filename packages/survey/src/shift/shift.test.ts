import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Shot } from '../assemble/shot.ts';
import { plainCircumstances, shotOf } from '../assemble/shot-fixture.ts';
import type { Geoid } from '../geo/geoid.ts';
import { type Geographic, makeProjection } from '../geo/projection.ts';
import { finalCoordinates } from '../group/final-coordinates.ts';
import type { LocPoint } from '../read/records.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { applyShifts, type ShiftPlan } from './apply-shifts.ts';
import { computeControlShift, type ControlObservation } from './control-shift.ts';
import { computeHpnShift, type HpnInputs, type HpnShift } from './hpn-shift.ts';
import { compareRecomputed } from './recompute.ts';

const projection = makeProjection(surveyDefaults.office_crs);
const BASE = { latitude: 45.9, longitude: -66.65, height: 40 };
const MARK = { latitude: 45.905, longitude: -66.64 };

/** A geoid that slopes 2 cm per km, and the collector's own, a decimetre away from it. */
const slope =
  (offset: number) =>
  ({ latitude, longitude }: Geographic) =>
    -22.4 + offset + (latitude - 45.9) * 1.3 + (longitude + 66.65) * 1.1;
const target = slope(0);
const collectors = slope(0.12);
const geoid: Geoid = { name: 'grid', vertical_system: 'CGVD28', undulationAt: target };

interface World {
  readonly base_error: { readonly latitude: number; readonly longitude: number; readonly height: number };
  readonly typed: { readonly easting: number; readonly northing: number; readonly elevation: number };
  readonly has_geoid: boolean;
  readonly is_localized: boolean;
}

/** What a collector would have stored for a point whose true place is known, following sections 1 and 6. */
function collect(
  world: World,
  name: string,
  truth: Geographic & { readonly height: number },
): { readonly shot: Shot; readonly loc: LocPoint } {
  const seen = {
    latitude: truth.latitude + world.base_error.latitude,
    longitude: truth.longitude + world.base_error.longitude,
    height: truth.height + world.base_error.height,
  };
  const mark = {
    latitude: MARK.latitude + world.base_error.latitude,
    longitude: MARK.longitude + world.base_error.longitude,
    height: 30 + world.base_error.height,
  };
  const [grid, mark_grid] = [projection.toGrid(seen)!, projection.toGrid(mark)!];
  const nc = world.has_geoid ? collectors(seen) : 0;
  const nc_mark = world.has_geoid ? collectors(mark) : 0;
  const local = world.is_localized
    ? {
        easting: world.typed.easting - mark_grid.easting,
        northing: world.typed.northing - mark_grid.northing,
        elevation: world.typed.elevation - (mark.height - nc_mark),
      }
    : { easting: 0, northing: 0, elevation: 0 };
  const collected = {
    easting: grid.easting + local.easting,
    northing: grid.northing + local.northing,
    elevation: seen.height - nc + local.elevation,
  };
  const shot = shotOf(name, {
    ...collected,
    collected,
    gnss: { ...seen, antenna_elevation: seen.height + 2.07, antenna_height: 2.07, mark_elevation: seen.height },
    circumstances: {
      ...plainCircumstances,
      localization_file: world.is_localized ? 'job.loc' : null,
      geoid_file: world.has_geoid ? 'CGV2013.gsf' : null,
    },
  });
  const loc: LocPoint = {
    name: 'Point 1',
    from_line: 1,
    to_line: 2,
    ...mark,
    ellipsoid_elevation: mark.height,
    geoid_separation: nc_mark,
    local_easting: world.typed.easting,
    local_northing: world.typed.northing,
    local_elevation: world.typed.elevation,
    hrms: null,
    vrms: null,
    use_horizontal: true,
    use_vertical: true,
    description: '1234HPN',
    extra: {},
  };
  return { shot, loc };
}

function hpnFor(world: World, loc: LocPoint): HpnShift {
  const reference = {
    latitude: BASE.latitude + world.base_error.latitude,
    longitude: BASE.longitude + world.base_error.longitude,
    height: BASE.height + world.base_error.height,
  };
  const inputs: HpnInputs = {
    projection,
    reference,
    ppp: BASE,
    ppp_undulation: target(BASE),
    localization: world.is_localized ? [loc] : [],
    base_applied_undulation: world.has_geoid ? collectors(reference) : null,
  };
  const outcome = computeHpnShift(inputs);
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.shift;
}

const hpnPlan = (shift: HpnShift, grid: Geoid | null): ShiftPlan => ({
  type: 'HPN',
  shift,
  geoid: grid,
  other_side: 'hold',
  decided_by: null,
});

const worlds = fc.record({
  base_error: fc.record({
    latitude: fc.double({ min: -2e-5, max: 2e-5, noNaN: true }),
    longitude: fc.double({ min: -2e-5, max: 2e-5, noNaN: true }),
    height: fc.double({ min: -3, max: 3, noNaN: true }),
  }),
  typed: fc.record({
    easting: fc.double({ min: 2_488_800, max: 2_488_900, noNaN: true }),
    northing: fc.double({ min: 7_433_800, max: 7_433_900, noNaN: true }),
    elevation: fc.double({ min: 0, max: 60, noNaN: true }),
  }),
});
const truths = fc.record({
  latitude: fc.double({ min: 45.89, max: 45.91, noNaN: true }),
  longitude: fc.double({ min: -66.66, max: -66.63, noNaN: true }),
  height: fc.double({ min: 0, max: 60, noNaN: true }),
});

describe('SUR-C3 the four heights of a base shift', () => {
  test.each([
    ['no geoid, no localization', false, false],
    ['no geoid, localized', false, true],
    ['geoid, no localization', true, false],
    ['geoid, localized', true, true],
  ])('%s: whatever the base believed and the crew typed, the truth comes back', (_case, has_geoid, is_localized) => {
    fc.assert(
      fc.property(worlds, truths, (parts, truth) => {
        const world = { ...parts, has_geoid, is_localized };
        const { shot, loc } = collect(world, '1', truth);
        const { shots, held } = applyShifts([shot], hpnPlan(hpnFor(world, loc), geoid), surveyDefaults);
        expect(held).toEqual([]);
        const final = finalCoordinates(shots).get('id-1')!;
        const right = projection.toGrid(truth)!;
        // A degree is not quite the same length at the base and at the shot: 0.2 mm for a base moved by 2 m. N is taken at the seen place.
        expect(Math.abs(final.easting - right.easting)).toBeLessThan(0.001);
        expect(Math.abs(final.northing - right.northing)).toBeLessThan(0.001);
        expect(Math.abs(final.elevation! - (truth.height - target(truth)))).toBeLessThan(0.001);
        expect(compareRecomputed(shots, { projection, hpn: hpnFor(world, loc), geoid }, surveyDefaults.tolerances)[0]?.is_explained).toBe(
          true,
        );
      }),
      { seed: 34, numRuns: 60 },
    );
  });

  test.each([
    [true, false],
    [true, true],
    [false, false],
    [false, true],
  ])(
    'without a grid (geoid %s, localized %s) the block value stays within the slope of the geoid, and is explained',
    (has_geoid, is_localized) => {
      fc.assert(
        fc.property(worlds, truths, (parts, truth) => {
          const world = { ...parts, has_geoid, is_localized };
          const { shot, loc } = collect(world, '1', truth);
          const hpn = hpnFor(world, loc);
          const { shots } = applyShifts([shot], hpnPlan(hpn, null), surveyDefaults);
          const elevation = finalCoordinates(shots).get('id-1')!.elevation!;
          expect(Math.abs(elevation - (truth.height - target(truth)))).toBeLessThan(0.04);
          expect(compareRecomputed(shots, { projection, hpn, geoid: null }, surveyDefaults.tolerances)[0]?.is_explained).toBe(true);
        }),
        { seed: 43, numRuns: 60 },
      );
    },
  );

  test('shifting again, or after another shift, is shifting once', () => {
    fc.assert(
      fc.property(worlds, worlds, fc.array(truths, { maxLength: 5 }), (first, second, places) => {
        const world = { ...first, has_geoid: false, is_localized: true };
        const shots = places.map((truth, index) => collect(world, String(index), truth).shot);
        const { loc } = collect(world, 'x', { ...MARK, height: 0 });
        const plan = hpnPlan(hpnFor(world, loc), geoid);
        const other = hpnPlan(hpnFor({ ...world, ...second }, loc), null);
        const once = applyShifts(shots, plan, surveyDefaults);
        expect(applyShifts(once.shots, plan, surveyDefaults)).toEqual(once);
        expect(applyShifts(applyShifts(shots, other, surveyDefaults).shots, plan, surveyDefaults)).toEqual(once);
        expect(once.shots.map(({ easting, northing, elevation }) => ({ easting, northing, elevation }))).toEqual(
          shots.map(({ easting, northing, elevation }) => ({ easting, northing, elevation })),
        );
      }),
      { seed: 11, numRuns: 50 },
    );
  });
});

describe('what stops a base shift', () => {
  const world: World = {
    base_error: { latitude: 1e-5, longitude: 0, height: 1 },
    typed: { easting: 2_488_850, northing: 7_433_850, elevation: 0 },
    has_geoid: false,
    is_localized: true,
  };
  const { shot, loc } = collect(world, '1', { ...MARK, height: 30 });

  test('two localization points', () => {
    const outcome = computeHpnShift({
      projection,
      reference: BASE,
      ppp: BASE,
      ppp_undulation: -22,
      localization: [loc, loc],
      base_applied_undulation: null,
    });
    expect(outcome).toMatchObject({ ok: false, sentence: expect.stringContaining('2 points') });
  });

  test('a point that is not used is no second point; one not used in height leaves heights alone', () => {
    const unused = { ...loc, use_horizontal: false, use_vertical: false };
    const flat = { ...loc, use_vertical: false };
    const outcome = computeHpnShift({
      projection,
      reference: BASE,
      ppp: BASE,
      ppp_undulation: -22,
      localization: [unused, flat],
      base_applied_undulation: null,
    });
    expect(outcome.ok && outcome.shift.localization).toMatchObject({ d_elevation: 0 });
  });

  test('a localized shot without its .loc file, and a place without any undulation, are held and say why', () => {
    const bare = { ...hpnFor(world, loc), localization: null };
    expect(applyShifts([shot], hpnPlan(bare, null), surveyDefaults).held[0]?.sentence).toContain('.loc');
    const dry = { ...hpnFor(world, loc), ppp_undulation: null };
    expect(applyShifts([shot], hpnPlan(dry, null), surveyDefaults).held[0]?.sentence).toContain('undulation');
    expect(applyShifts([shot], hpnPlan(dry, geoid), surveyDefaults).held).toEqual([]);
  });

  test('a base outside the projection', () => {
    expect(
      computeHpnShift({
        projection,
        reference: { ...BASE, latitude: 145 },
        ppp: BASE,
        ppp_undulation: 0,
        localization: [],
        base_applied_undulation: null,
      }).ok,
    ).toBe(false);
  });
});

describe('total-station and typed-in points', () => {
  const world: World = {
    base_error: { latitude: 1e-5, longitude: 1e-5, height: 1 },
    typed: { easting: 0, northing: 0, elevation: 0 },
    has_geoid: false,
    is_localized: false,
  };
  const { shot: station, loc } = collect(world, 'G1', { latitude: 45.908, longitude: -66.64, height: 20 });
  const hpn = hpnFor(world, loc);
  const sight = shotOf('2', { instrument_type: 'TOTAL_STATION', station: 'g1', circumstances: plainCircumstances });
  const onward = shotOf('3', { instrument_type: 'TOTAL_STATION', station: '2' });
  const lost = shotOf('4', { instrument_type: 'TOTAL_STATION', station: '3X', circumstances: plainCircumstances });
  const typed = shotOf('81', { instrument_type: 'STORED', origin: 'POINTS_ONLY' });

  test('a sight moves with its station, along a traverse too; one from nowhere takes the block', () => {
    const { shots } = applyShifts([station, sight, onward, lost], hpnPlan(hpn, geoid), surveyDefaults);
    const [a, b, c, d] = shots.map(({ shift }) => shift!);
    expect(b).toMatchObject({ basis: 'station', d_elevation: a!.d_elevation, d_easting: a!.d_easting });
    expect(c).toMatchObject({ basis: 'station', d_elevation: a!.d_elevation });
    expect(d).toMatchObject({ basis: 'block', undulation: { value: hpn.ppp_undulation } });
  });

  test('a circle of stations does not hang', () => {
    const circle = [{ ...sight, station: '3' }, onward];
    expect(applyShifts(circle, hpnPlan(hpn, null), surveyDefaults).held).toEqual([]);
  });

  test('what was typed in stays, unless the office wants it otherwise', () => {
    expect(applyShifts([station, typed], hpnPlan(hpn, null), surveyDefaults).shots[1]?.shift).toMatchObject({
      type: 'NONE',
      basis: 'keyed_in',
      d_easting: 0,
    });
    expect(applyShifts([station, typed], hpnPlan(hpn, null), { shift_keyed_in: true }).shots[1]?.shift).toMatchObject({
      type: 'HPN',
      d_easting: hpn.d_easting,
    });
  });
});

describe('SUR-C4 shift by control points', () => {
  const observe = (
    name: string,
    error: readonly [number, number, number],
    fields: Partial<ControlObservation> = {},
    elevation: number | null = 100,
  ): ControlObservation => ({
    control: { id: `c-${name}`, name, easting: 1000, northing: 2000, elevation, control_destroyed: false },
    shot: `id-${name}`,
    shot_name: name,
    measured: { easting: 1000 - error[0], northing: 2000 - error[1], elevation: 100 - error[2] },
    is_accepted: true,
    ...fields,
  });

  test('is the mean of published less measured, with the residual of each', () => {
    const shift = computeControlShift([observe('a', [1, 2, 3]), observe('b', [1.02, 2, 3.04])], surveyDefaults.tolerances)!;
    expect(shift).toMatchObject({
      d_easting: expect.closeTo(1.01, 9),
      d_northing: expect.closeTo(2, 9),
      d_elevation: expect.closeTo(3.02, 9),
      count_horizontal: 2,
      count_vertical: 2,
    });
    expect(shift.residuals.map(({ d_easting }) => Math.round(d_easting * 1000))).toEqual([-10, 10]);
    expect(shift.residuals.some(({ is_beyond_tolerance }) => is_beyond_tolerance)).toBe(false);
  });

  test('a control that does not fit is suggested for rejection; rejected, it still shows its residual', () => {
    const rejected = observe('c', [1.2, 2, 3], { is_accepted: false });
    const shift = computeControlShift([observe('a', [1, 2, 3]), observe('b', [1, 2, 3]), rejected], surveyDefaults.tolerances)!;
    expect(shift.d_easting).toBeCloseTo(1, 9);
    expect(shift.residuals[2]).toMatchObject({ is_accepted: false, is_beyond_tolerance: true, horizontal: expect.closeTo(0.2, 9) });
  });

  test('an elevation of 0 counts, a missing one does not', () => {
    const zero = { ...observe('a', [0, 0, 0], {}, 0), measured: { easting: 1000, northing: 2000, elevation: -5 } };
    const shift = computeControlShift([zero, observe('b', [0, 0, 7], {}, null)], surveyDefaults.tolerances)!;
    expect(shift).toMatchObject({ d_elevation: 5, count_vertical: 1 });
    expect(shift.residuals[1]?.d_elevation).toBeNull();
  });

  test('none accepted, no shift', () =>
    expect(computeControlShift([observe('a', [1, 1, 1], { is_accepted: false })], surveyDefaults.tolerances)).toBeNull());

  test('shots of the other side of a localization are brought over by its vector', () => {
    const shift = computeControlShift([observe('a', [1, 2, 3])], surveyDefaults.tolerances)!;
    const localization = {
      name: 'm',
      mark: MARK,
      measured: { easting: 0, northing: 0, height: 0 },
      local: { easting: 0, northing: 0, elevation: 0 },
      d_easting: 10,
      d_northing: 20,
      d_elevation: 30,
      geoid_separation: -22,
    };
    const plan: ShiftPlan = { type: 'CONTROL', shift, localization, other_side: 'reshift', decided_by: 'Pia' };
    const local = { ...plainCircumstances, localization_file: 'a.loc' };
    const shots = [
      shotOf('1', { circumstances: local }),
      shotOf('2', { circumstances: local }),
      shotOf('3', { circumstances: plainCircumstances }),
    ];
    const after = applyShifts(shots, plan, surveyDefaults);
    expect(after.shots.map((shot) => shot.shift?.d_easting)).toEqual([1, 1, 11]);
    expect(after.shots[2]?.shift).toMatchObject({ d_northing: 22, d_elevation: 33, decided_by: 'Pia' });
    expect(applyShifts(shots, { ...plan, localization: null }, surveyDefaults).held.map(({ name }) => name)).toEqual(['3']);
    expect(applyShifts(shots, { ...plan, other_side: 'hold' }, surveyDefaults).held[0]).toMatchObject({ name: '3', reason: 'OTHER_SIDE' });
  });
});

describe('SUR-C5 a network run', () => {
  test('no shift touches every shot with nothing', () => {
    const { shots, held } = applyShifts(
      [shotOf('1')],
      { type: 'NONE', localization: null, other_side: 'hold', decided_by: 'Pia' },
      surveyDefaults,
    );
    expect(held).toEqual([]);
    expect(shots[0]?.shift).toMatchObject({ type: 'NONE', d_easting: 0, d_northing: 0, d_elevation: 0, decided_by: 'Pia' });
  });

  test('and an edited point is still found by recomputing it', () => {
    const truth = { latitude: 45.9, longitude: -66.65 };
    const grid = projection.toGrid(truth)!;
    const gnss = { ...truth, antenna_elevation: null, antenna_height: null, mark_elevation: 12 };
    const collected = { ...grid, elevation: 34 };
    const shots = [
      shotOf('1', { ...collected, gnss, collected }),
      shotOf('2', { ...collected, easting: grid.easting + 0.5, gnss, collected }),
    ];
    const shifted = applyShifts(shots, { type: 'NONE', localization: null, other_side: 'hold', decided_by: null }, surveyDefaults).shots;
    expect(
      compareRecomputed(shifted, { projection, hpn: null, geoid: null }, surveyDefaults.tolerances).map(({ is_explained }) => is_explained),
    ).toEqual([true, false]);
  });
});
