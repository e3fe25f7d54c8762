import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, sumCents } from '../money/cents.ts';
import { billToCap, splitEntry, wholeAmount, whyNotSplit } from './billed-entry.ts';
import { discountLines, discountOf, whyNotDiscount } from './discount.ts';
import { lineChanges } from './line-changes.ts';
import { hasAmount, LINE_KINDS, type LineKind, lineAmount, takesEntries, unitOf, whyNotLine } from './lines.ts';
import { progressFigures, whyNotProgress } from './progress.ts';
import { asksRetainer, drawRetainer, retainerChange } from './retainer.ts';
import { ROLL_UPS, type RolledEntry, rollUp } from './roll-up.ts';

const seed = { seed: 20260304 };
const cents = fc.integer({ min: -100_000_00, max: 100_000_00 });
const charge = fc.integer({ min: 0, max: 100_000_00 });

function line(kind: LineKind, amount: number, change: { unit_price?: number | null; quantity?: number; description?: string } = {}) {
  return { kind, quantity: 1, unit_price: null, amount, description: 'Boundary survey', ...change };
}

describe('invoice line', () => {
  it('invoice line: the entries, quantity × price, or what was typed', () => {
    expect(lineAmount(line('time', 0), [100_00, 50_01])).toBe(150_01);
    expect(lineAmount(line('disbursement', 0, { quantity: 3.5, unit_price: 42_00 }), [])).toBe(147_00);
    expect(lineAmount(line('time', 7, { quantity: 2, unit_price: 5 }), [1])).toBe(1);
    expect(lineAmount(line('fixed fee', 900_00), [100_00])).toBe(900_00);
    expect(lineAmount(line('fixed fee', 0, { quantity: 0.0001, unit_price: 50_00 }), [])).toBe(1);
  });

  it.each([
    [line('time', 150_01), [100_00, 50_01], null],
    [line('time', 150_00), [100_00, 50_01], 'This line comes to $150.01, not $150.00.'],
    [line('time', 1, { description: ' ' }), [1], 'Say what the line is for.'],
    [line('disbursement', -20_00), [-20_00], null],
    [line('fixed fee', 900_00), [100_00], null],
    [line('fixed fee', 0), [100_00], null],
    [line('fixed fee', -1), [], 'A fee is not below zero.'],
    [line('progress', -1), [], 'Progress is not below zero.'],
    [line('progress', 0), [5_00], null],
    [line('retainer', 0), [], 'Enter a retainer above zero to ask for it, below zero to draw it down.'],
    [line('retainer', -5), [], null],
    [line('discount', 0), [], 'A discount is below zero.'],
    [line('discount', -5), [], null],
    [line('discount', -5), [5], 'A discount line has no entries.'],
    [line('text', 1), [], 'A text has no amount.'],
    [line('text', 0), [], null],
  ] as const)('invoice line: %j with %j', (given, entries, says) => {
    expect(whyNotLine(given, entries)?.sentence ?? null).toBe(says);
  });

  it('invoice line: what has an amount, and what takes entries', () => {
    expect(LINE_KINDS.filter((kind) => !hasAmount(kind))).toEqual(['text']);
    expect(LINE_KINDS.filter(takesEntries)).toEqual(['time', 'disbursement', 'fixed fee', 'progress']);
  });

  it('invoice line: a rate is told where it gives the amount, else one of the amount', () => {
    expect(unitOf(237_50, 2.5, 95_00)).toEqual({ quantity: 2.5, unit_price: 95_00 });
    expect(unitOf(237_51, 2.5, 95_00)).toEqual({ quantity: 1, unit_price: 237_51 });
    expect(unitOf(237_50, 2.5, null)).toEqual({ quantity: 1, unit_price: 237_50 });
  });

  it('invoice line law: what is told multiplies to the amount', () => {
    fc.assert(
      fc.property(cents, fc.nat(10_000), fc.option(fc.nat(300_00)), (amount, hours, rate) => {
        const { quantity, unit_price } = unitOf(amount, hours / 10_000, rate);
        expect(costOf(quantity, unit_price)).toBe(amount);
      }),
      seed,
    );
  });
});

const entry = fc.record({
  item: fc.uuid(),
  task: fc.option(fc.nat(3)),
  role: fc.option(fc.nat(3)),
  person: fc.option(fc.nat(3)),
  date: fc.constantFrom('2026-03-02', '2026-03-03', '2026-02-28'),
  minutes: fc.nat(600),
  rate: fc.option(fc.constantFrom(90_00, 120_00)),
  amount: cents,
});

