import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCents } from '../money/cents.ts';
import { addSums, type BudgetEntry, entryAmount, measureUse, sumBudget, typeIntoEntry, whyNotEntry } from './budget.ts';
import { chooseRate, type RateTable, sayRateRule } from './rate-choice.ts';
import { scaleBudget, whyNotScale } from './scale-budget.ts';

const seed = { seed: 20260304 };

function labour(minutes: number, rate: number, more: Partial<BudgetEntry> = {}): BudgetEntry {
  const figures = { job_role: 1, disbursement_type: null, minutes, rate, quantity: null, unit_cost: null, markup_pct: null };
  return { ...figures, amount: entryAmount(figures), is_locked: false, is_scaled: false, ...more };
}

function bought(quantity: number, unit_cost: number, markup_pct: number, more: Partial<BudgetEntry> = {}): BudgetEntry {
  const figures = { job_role: null, disbursement_type: 5, minutes: null, rate: null, quantity, unit_cost, markup_pct };
  return { ...figures, amount: entryAmount(figures), is_locked: false, is_scaled: false, ...more };
}

const rowOf = (amount: number, is_locked = false) => labour(60, 100_00, { amount, is_locked });
const amounts = (rows: readonly { amount: number }[]) => rows.map((row) => row.amount);

function scaled<E extends BudgetEntry>(rows: readonly E[], total: number): E[] {
  const answer = scaleBudget(rows, total);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.entries;
}

describe('scaling a budget', () => {
  it.each([
    [[1000_00, 2000_00, 3333_00], 5000_00, [789_52, 1579_03, 2631_45]],
    [[1, 1, 2], 10, [3, 2, 5]],
    [[100, 100, 100], 100, [34, 33, 33]],
  ])('%j to %d gives %j', (before, total, after) =>
    expect(
      amounts(
        scaled(
          before.map((cents) => rowOf(cents)),
          total,
        ),
      ),
    ).toEqual(after),
  );

  it('locked rows keep their amount and the others share the rest', () => {
    const after = scaled([rowOf(500_00, true), rowOf(100_00), rowOf(300_00)], 1300_00);
    expect(amounts(after)).toEqual([500_00, 200_00, 600_00]);
  });

  it('minutes and quantities follow the amount; the row is marked until somebody types into it', () => {
    const [field, monuments, locked] = scaled(
      [labour(600, 90_00), bought(10, 30_00, 50), labour(60, 50_00, { is_locked: true })],
      725_00,
    ) as [BudgetEntry, BudgetEntry, BudgetEntry];
    expect([field.amount, field.minutes, field.is_scaled]).toEqual([450_00, 300, true]);
    expect([monuments.amount, monuments.quantity, monuments.is_scaled]).toEqual([225_00, 5, true]);
    expect([locked.amount, locked.minutes, locked.is_scaled]).toEqual([50_00, 60, false]);
    const typed = typeIntoEntry(field, { minutes: 290 });
    expect([typed.amount, typed.is_scaled]).toEqual([435_00, false]);
  });

  it('refuses in words', () => {
    expect(whyNotScale([rowOf(100_00, true), rowOf(0)], 200_00)).toBe('Nothing that is not locked has an amount to scale.');
    expect(whyNotScale([], 200_00)).toBe('Nothing that is not locked has an amount to scale.');
    expect(whyNotScale([rowOf(1234_50, true), rowOf(1)], 1000_00)).toBe(
      'The locked rows alone come to $1,234.50: unlock some, or choose a total of at least that.',
    );
    expect(whyNotScale([rowOf(-1), rowOf(5)], 10)).toMatch(/below zero/);
    expect(scaleBudget([rowOf(0)], 5)).toHaveProperty('problem');
    expect(amounts(scaled([rowOf(100_00, true), rowOf(5_00)], 100_00))).toEqual([100_00, 0]);
  });

  const budget = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 5_000_000_00 }), fc.boolean()), { minLength: 1, maxLength: 80 })
    .map((rows) => rows.map(([amount, is_locked]) => rowOf(amount, is_locked)))
    .filter((rows) => rows.some((row) => !row.is_locked && row.amount > 0));

  it('laws: the sum is exactly the total, locked rows are untouched, order is kept, proportions to the cent', () => {
    fc.assert(
      fc.property(budget, fc.integer({ min: 0, max: 10_000_000_00 }), (rows, above) => {
        const locked = sumCents(amounts(rows.filter((row) => row.is_locked)));
        const after = scaled(rows, locked + above);
        expect(sumCents(amounts(after))).toBe(locked + above);
        const open = rows.flatMap((row, at) => (row.is_locked ? [] : [{ before: row.amount, after: after[at]!.amount }]));
        for (const [at, row] of rows.entries()) if (row.is_locked) expect(after[at]).toBe(row);
        const sorted = open.toSorted((a, b) => a.before - b.before || a.after - b.after);
        expect(sorted.map((row) => row.after)).toEqual(sorted.map((row) => row.after).toSorted((a, b) => a - b));
        const sum = open.reduce((total, row) => total + row.before, 0);
        for (const row of open) expect(Math.abs(row.after - (row.before / sum) * above)).toBeLessThan(1.001);
      }),
      seed,
    );
  });

  it('law: the total it already has changes nothing, not even a mark', () => {
    fc.assert(
      fc.property(budget, (rows) => {
        expect(scaled(rows, sumCents(amounts(rows)))).toEqual(rows);
      }),
      seed,
    );
  });

  it('law: there and straight back is where it was to within the cents that were shared out', () => {
    fc.assert(
      fc.property(budget, fc.integer({ min: 1, max: 4 }), (rows, times) => {
        const total = sumCents(amounts(rows));
        const locked = sumCents(amounts(rows.filter((row) => row.is_locked)));
        const back = scaled(scaled(rows, locked + (total - locked) * times), total);
        expect(amounts(back)).toEqual(amounts(rows));
      }),
      seed,
    );
  });
});

