import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDecimal, roundDecimal } from './decimal.ts';

it('reads one number as both languages write it', () => {
  const same = { value: { is_negative: false, whole: '1234', part: '5' } };
  for (const text of ['1234.5', '1,234.5', '1 234,5', '1.234,5', "1'234.5", '1\u00a0234.5']) expect(readDecimal(text)).toEqual(same);
});

it('a lone dot before three digits is a decimal point, or unclear where nobody writes three decimals', () => {
  expect(readDecimal('1.234')).toEqual({ value: { is_negative: false, whole: '1', part: '234' } });
  expect(readDecimal('1.234', 'unclear')).toHaveProperty('problem');
  expect(readDecimal('0.234', 'unclear')).toHaveProperty('value');
});

it('rounds half away from zero, by the digits and not by the machine', () => {
  const round = (text: string, places: number) => {
    const read = readDecimal(text);
    return 'value' in read ? roundDecimal(read.value, places) : read;
  };
  expect([round('1.005', 2), round('-1.005', 2), round('1.00499999', 2), round('-0.001', 2), round('7', 0), round('7.5', 0)]).toEqual([
    101, -101, 100, 0, 7, 8,
  ]);
});

it('law: what a machine prints with four decimals reads back exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (units) => {
      const read = readDecimal((units / 1e4).toFixed(4));
      expect('value' in read && roundDecimal(read.value, 4)).toBe(units);
    }),
    { seed: 20260304 },
  );
});