describe('roll-up', () => {
  const at = (change: Partial<RolledEntry>): RolledEntry => ({
    item: 'time/1',
    task: 51,
    role: 2,
    person: 3,
    date: '2026-03-03',
    minutes: 60,
    rate: 90_00,
    amount: 90_00,
    ...change,
  });

  it('roll-up: by task with the rate they share, by day in order', () => {
    const entries = [at({}), at({ item: 'time/2', date: '2026-03-02', rate: 100_00, amount: 100_00 }), at({ item: 'time/3', task: 52 })];
    expect(rollUp(entries, 'task')).toEqual([
      { key: 51, items: ['time/1', 'time/2'], minutes: 120, rate: null, amount: 190_00 },
      { key: 52, items: ['time/3'], minutes: 60, rate: 90_00, amount: 90_00 },
    ]);
    expect(rollUp(entries, 'date').map(({ key }) => key)).toEqual(['2026-03-02', '2026-03-03']);
  });

  it('roll-up laws: the sub-lines are the entries to the cent and to the minute, each once, however they are grouped', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), fc.constantFrom(...ROLL_UPS), (entries, by) => {
        const lines = rollUp(entries, by);
        expect(sumCents(lines.map(({ amount }) => amount))).toBe(sumCents(entries.map(({ amount }) => amount)));
        expect(lines.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(entries.reduce((sum, { minutes }) => sum + minutes, 0));
        expect(lines.flatMap(({ items }) => items).toSorted()).toEqual(entries.map(({ item }) => item).toSorted());
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        for (const { items, key, rate } of lines)
          for (const one of entries.filter(({ item }) => items.includes(item))) {
            expect(one[by]).toBe(key);
            if (rate !== null) expect(one.rate).toBe(rate);
          }
      }),
      seed,
    );
  });
});

describe('progress', () => {
  it('progress: 60 % of $1,000.00 after 25 %', () => {
    expect(progressFigures({ fee: 1000_00, previous: 250_00, percent: 60 })).toEqual({
      previous: 250_00,
      amount: 350_00,
      to_date: 600_00,
      remaining: 400_00,
    });
    expect(progressFigures({ fee: 100_000_00, previous: 0, percent: 33.333 }).amount).toBe(33_333_00);
  });

  it('progress: never below what was billed, never over the fee unless said', () => {
    const say = (percent: number, allows_over = false, previous = 600_00) =>
      whyNotProgress({ fee: 1000_00, previous, percent }, allows_over)?.sentence ?? null;
    expect([say(60), say(100), say(120, true)]).toEqual([null, null, null]);
    expect(say(100.001)).toBe('More than 100 % of the fee is billed only where you say so.');
    expect(say(59.999)).toBe('$600.00 of this fee has been billed already: 60 %.');
    expect(say(-1, false, 0)).toBe('Progress is not below zero.');
    expect(whyNotProgress({ fee: 0, previous: 0, percent: 1 }, true)?.sentence).toMatch(/no fee/);
  });

  it('progress laws: however many steps, at 100 % the fee is billed exactly; each step is allowed and none is below zero', () => {
    const steps = fc.array(fc.nat(100_000), { maxLength: 12 }).map((list) => [...list.toSorted((a, b) => a - b), 100_000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_00 }), steps, (fee, thousandths) => {
        const billed: number[] = [];
        for (const at of thousandths) {
          const progress = { fee, previous: sumCents(billed), percent: at / 1000 };
          const { amount, to_date, remaining } = progressFigures(progress);
          expect(whyNotProgress(progress, false)).toBeNull();
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(sumCents([to_date, remaining])).toBe(fee);
          billed.push(amount);
          expect(sumCents(billed)).toBe(to_date);
        }
        expect(sumCents(billed)).toBe(fee);
      }),
      seed,
    );
  });

  it('progress law: what is allowed without saying so never bills above the fee, whatever is typed', () => {
    fc.assert(
      fc.property(charge, charge, fc.integer({ min: -200_000, max: 300_000 }), (fee, previous, thousandths) => {
        const progress = { fee, previous, percent: thousandths / 1000 };
        if (whyNotProgress(progress, false) !== null) return;
        const { amount, to_date } = progressFigures(progress);
        expect(amount >= 0 && to_date <= fee).toBe(true);
      }),
      seed,
    );
  });
});