describe('totals', () => {
  const rows = [
    { ...labour(120, 100_00), task: 1, milestone: 11 },
    { ...labour(60, 80_00, { job_role: 2 }), task: 1, milestone: 12 },
    { ...bought(2, 50_00, 10), task: 2, milestone: 21 },
  ];

  it('per task, milestone, role and disbursement type', () => {
    const sums = sumBudget(rows);
    expect(sums.all).toEqual({ minutes: 180, labour: 280_00, disbursements: 110_00, amount: 390_00 });
    expect(sums.by_task.get(1)?.amount).toBe(280_00);
    expect(sums.by_milestone.get(12)?.minutes).toBe(60);
    expect([...sums.by_role.keys()]).toEqual([1, 2]);
    expect(sums.by_disbursement_type.get(5)?.disbursements).toBe(110_00);
  });

  it('law: every way of adding up gives the same', () => {
    const entry = fc
      .tuple(fc.boolean(), fc.nat(5000), fc.nat(20000), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 }))
      .map(([isLabour, figure, price, task, milestone]) => ({
        ...(isLabour ? labour(figure, price) : bought(figure / 4, price, 15)),
        task,
        milestone,
      }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (list) => {
        const { all, by_task, by_milestone, by_role, by_disbursement_type } = sumBudget(list);
        const sum = (map: Map<number, { amount: number }>) => sumCents(amounts([...map.values()]));
        expect([sum(by_task), sum(by_milestone), sum(by_role) + sum(by_disbursement_type)]).toEqual([all.amount, all.amount, all.amount]);
        expect(all.labour + all.disbursements).toBe(all.amount);
        const parts = [...Map.groupBy(list, ({ task }) => task).values()].map(sumBudget);
        expect(addSums(parts)).toEqual(sumBudget(list));
      }),
      seed,
    );
  });

  it('the bar of used and remaining', () => {
    expect(measureUse(1000_00, 799_99)).toEqual({ remaining: 200_01, used_pct: 79, tone: 'success' });
    expect(measureUse(1000_00, 800_00).tone).toBe('warning');
    expect(measureUse(1000_00, 1000_01)).toEqual({ remaining: -1, used_pct: 100, tone: 'error' });
    expect(measureUse(0, 0)).toEqual({ remaining: 0, used_pct: null, tone: 'success' });
    expect(measureUse(0, 5).tone).toBe('error');
  });

  it('a row is for a role or for a disbursement type, and holds nothing below zero', () => {
    expect(whyNotEntry(labour(1, 1))).toBeNull();
    expect(whyNotEntry({ ...labour(1, 1), disbursement_type: 5 })).toMatch(/job role or/);
    expect(whyNotEntry({ ...labour(1, 1), job_role: null })).toMatch(/job role or/);
    expect(whyNotEntry(labour(-1, 1))).toMatch(/below zero/);
    expect(whyNotEntry(bought(1, -1, 0))).toMatch(/below zero/);
  });
});

describe('which rate', () => {
  const dated = (rate: number, valid_from: string | null, valid_to: string | null = null, job_role = 1) => ({
    job_role,
    rate,
    valid_from,
    valid_to,
  });
  const table: RateTable = {
    job: [dated(150_00, '2026-02-01', '2026-02-28')],
    client: [dated(120_00, '2026-01-01', '2026-06-30')],
    role: [dated(90_00, null), dated(95_00, '2026-01-01'), dated(99_00, '2026-07-01'), dated(40_00, null, null, 2)],
  };

  it.each([
    ['2025-12-31', 90_00, 'role'],
    ['2026-01-01', 120_00, 'client'],
    ['2026-02-01', 150_00, 'job'],
    ['2026-02-28', 150_00, 'job'],
    ['2026-03-01', 120_00, 'client'],
    ['2026-07-01', 99_00, 'role'],
  ])('on %s', (date, rate, rule) => expect(chooseRate(table, 1, date)).toMatchObject({ rate, rule }));

  it('knows no rate for a role nobody priced, and says which rule it was', () => {
    expect(chooseRate(table, 3, '2026-03-01')).toBeNull();
    expect(chooseRate(table, 2, '2026-03-01')).toEqual({ rate: 40_00, rule: 'role', valid_from: null });
    expect(sayRateRule({ rule: 'client', valid_from: '2026-01-01' })).toBe('Rate agreed with the client since 1 Jan 2026');
    expect(sayRateRule({ rule: 'job', valid_from: null })).toBe('Rate agreed for this job');
  });
});
