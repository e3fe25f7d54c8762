import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCents } from './cents.ts';
import { periodsOverlap, sayPeriod, sayTaxRate, type TaxRule, taxIncluded, taxOf, taxOnLines, taxProvince, taxRulesOn } from './tax.ts';

const seed = { seed: 20260304 };

function rule(change: Partial<TaxRule> = {}): TaxRule {
  return { province: 'NB', code: 'HST', name: 'HST', rate: 15, base_fraction: 1, valid_from: '2016-07-01', valid_to: null, ...change };
}

/** The same arithmetic in another way: the digits of the decimal are taken from its text, and the rounding is done on the remainder. */
function oracle(line: number, rate: string, base: string): number {
  const digits = (text: string) => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole + part.padEnd(6, '0'));
  };
  const scale = 10n ** 14n;
  const size = BigInt(Math.abs(line)) * digits(rate) * digits(base);
  const cents = size / scale + ((size % scale) * 2n >= scale ? 1n : 0n);
  return line < 0 && cents > 0n ? -Number(cents) : Number(cents);
}

describe('tax on lines', () => {
  it('tax: 25.06, 25.61 and 25.63 at 15 % give 11.44 in all, since each line is rounded', () => {
    const lines = [25_06, 25_61, 25_63];
    expect(lines.map((line) => taxOf(line, rule()))).toEqual([3_76, 3_84, 3_84]);
    expect(taxOnLines(lines, [rule()])).toEqual([{ code: 'HST', name: 'HST', rate: 15, amount: 11_44 }]);
    expect(taxOf(sumCents(lines), rule())).toBe(11_45);
  });

  it('tax: half a cent goes up, and a credit mirrors its charge', () => {
    expect([taxOf(10, rule({ rate: 5 })), taxOf(-10, rule({ rate: 5 })), taxOf(9, rule({ rate: 5 })), taxOf(0, rule())]).toEqual([
      1, -1, 0, 0,
    ]);
  });

  it('tax: a part of the amount may be what is taxed', () => {
    expect(taxOf(100_00, rule({ base_fraction: 0.5 }))).toBe(7_50);
    expect(taxOf(100_00, rule({ base_fraction: 0 }))).toBe(0);
  });

  it('tax: two taxes of one province are reckoned side by side, neither on the other', () => {
    const quebec = [rule({ code: 'GST', name: 'GST', rate: 5 }), rule({ code: 'QST', name: 'QST', rate: 9.975 })];
    expect(taxOnLines([1000_00, 333_33], quebec).map(({ amount }) => amount)).toEqual([66_67, 133_00]);
  });

  const decimal = (most: number) =>
    fc.integer({ min: 0, max: most * 1_000_000 }).map((n) => `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, '0')}`);
  const rate = fc.oneof(fc.constantFrom('5', '13', '14', '15', '9.975', '7', '6'), decimal(100));
  const base = fc.oneof(fc.constant('1'), decimal(1));
  const line = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });

  it('law: 1 to 200 lines agree with a BigInt oracle to the cent', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 200 }), rate, base, (lines, percent, part) => {
        const one = rule({ rate: Number(percent), base_fraction: Number(part) });
        const [total] = taxOnLines(lines, [one]);
        expect(total!.amount).toBe(lines.reduce((sum, cents) => sum + oracle(cents, percent, part), 0));
      }),
      seed,
    );
  });
});

describe('tax rules', () => {
  const rules = [
    rule({ province: 'NS', rate: 15, valid_from: '2010-07-01', valid_to: '2025-03-31' }),
    rule({ province: 'NS', rate: 14, valid_from: '2025-04-01' }),
    rule({ province: 'QC', code: 'QST', name: 'QST', rate: 9.975, valid_from: '2013-01-01' }),
    rule({ province: 'QC', code: 'GST', name: 'GST', rate: 5, valid_from: '2008-01-01' }),
  ];
  const ratesOn = (province: TaxRule['province'], date: string) => taxRulesOn(rules, province, date).map((one) => one.rate);

  it('tax rules: both days of a period belong to it', () => {
    expect([ratesOn('NS', '2025-03-31'), ratesOn('NS', '2025-04-01'), ratesOn('NS', '2010-06-30')]).toEqual([[15], [14], []]);
  });

  it('tax rules: Quebec has two, in the order of their codes; a province without a rule has none', () => {
    expect([ratesOn('QC', '2026-03-04'), ratesOn('AB', '2026-03-04')]).toEqual([[5, 9.975], []]);
  });

  it('tax rules: a client without a province of its own is taxed where the firm is', () => {
    expect([taxProvince({ tax_province: null }, 'NB'), taxProvince({ tax_province: 'ON' }, 'NB'), taxProvince(null, 'QC')]).toEqual([
      'NB',
      'ON',
      'QC',
    ]);
  });

  it('tax rules: rates and periods in words', () => {
    expect([sayTaxRate(15), sayTaxRate(9.975), sayTaxRate(0.1 + 0.2)]).toEqual(['15 %', '9.975 %', '0.3 %']);
    expect(rules.slice(0, 2).map(sayPeriod)).toEqual(['from 1 Jul 2010 to 31 Mar 2025', 'from 1 Apr 2025']);
  });

  it('law: two periods overlap when some day belongs to both', () => {
    const day = fc.integer({ min: 0, max: 30 });
    const period = fc
      .record({ from: day, to: fc.option(day) })
      .filter(({ from, to }) => to === null || from <= to)
      .map(({ from, to }) => ({ from, to: to ?? 99 }));
    const say = (n: number) => (n === 99 ? null : `2026-01-${String(n + 1).padStart(2, '0')}`);
    fc.assert(
      fc.property(period, period, (a, b) => {
        const shared = Array.from({ length: 100 }, (_, n) => n).some((n) => a.from <= n && n <= a.to && b.from <= n && n <= b.to);
        const [left, right] = [a, b].map(({ from, to }) => ({ valid_from: say(from)!, valid_to: say(to) }));
        expect(periodsOverlap(left!, right!)).toBe(shared);
      }),
      seed,
    );
  });
});

describe('tax in an amount', () => {
  const quebec = [rule({ code: 'GST', rate: 5 }), rule({ code: 'QST', rate: 9.975 })];

  it('tax: $115.00 holds $15.00 of HST, and $114.98 both taxes of Quebec', () => {
    expect(taxIncluded(115_00, [rule()])).toEqual([15_00]);
    expect(taxIncluded(114_98, quebec)).toEqual([5_00, 9_98]);
    expect(taxIncluded(-115_00, [rule()])).toEqual([-15_00]);
    expect([taxIncluded(10_00, []), taxIncluded(10_00, [rule({ rate: 0 })])]).toEqual([[], [0]]);
  });

  it('tax laws: it undoes adding the tax, and is within a cent per tax of what the rest is taxed with', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), fc.constantFrom([rule()], quebec), (amount, rules) => {
        const taxes = taxIncluded(amount, rules);
        const net = amount - sumCents(taxes);
        for (const [at, tax] of taxes.entries()) expect(Math.abs(taxOf(net, rules[at]!) - tax)).toBeLessThanOrEqual(1);
        const gross = amount + sumCents(rules.map((each) => taxOf(amount, each)));
        expect(Math.abs(gross - sumCents(taxIncluded(gross, rules)) - amount)).toBeLessThanOrEqual(rules.length);
      }),
      seed,
    );
  });
});
