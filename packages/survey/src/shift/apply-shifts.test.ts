import { describe, expect, test } from 'vitest';
import { noCircumstances } from '../assemble/shot.ts';
import { shotOf } from '../assemble/shot-fixture.ts';
import { finalCoordinates } from '../group/final-coordinates.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { applyShifts } from './apply-shifts.ts';
import { BASE, collect, geoid, hpnFor, hpnPlan, MARK, projection, target, type World } from './collector-fixture.ts';
import { compareRecomputed } from './recompute.ts';

describe('total-station and typed-in points', () => {
  const world: World = {
    base_error: { latitude: 1e-5, longitude: 1e-5, height: 1 },
    typed: { easting: 0, northing: 0, elevation: 0 },
    has_geoid: false,
    is_localized: false,
  };
  const { shot: station, loc } = collect(world, 'G1', { latitude: 45.908, longitude: -66.64, height: 20 });
  const hpn = hpnFor(world, loc);
  const sight = shotOf('2', { instrument_type: 'TOTAL_STATION', station: 'g1', circumstances: noCircumstances });
  const onward = shotOf('3', { instrument_type: 'TOTAL_STATION', station: '2' });
  const lost = shotOf('4', { instrument_type: 'TOTAL_STATION', station: '3X', circumstances: noCircumstances });
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

  test('a base listed among the points comes to where PPP has it, in a localized run too', () => {
    const local: World = { ...world, is_localized: true, typed: { easting: 2_488_850, northing: 7_433_850, elevation: 0 } };
    const shots = [collect(local, '1', { ...MARK, height: 30 }), collect(local, '2', { ...MARK, height: 31 })];
    const localized_hpn = hpnFor(local, shots[0]!.loc);
    const { easting, northing, height } = localized_hpn.reference;
    const stored = { easting, northing, elevation: height };
    const base = shotOf('100', {
      ...stored,
      collected: stored,
      origin: 'BASE',
      gnss: {
        latitude: BASE.latitude + 1e-5,
        longitude: BASE.longitude + 1e-5,
        antenna_elevation: null,
        antenna_height: null,
        mark_elevation: height,
      },
    });
    const after = applyShifts([...shots.map(({ shot }) => shot), base], hpnPlan(localized_hpn, geoid), surveyDefaults);
    expect(after.held).toEqual([]);
    const final = finalCoordinates(after.shots).get('id-100')!;
    expect(final.easting).toBeCloseTo(localized_hpn.ppp.easting, 6);
    expect(Math.abs(final.elevation! - (BASE.height - target(BASE)))).toBeLessThan(0.001);
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
      compareRecomputed(shifted, { projection, hpn: [], geoid: null }, surveyDefaults.tolerances).map(({ is_explained }) => is_explained),
    ).toEqual([true, false]);
  });
});
