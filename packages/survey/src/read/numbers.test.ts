import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureCpu } from '../fixtures/cpu-time.ts';
import {
  parseBearing,
  parseCommaNumber,
  parseDecimalDegrees,
  parseDegreesMinutesSeconds,
  parseLeadingNumber,
  parseNumber,
  parsePackedDegrees,
} from './numbers.ts';

describe('plain numbers', () => {
  test('are read exactly as JavaScript reads them', () => {
    const decimals = fc.tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.nat(18)).map(([isNegative, digits, places]) => {
      const text = digits.toString().padStart(places + 1, '0');
      return `${isNegative ? '-' : ''}${text.slice(0, text.length - places)}${places > 0 ? '.' : ''}${text.slice(text.length - places)}`;
    });
    fc.assert(
      fc.property(decimals, (text) => {
        expect(parseNumber(text)).toBe(Number(text) + 0); // -0 is read as 0
      }),
      { seed: 1 },
    );
  });

  test.each(['', ' ', '.', '-', '1.2.3', '12a', '1,5', '--1', '1e9999', 'NaN', 'Infinity', '0x10', '1_0'])('%j is no number', (text) => {
    expect(parseNumber(text)).toBeNull();
  });

  test('blanks around, a point at either end, and exponents are forgiven', () => {
    expect([parseNumber(' 12. '), parseNumber('.5'), parseNumber('+3'), parseNumber('-1.5e-3'), parseNumber('0')]).toEqual([
      12, 0.5, 3, -0.0015, 0,
    ]);
  });

  test('a decimal comma counts only where it cannot separate columns', () => {
    expect([parseCommaNumber('2488350,12'), parseCommaNumber('1.5'), parseCommaNumber('1,2,3'), parseCommaNumber(undefined)]).toEqual([
      2488350.12,
      1.5,
      null,
      null,
    ]);
  });

  test('the number before a unit', () => {
    expect([parseLeadingNumber(' 2.0000 m, Vertical'), parseLeadingNumber('none')]).toEqual([2, null]);
  });

  test('a long run of digits costs no more than its length', () => {
    expect(measureCpu(() => expect(parseNumber(`${'1'.repeat(1_000_000)}x`)).toBeNull())).toBeLessThan(3_000);
  });
});

describe('angles', () => {
  test('packed degrees are read digit by digit', () => {
    expect(parsePackedDegrees('45.534948309846')).toBeCloseTo(45 + 53 / 60 + 49.48309846 / 3600, 12);
    expect(parsePackedDegrees('-66.391662883322')).toBeCloseTo(-(66 + 39 / 60 + 16.62883322 / 3600), 12);
    expect(parsePackedDegrees('12.5')).toBeCloseTo(12 + 50 / 60, 12); // trailing zeros left off
    expect(parsePackedDegrees('7')).toBe(7);
    expect(parsePackedDegrees('-0.1924')).toBeCloseTo(-(19 / 60 + 24 / 3600), 12);
  });

  test('sixty passes as a rounded minute, more is not packed', () => {
    expect(parsePackedDegrees('45.5960')).toBeCloseTo(46, 9);
    expect([parsePackedDegrees('45.6123'), parsePackedDegrees('45.1261'), parsePackedDegrees('45.90270000')]).toEqual([null, null, null]);
  });

  test('every angle packed to a thousandth of a second comes back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -180, max: 180 }), fc.nat(59), fc.nat(59_999), (degrees, minutes, thousandths) => {
        const text = `${degrees}.${String(minutes).padStart(2, '0')}${String(thousandths).padStart(5, '0')}`;
        const size = Math.abs(degrees) + minutes / 60 + thousandths / 3_600_000;
        expect(parsePackedDegrees(text)).toBeCloseTo(degrees < 0 ? -size : size, 11);
      }),
      { seed: 2 },
    );
  });

  test('letters for hemispheres, and degrees written out', () => {
    expect(parsePackedDegrees('66.20W')).toBeCloseTo(-(66 + 20 / 60), 12);
    expect(parsePackedDegrees('N45.2')).toBeCloseTo(45 + 20 / 60, 12);
    expect(parsePackedDegrees('45 18 04.65')).toBeCloseTo(45 + 18 / 60 + 4.65 / 3600, 12);
    expect(parsePackedDegrees(`45\u00b018'04.65"`)).toBeCloseTo(45 + 18 / 60 + 4.65 / 3600, 12);
    expect(parseDecimalDegrees('S35.5')).toBe(-35.5);
  });

  test('minus zero degrees keep their sign', () => {
    expect(parseDegreesMinutesSeconds('-0', '19', '24.9')).toBeCloseTo(-(19 / 60 + 24.9 / 3600), 12);
    expect(parseDegreesMinutesSeconds('45', '-1', '0')).toBeNull();
    expect(parseDegreesMinutesSeconds('45', '61', '0')).toBeNull();
    expect(parseDegreesMinutesSeconds('45', undefined, '0')).toBeNull();
  });

  test('quadrant bearings become azimuths', () => {
    const read = (text: string | undefined): number | null => parseBearing(text, parsePackedDegrees);
    expect([read('N45.3000E'), read('S45.3000E'), read('S45.3000W'), read('N45.3000W')]).toEqual([45.5, 134.5, 225.5, 314.5]);
    expect([read('12.3000'), read('N99x'), read(undefined), read('N45.7000E')]).toEqual([12.5, null, null, null]);
  });
});