describe('retainer', () => {
  it('retainer: asked for, then drawn down as far as it goes', () => {
    expect(drawRetainer(500_00, 800_00)).toBe(-500_00);
    expect(drawRetainer(500_00, 300_00)).toBe(-300_00);
    expect([drawRetainer(0, 300_00), drawRetainer(500_00, -1), drawRetainer(-5, 300_00)]).toEqual([0, 0, 0]);
    const lines = [line('retainer', 500_00), line('retainer', -100_00), line('time', 7)];
    expect([retainerChange(lines), asksRetainer(lines), asksRetainer(lines.slice(1))]).toEqual([400_00, true, false]);
    expect(asksRetainer([line('retainer', 0)])).toBe(false);
  });

  it('retainer law: no row of draws takes it below zero, and none more than is due', () => {
    fc.assert(
      fc.property(charge, fc.array(cents), (asked, dues) => {
        let balance = asked;
        for (const due of dues) {
          const drawn = drawRetainer(balance, due);
          expect(drawn <= 0 && -drawn <= Math.max(0, due)).toBe(true);
          balance = sumCents([balance, drawn]);
          expect(balance).toBeGreaterThanOrEqual(0);
          if (due > 0 && balance > 0) expect(-drawn).toBe(due);
        }
      }),
      seed,
    );
  });
});

describe('discount', () => {
  const on = (amount: number, tax_type = 'HST', kind: LineKind = 'time') => ({ kind, amount, account_code: '4000', tax_type });

  it('discount: 10 % of the work, not of the retainer; each tax type its share', () => {
    const lines = [on(100_00), on(50_00, 'EXEMPT'), on(-500_00, 'HST', 'retainer'), on(-5_00, 'HST', 'discount')];
    expect(discountOf(lines, 10)).toBe(15_00);
    expect(discountLines(lines, 15_00)).toEqual([
      { account_code: '4000', tax_type: 'HST', amount: -10_00 },
      { account_code: '4000', tax_type: 'EXEMPT', amount: -5_00 },
    ]);
    expect(discountOf([on(10_05)], 33.333)).toBe(3_35);
    expect([whyNotDiscount(lines, 0)?.sentence, whyNotDiscount(lines, 150_00), whyNotDiscount(lines, 150_01)?.sentence]).toEqual([
      'A discount is above zero.',
      null,
      'The discount is more than what it is taken from.',
    ]);
  });

  it('discount laws: the shares are the discount, and none is more than what it is taken from', () => {
    const some = fc.array(fc.tuple(charge, fc.constantFrom('HST', 'EXEMPT', 'GST')), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(some, fc.nat(100_000), (pairs, thousandths) => {
        const lines = pairs.map(([amount, tax_type]) => on(amount, tax_type));
        const discount = discountOf(lines, thousandths / 1000);
        if (whyNotDiscount(lines, discount) !== null) return;
        const parts = discountLines(lines, discount);
        expect(sumCents(parts.map(({ amount }) => amount))).toBe(-discount);
        for (const part of parts) {
          const base = sumCents(lines.filter(({ tax_type }) => tax_type === part.tax_type).map(({ amount }) => amount));
          expect(part.amount < 0 && -part.amount <= base).toBe(true);
        }
      }),
      seed,
    );
  });
});

const OFF = { act: 'write off', reason: 'Over the cap' } as const;

describe('entry that is billed in part', () => {
  it('split: a part of the whole, of a credit too, and a reason for what is given up', () => {
    expect(whyNotSplit(100, 60, OFF)).toBeNull();
    expect(whyNotSplit(-100, -60, OFF)).toBeNull();
    for (const billed of [0, 100, 101, -5]) expect(whyNotSplit(100, billed, OFF)?.sentence).toBe('Enter a part of $1.00.');
    for (const billed of [0, -100, 5]) expect(whyNotSplit(-100, billed, OFF)?.code).toBe('INVALID');
    expect(whyNotSplit(100, 60, { act: 'write off', reason: ' ' })?.code).toBe('REASON_NEEDED');
    expect(whyNotSplit(100, 60, { act: 'hold', reason: '' })).toBeNull();
  });

  it('split law: the parts are the whole', () => {
    fc.assert(
      fc.property(cents, cents, (amount, billed) => {
        if (whyNotSplit(amount, billed, OFF) !== null) return;
        const split = splitEntry('time/1', amount, billed, OFF);
        expect([split.amount, wholeAmount(split)]).toEqual([billed, amount]);
        expect(Math.sign(split.rest!.amount)).toBe(Math.sign(amount));
      }),
      seed,
    );
    expect(wholeAmount({ item: 'time/1', amount: 5, rest: null })).toBe(5);
  });
});

