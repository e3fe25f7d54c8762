import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDms, packDms, parseDms, splitDms, unpackDms } from './dms.ts';

describe('packed degrees', () => {
  test('a latitude of a raw file', () => {
    expect(unpackDms(45.534948309846)).toBeCloseTo(45.89707863846, 11);
    expect(unpackDms(-66.391662883322)).toBeCloseTo(-66.654619120339, 11);
  });

  test('decimals near the end of a minute do not become the wrong minute', () => {
    expect(unpackDms(12.59599999)).toBeCloseTo(12 + 59 / 60 + 59.9999 / 3600, 9);
    expect(unpackDms(18.1)).toBeCloseTo(18 + 10 / 60, 12);
  });

  test('59 minutes 60 seconds is read as the next degree; 61 is no angle', () => {
    expect(unpackDms(18.596)).toBeCloseTo(19, 12);
    expect(unpackDms(18.61)).toBeNull();
    expect(unpackDms(18.0061)).toBeNull();
    expect(unpackDms(Number.NaN)).toBeNull();
  });

  test('there and back again', () => {
    fc.assert(
      fc.property(fc.double({ min: -360, max: 360, noNaN: true }), (angle) => {
        const packed = packDms(angle, 8);
        expect(Math.abs((unpackDms(Number(packed)) ?? Number.NaN) - angle)).toBeLessThan(1e-11);
        const { minutes, seconds } = splitDms(angle, 8);
        expect(minutes).toBeLessThan(60);
        expect(seconds).toBeLessThan(60);
      }),
      { seed: 4545 },
    );
  });

  test('rounding carries', () => {
    expect(packDms(44.99999999999, 4)).toBe('45.00000000');
    expect(packDms(-0.5, 0)).toBe('-0.3000');
    expect(packDms(7 + 5 / 60 + 6 / 3600, 2)).toBe('7.050600');
  });
});

describe('spelled degrees', () => {
  test('the sign of minus zero degrees is west', () => expect(parseDms('-0 19 24.9')).toBeCloseTo(-(19 / 60 + 24.9 / 3600), 12));
  test.each(['45 53 49.51133', '45°53\'49.51133"', '45:53:49.51133', ' 45 53 49.51133 N'])('%s', (text) =>
    expect(parseDms(text)).toBeCloseTo(45 + 53 / 60 + 49.51133 / 3600, 12),
  );
  test('W is negative', () => expect(parseDms('66 39 16.68602 W')).toBeCloseTo(-66.6546350056, 9));
  test.each(['', '45', '45 61 0', '45 10 61', 'north'])('%j is none', (text) => expect(parseDms(text)).toBeNull());
  test('written for people', () => expect(formatDms(-66.6546350056, 3)).toBe('-66°39\'16.686"'));
  test('what is written is read', () => {
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (angle) => {
        expect(Math.abs((parseDms(formatDms(angle, 8)) ?? Number.NaN) - angle)).toBeLessThan(1e-11);
      }),
      { seed: 66 },
    );
  });
});
