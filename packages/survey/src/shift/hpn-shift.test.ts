import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shotOf } from '../assemble/shot-fixture.ts';
import { finalCoordinates } from '../group/final-coordinates.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { applyShifts, type ShiftPlan } from './apply-shifts.ts';
import { BASE, collect, geoid, hpnFor, hpnPlan, MARK, projection, target, truths, type World, worlds } from './collector-fixture.ts';
import { computeHpnShift } from './hpn-shift.ts';
import { compareRecomputed } from './recompute.ts';

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
        expect(compareRecomputed(shots, { projection, hpn: [hpnFor(world, loc)], geoid }, surveyDefaults.tolerances)[0]?.is_explained).toBe(
          true,
        );
      }),
      { seed: 34, numRuns: 60 },
    );
  });

  test('coordinates from the raw file: whatever localization, geoid, edit or grid is in the points file, the truth comes back', () => {
    fc.assert(
      fc.property(worlds, truths, fc.boolean(), fc.boolean(), fc.double({ min: -50, max: 50, noNaN: true }), (parts, truth, ...rest) => {
        const [has_geoid, is_localized, edit] = rest;
        const world = { ...parts, has_geoid, is_localized };
        const { shot, loc } = collect(world, '1', truth);
        const edited = { ...shot, easting: shot.easting + edit, elevation: shot.elevation! - edit };
        const { easting, northing, elevation } = edited;
        const sight = shotOf('2', { easting, northing, elevation, instrument_type: 'TOTAL_STATION', station: '1' });
        const plan: ShiftPlan = { ...hpnPlan(hpnFor(world, loc), geoid), recompute: { projection, geoid } };
        const { shots, held } = applyShifts([edited, sight], plan, surveyDefaults);
        expect(held).toEqual([]);
        expect(applyShifts(shots, plan, surveyDefaults).shots).toEqual(shots);
        const finals = finalCoordinates(shots);
        const right = projection.toGrid(truth)!;
        for (const id of ['id-1', 'id-2']) {
          expect(Math.abs(finals.get(id)!.easting - right.easting)).toBeLessThan(0.001);
          expect(Math.abs(finals.get(id)!.northing - right.northing)).toBeLessThan(0.001);
          expect(Math.abs(finals.get(id)!.elevation! - (truth.height - target(truth)))).toBeLessThan(0.001);
        }
      }),
      { seed: 57, numRuns: 60 },
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
          expect(compareRecomputed(shots, { projection, hpn: [hpn], geoid: null }, surveyDefaults.tolerances)[0]?.is_explained).toBe(true);
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
        base_key: null,
        projection,
        reference: { ...BASE, latitude: 145 },
        ppp: BASE,
        ppp_undulation: 0,
        localization: null,
        base_applied_undulation: null,
      }).ok,
    ).toBe(false);
  });
});