describe('bill to the fee cap', () => {
  const work = (item: string, amount: number, date = '2026-03-02') => ({ item, amount, date });

  it('fee cap: the oldest work first, the one at the edge split, the rest left', () => {
    const entries = [work('c', 50_00, '2026-03-03'), work('a', 80_00), work('d', 10_00, '2026-03-04')];
    expect(billToCap(entries, 100_00, OFF)).toEqual({
      entries: [
        { item: 'a', amount: 80_00, rest: null },
        { item: 'c', amount: 20_00, rest: { ...OFF, amount: 30_00 } },
      ],
      left: ['d'],
      billed: 100_00,
      rest: 40_00,
    });
    expect(billToCap(entries, -5, OFF)).toEqual({ entries: [], left: ['a', 'c', 'd'], billed: 0, rest: 140_00 });
    expect(billToCap([work('a', 5), work('z', 0)], 0, OFF)).toMatchObject({ entries: [{ item: 'z', amount: 0 }], left: ['a'] });
    expect(billToCap([work('a', 80_00), work('r', -30_00, '2026-03-09')], 20_00, OFF)).toMatchObject({ billed: 20_00, rest: 30_00 });
  });

  it('fee cap laws: the sum is exactly the cap where there is enough, no cent is lost, no entry is forgotten or there twice', () => {
    const some = fc.array(fc.tuple(cents, fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03')), { maxLength: 25 });
    fc.assert(
      fc.property(some, fc.integer({ min: -1000_00, max: 300_000_00 }), (pairs, room) => {
        const entries = pairs.map(([amount, date], at) => work(`time/${at}`, amount, date));
        const total = sumCents(entries.map(({ amount }) => amount));
        const bill = billToCap(entries, room, OFF);
        expect(bill.billed).toBe(Math.min(Math.max(0, room), total));
        expect(sumCents([bill.billed, bill.rest])).toBe(total);
        expect([...bill.entries.map(({ item }) => item), ...bill.left].toSorted()).toEqual(entries.map(({ item }) => item).toSorted());
        const amountOf = (item: string) => entries.find((one) => one.item === item)!.amount;
        expect(sumCents(bill.entries.map(({ amount }) => amount))).toBe(bill.billed);
        for (const one of bill.entries) expect(wholeAmount(one)).toBe(amountOf(one.item));
        const split = bill.entries.filter(({ rest }) => rest !== null);
        expect(split.length).toBeLessThanOrEqual(1);
        for (const { item, amount } of split) expect(whyNotSplit(amountOf(item), amount, OFF)).toBeNull();
        const dates = (items: readonly string[]) => items.map((item) => entries.find((one) => one.item === item)!.date);
        const billedWork = bill.entries.map(({ item }) => item).filter((item) => amountOf(item) > 0);
        for (const left of dates(bill.left)) for (const date of dates(billedWork)) expect(date <= left).toBe(true);
      }),
      { ...seed, numRuns: 300 },
    );
  });
});

describe('what became of the lines', () => {
  const written = (description: string, amount: number, change: { account_code?: string; item?: string } = {}) => ({
    ...{ kind: 'fixed fee' as const, job: null, task: null, description, quantity: 1, unit: '', unit_price: null, amount },
    ...{ account_code: change.account_code ?? '4000', tax_type: 'HST', division: '', activity: '', percent: null, fee: null },
    entries: change.item ? [{ item: change.item, amount }] : [],
  });
  const [survey, plan, pins] = [written('Survey', 100_00), written('Plan', 50_00), written('Pins', 20_00)];

  it.each([
    [[survey, plan], [plan, survey], []],
    [[survey, plan, pins], [survey, pins], [{ from: 'Plan, $50.00', to: null }]],
    [[survey], [survey, plan], [{ from: null, to: 'Plan, $50.00' }]],
    [[survey, plan], [plan, written('Survey', 80_00)], [{ from: 'Survey, $100.00', to: 'Survey, $80.00' }]],
    [[survey, plan], [written('Boundary survey', 100_00), plan], [{ from: 'Survey, $100.00', to: 'Boundary survey, $100.00' }]],
    [
      [survey],
      [written('Survey', 100_00, { account_code: '4010', item: 'time/1' })],
      [{ from: 'Survey, $100.00, 1, 4000, HST', to: 'Survey, $100.00, 1, 4010, HST, 1 entry' }],
    ],
    [[survey, survey], [survey], [{ from: 'Survey, $100.00', to: null }]],
  ])('lines %#', (before, after, changes) => {
    expect(lineChanges(before, after)).toEqual(changes);
  });
});
