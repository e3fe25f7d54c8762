import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorEllipse, toHorizontal } from './error-ellipse.ts';

describe('an error ellipse', () => {
  test('is a circle of the RMS where all directions are alike', () => {
    expect(errorEllipse({ ee: 4, nn: 4, en: 0 }, 0.012)).toEqual({ major: 0.012, minor: 0.012, azimuth: 0 });
  });

  test('lies along the larger deviation', () => {
    expect(errorEllipse({ ee: 9, nn: 1, en: 0 }, 0.01)).toMatchObject({ azimuth: 90 });
    expect(errorEllipse({ ee: 1, nn: 9, en: 0 }, 0.01)).toMatchObject({ azimuth: 0 });
    expect(errorEllipse({ ee: 2, nn: 2, en: 1 }, 0.01)!.azimuth).toBeCloseTo(45, 9);
    expect(errorEllipse({ ee: 2, nn: 2, en: -1 }, 0.01)!.azimuth).toBeCloseTo(135, 9);
  });

  test('keeps the size of the RMS whatever its shape, and never has a shorter major than minor axis', () => {
    const figure = fc.double({ min: -0.05, max: 0.05, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(figure, { minLength: 4, maxLength: 4 }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        ([a, b, c, d], hrms) => {
          // A A' is a covariance whatever A is.
          const found = errorEllipse({ ee: a! ** 2 + b! ** 2, nn: c! ** 2 + d! ** 2, en: a! * c! + b! * d! }, hrms);
          fc.pre(found !== null);
          expect(found!.major ** 2 + found!.minor ** 2).toBeCloseTo(2 * hrms ** 2, 9);
          expect(found!.major).toBeGreaterThanOrEqual(found!.minor);
        },
      ),
    );
  });

  test('is not drawn from figures that are no covariance', () => {
    expect(errorEllipse({ ee: 1, nn: 1, en: 5 }, 0.01)).toBeNull();
    expect(errorEllipse({ ee: 0, nn: 0, en: 0 }, 0.01)).toBeNull();
    expect(errorEllipse({ ee: Number.NaN, nn: 1, en: 0 }, 0.01)).toBeNull();
  });
});

describe('a covariance along the axes of the earth', () => {
  test('shows east and north of a place on the equator as they are', () => {
    const axes = { xx: 9, yy: 4, zz: 1, xy: 0, xz: 0, yz: 0.5 };
    expect(toHorizontal(axes, 0, 0)).toEqual({ ee: 4, nn: 1, en: 0.5 });
  });

  test('that is alike in all directions stays so everywhere', () => {
    const { ee, nn, en } = toHorizontal({ xx: 2, yy: 2, zz: 2, xy: 0, xz: 0, yz: 0 }, 45.9, -66.6);
    expect([ee, nn, en].map((value) => Number(value.toFixed(9)))).toEqual([2, 2, 0]);
  });
});
