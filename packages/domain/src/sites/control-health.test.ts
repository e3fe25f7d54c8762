import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDrift } from './control-health.ts';

const limits = { check_horizontal: 0.03, check_vertical: 0.05 };
const at = (residual_easting: number, residual_elevation: number | null = null) => ({
  residual_easting,
  residual_northing: 0,
  residual_elevation,
});

test('Three checks that agree say that a mark has moved; two, or three that cancel out, say nothing.', () => {
  expect(findDrift([at(0.04), at(0.04)], limits)).toBeNull();
  expect(findDrift([at(0.04), at(0.05), at(0.03)], limits)).toMatchObject({ is_beyond: true, d_elevation: null });
  expect(findDrift([at(0.04), at(-0.04), at(0)], limits)).toMatchObject({ is_beyond: false });
  expect(findDrift([at(0, 0.06), at(0), at(0, 0.06)], limits)).toMatchObject({ is_beyond: true });
});

test('Older checks change nothing.', () => {
  const check = fc.double({ min: -1, max: 1, noNaN: true }).map((value) => at(value, value));
  fc.assert(
    fc.property(fc.array(check, { minLength: 3, maxLength: 8 }), (checks) => {
      expect(findDrift(checks, limits)).toEqual(findDrift(checks.slice(0, 3), limits));
    }),
  );
});
