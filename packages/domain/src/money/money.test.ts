import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCents,
  amountOf,
  costOf,
  divideHalfUp,
  minutesOf,
  quantityOf,
  readMoney,
  roundCents,
  sayCents,
  subtractCents,
  typedCents,
} from './cents.ts';
import { splitCents } from './split.ts';

const seed = { seed: 20260304 };
const money = fc.integer({ min: -99_999_999_999_99, max: 99_999_999_999_99 });

describe('cents', () => {
  it('are whole, and anything else is refused', () => {
    expect(addCents(10, 20, -5)).toBe(25);
    expect(subtractCents(10, 25)).toBe(-15);
    expect(() => addCents(0.5)).toThrow(/whole cents/);
    expect(() => addCents(Number.MAX_SAFE_INTEGER, 1)).toThrow(/whole cents/);
  });

  it('round half-up, a credit like its charge', () => {
    expect([divideHalfUp(5n, 2n), divideHalfUp(-5n, 2n), divideHalfUp(-1n, 4n), roundCents(2.5), roundCents(-2.5)]).toEqual([
      3, -3, 0, 3, -3,
    ]);
  });

  it('time at a rate: 2 h 30 at $95.00, and a third of an hour', () => {
    expect(amountOf(150, 95_00)).toBe(237_50);
    expect(amountOf(20, 100_00)).toBe(33_33);
    expect(amountOf(1, 90)).toBe(2);
    expect(minutesOf(237_50, 95_00)).toBe(150);
    expect(minutesOf(100, 0)).toBeNull();
  });

  it('law: minutes follow their own amount back when a minute is worth a cent or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 60, max: 100_000 }), (minutes, rate) => {
        expect(minutesOf(amountOf(minutes, rate), rate)).toBe(minutes);
      }),
      seed,
    );
  });

  it('things at a price: 3.5 monuments at $42.00 with 15 % on top; rounded once', () => {
    expect(costOf(3.5, 42_00, 15)).toBe(169_05);
    expect(costOf(0.0001, 50_00)).toBe(1);
    expect(costOf(1, 100, 12.345)).toBe(112);
    expect(quantityOf(169_05, 42_00, 15)).toBe(3.5);
    expect(quantityOf(100, 0)).toBeNull();
  });
});

describe('money as it is typed', () => {
  it.each([
    ['$1,234.50', 123450],
    ['1 234,50', 123450],
    ['1\u202f234,50 $', 123450],
    ['1.234,50', 123450],
    ['1,234', 123400],
    ['1,234,567.8', 123456780],
    ['12,5', 1250],
    ['(12.00)', -1200],
    ['($1,234.50)', -123450],
    ['-$3', -300],
    ['$-3', -300],
    ['5-', -500],
    ['+7', 700],
    ['.5', 50],
    ['0.125', 13],
    ['1234.567', 123457],
    ['CA$ 5.00', 500],
    ['5.00 CAD', 500],
    [' $ -   ', 0],
    ['0', 0],
    ['(0.00)', 0],
  ])('%s', (text, cents) => expect(readMoney(text)).toEqual({ value: cents }));

  it.each(['', 'abc', '12 34', '1,23,456', '1.2.3', '$$5', '1E+05', '--5', '5 apples', '12:30', '1,234.5.6', '.', '1 2345'])(
    'refuses %j',
    (text) => {
      expect(readMoney(text)).toHaveProperty('problem');
    },
  );

  it('does not guess what 1.234 means', () => {
    expect(readMoney('1.234')).toEqual({ problem: expect.stringMatching(/thousands or decimals/) });
    expect(readMoney('9'.repeat(13))).toEqual({ problem: expect.stringMatching(/too large/) });
  });

  it('law: what is printed reads back', () => {
    expect([sayCents(123450), sayCents(-1200), sayCents(5), typedCents(-5), typedCents(0)]).toEqual([
      '$1,234.50',
      '($12.00)',
      '$0.05',
      '-0.05',
      '0.00',
    ]);
    fc.assert(
      fc.property(money, (cents) => {
        expect(readMoney(sayCents(cents))).toEqual({ value: cents });
        expect(readMoney(typedCents(cents))).toEqual({ value: cents });
      }),
      seed,
    );
  });

  it('law: no text whatever makes it fail, and a value is whole cents', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,$() -\u00a0x') }), (text) => {
        const read = readMoney(text);
        if ('value' in read) expect(Number.isSafeInteger(read.value)).toBe(true);
        else expect(read.problem).not.toBe('');
      }),
      { ...seed, numRuns: 1000 },
    );
  });
});

describe('splitting a total', () => {
  it.each([
    [5000_00, [1000_00, 2000_00, 3333_00], [789_52, 1579_03, 2631_45]],
    [10, [1, 1, 2], [3, 2, 5]],
    [100, [1, 1, 1], [34, 33, 33]],
    [1, [1, 3, 3], [0, 1, 0]],
    [2, [1, 3], [0, 2]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [0, [0, 0], [0, 0]],
  ])('%d over %j', (total, weights, shares) => expect(splitCents(total, weights)).toEqual(shares));

  it('refuses to split something over nothing', () => {
    expect(() => splitCents(1, [0, 0])).toThrow(/nothing/);
    expect(() => splitCents(1, [2, -1])).toThrow(/less than nothing/);
  });

  const weights = fc
    .array(fc.integer({ min: 0, max: 1_000_000_000_00 }), { minLength: 1, maxLength: 60 })
    .filter((list) => list.some((w) => w > 0));

  it('laws: the sum is the total, no share is a cent off, the larger weight never gets less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_00 }), weights, (total, list) => {
        const shares = splitCents(total, list);
        expect(addCents(...shares)).toBe(total);
        const sum = BigInt(addCents(...list));
        for (const [at, share] of shares.entries()) {
          const exact = BigInt(list[at]!) * BigInt(total);
          const gap = BigInt(share) * sum - exact;
          expect(gap < sum && gap > -sum).toBe(true);
          for (const [other, weight] of list.entries()) if (weight < list[at]!) expect(shares[other]!).toBeLessThanOrEqual(share);
        }
      }),
      seed,
    );
  });
});
