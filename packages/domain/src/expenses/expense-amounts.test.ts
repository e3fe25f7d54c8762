import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, sumCents } from '../money/cents.ts';
import { amountsOf, chargeOf, whyNotCharge, whyNotTax, withTax } from './expense-amounts.ts';
import { type DatedUnitCost, priceItem, sayItemPrice, whyNotItem } from './internal-items.ts';

const seed = { seed: 20260304 };
const HST = { rate: 15, base_fraction: 1 };
const QUEBEC = [
  { rate: 5, base_fraction: 1 },
  { rate: 9.975, base_fraction: 1 },
];
const cents = fc.integer({ min: -100_000_00, max: 100_000_00 });

describe('expense amounts', () => {
  it('expense: $115.00 with HST is $100.00 and $15.00; without a rule it is all net', () => {
    expect(amountsOf(115_00, [HST])).toEqual({ gross: 115_00, tax: 15_00, net: 100_00 });
    expect(amountsOf(115_00, [])).toEqual({ gross: 115_00, tax: 0, net: 115_00 });
  });

  it('expense: the tax of the receipt may differ by a cent, and by one for each tax', () => {
    expect([whyNotTax(14_99, 115_00, [HST]), whyNotTax(15_01, 115_00, [HST])]).toEqual([null, null]);
    expect(whyNotTax(15_02, 115_00, [HST])?.sentence).toBe(
      'The tax in $115.00 is $15.00; it may differ by $0.01. Choose another tax type if the receipt says so.',
    );
    expect(whyNotTax(14_96, 114_98, QUEBEC)).toBeNull();
    expect(whyNotTax(14_95, 114_98, QUEBEC)).not.toBeNull();
    expect(whyNotTax(1, 115_00, [])?.sentence).toBe('This category has no tax; choose another tax type.');
    expect(whyNotTax(0, 115_00, [])).toBeNull();
  });

  it('expense: the client is charged the net with markup, or as agent what was paid', () => {
    const paid = { ...amountsOf(115_00, [HST]), is_billable: true, as_agent: false, markup_pct: 10 };
    expect(chargeOf(paid)).toBe(110_00);
    expect(chargeOf({ ...paid, as_agent: true, markup_pct: 0 })).toBe(115_00);
    expect(chargeOf({ ...paid, is_billable: false })).toBe(0);
    expect(whyNotCharge({ is_billable: true, as_agent: true, markup_pct: 5 })?.sentence).toMatch(/no markup/);
    expect(whyNotCharge({ is_billable: false, as_agent: true, markup_pct: 0 })?.code).toBe('INVALID');
    expect(whyNotCharge({ is_billable: true, as_agent: false, markup_pct: 5 })).toBeNull();
    expect(whyNotCharge({ is_billable: true, as_agent: false, markup_pct: -1 })?.sentence).toBe('A markup is not below zero.');
  });

  it('expense laws: gross is net and tax; the computed tax may always be typed; a refund mirrors its expense', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom([], [HST], QUEBEC), (gross, rules) => {
        const { net, tax } = amountsOf(gross, rules);
        expect(sumCents([net, tax])).toBe(gross);
        expect(withTax(gross, tax).net).toBe(net);
        expect(whyNotTax(tax, gross, rules)).toBeNull();
        expect(amountsOf(-gross, rules).tax).toBe(tax === 0 ? 0 : -tax);
      }),
      seed,
    );
  });
});

describe('internal item', () => {
  const cost = (unit_cost: number, valid_from: string | null, markup_pct = 0, disbursement_type = 1): DatedUnitCost => ({
    disbursement_type,
    unit_cost,
    markup_pct,
    valid_from,
    valid_to: null,
  });
  const costs = [cost(70, null), cost(72, '2026-01-01', 10), cost(42_00, null, 15, 2)];
  const drive = { disbursement_type: 1, date: '2026-03-04', quantity: 142, is_billable: true };

  it('internal item: 142 km at the rate of the day', () => {
    expect(priceItem(drive, costs)).toEqual({ unit_cost: 72, markup_pct: 10, valid_from: '2026-01-01', cost: 102_24, amount: 112_46 });
    expect(priceItem({ ...drive, date: '2025-12-31' }, costs)).toMatchObject({ unit_cost: 70, amount: 99_40 });
    expect(priceItem({ ...drive, is_billable: false }, costs)).toMatchObject({ cost: 102_24, amount: 0 });
    expect(priceItem({ ...drive, disbursement_type: 2, quantity: 3.5 }, costs)?.amount).toBe(169_05);
    expect(sayItemPrice(142, 'km', { unit_cost: 72, markup_pct: 10 })).toBe('142 km at $0.72 + 10 %');
    expect(sayItemPrice(2, 'days', { unit_cost: 80_00, markup_pct: 0 })).toBe('2 days at $80.00');
  });

  it('internal item: without a cost, a quantity or in the future it is refused', () => {
    const say = (change: Partial<typeof drive>) => {
      const item = { ...drive, ...change };
      return whyNotItem(item, priceItem(item, costs), '2026-03-04')?.sentence ?? null;
    };
    expect(say({})).toBeNull();
    expect(say({ disbursement_type: 9 })).toBe('Nobody has set a unit cost for 4 Mar 2026.');
    expect(say({ quantity: 0 })).toBe('A quantity is above zero.');
    expect(say({ date: '2026-03-05' })).toBe('A disbursement is dated today or earlier.');
  });

  it('internal item law: a later cost changes nothing dated before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(500_00), fc.nat(200_000), (units, later, markup) => {
        const item = { ...drive, quantity: units / 10_000 };
        const priced = priceItem(item, costs)!;
        expect(priceItem(item, [...costs, cost(later, '2026-03-05', markup / 1000)])).toEqual(priced);
        expect(priced.amount).toBe(costOf(item.quantity, priced.unit_cost, priced.markup_pct));
        expect(priced.amount).toBeGreaterThanOrEqual(priced.cost);
      }),
      seed,
    );
  });
});
