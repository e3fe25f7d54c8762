import { describe, expect, test } from 'vitest';
import { noCircumstances } from '../assemble/shot.ts';
import { shotOf } from '../assemble/shot-fixture.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { applyShifts, type ShiftPlan } from './apply-shifts.ts';
import { MARK } from './collector-fixture.ts';
import { type ControlObservation, computeControlShift } from './control-shift.ts';
import type { Localization } from './localization.ts';

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

  test('one wrong control is found by leaving it out, and the good ones are not blamed', () => {
    const good = ['a', 'b', 'd'].map((name, index) => observe(name, [1 + index / 1000, 2, 3]));
    const suspectsOf = (...observations: ControlObservation[]) => computeControlShift(observations, surveyDefaults.tolerances)!.suspects;
    expect(suspectsOf(...good)).toEqual([]);
    const shift = computeControlShift([...good, observe('c', [1.2, 2, 3])], surveyDefaults.tolerances)!;
    expect(shift.residuals.every(({ is_beyond_tolerance }) => is_beyond_tolerance)).toBe(true);
    expect(shift.suspects).toEqual(['id-c']);
    expect(suspectsOf(...good, observe('c', [1, 2, 3.2]), observe('e', [1, 2.1, 3]))).toEqual(['id-c', 'id-e']);
    expect(suspectsOf(observe('a', [1, 2, 3]), observe('c', [1.2, 2, 3]))).toEqual([]);
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
    const localization: Localization = {
      name: 'm',
      fit: 'translation',
      mark: MARK,
      measured: { easting: 0, northing: 0, height: 0 },
      local: { easting: 10, northing: 20, elevation: 30 },
      d_easting: 10,
      d_northing: 20,
      d_elevation: 30,
      scale: 1,
      rotation: 0,
      slope_easting: 0,
      slope_northing: 0,
      geoid_separation: -22,
      residuals: [],
      suspects: [],
      redundancy: 0,
    };
    const plan: ShiftPlan = { type: 'CONTROL', shifts: [shift], localization, other_side: 'reshift', decided_by: 'Pia' };
    const local = { ...noCircumstances, localization_file: 'a.loc' };
    const shots = [
      shotOf('1', { circumstances: local }),
      shotOf('2', { circumstances: local }),
      shotOf('3', { circumstances: noCircumstances }),
    ];
    const after = applyShifts(shots, plan, surveyDefaults);
    expect(after.shots.map((shot) => shot.shift?.d_easting)).toEqual([1, 1, 11]);
    expect(after.shots[2]?.shift).toMatchObject({ d_northing: 22, d_elevation: 33, decided_by: 'Pia' });
    expect(applyShifts(shots, { ...plan, localization: null }, surveyDefaults).held.map(({ name }) => name)).toEqual(['3']);
    expect(applyShifts(shots, { ...plan, other_side: 'hold' }, surveyDefaults).held[0]).toMatchObject({ name: '3', reason: 'OTHER_SIDE' });
  });
});
