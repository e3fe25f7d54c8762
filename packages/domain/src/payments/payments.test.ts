import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyNotLine } from '../invoices/lines.ts';
import { sumCents } from '../money/cents.ts';
import { INVOICE_STATES, isPayable } from '../states/invoice.ts';
import {
  allocateOldestFirst,
  applyCredits,
  changeAllocations,
  type OpenInvoice,
  unappliedOf,
  whyNotAllocate,
  whyNotApplyCredit,
  whyNotRefund,
} from './allocate.ts';
import { type DepositedPayment, depositSums, isTickedByDefault, PAYMENT_METHODS, whyNotDeposit, whyNotTick } from './deposit.ts';
import { type ReversedFacts, returnedFeeLine, whyNotChangePayment, whyNotReversePayment } from './reverse.ts';

const seed = { seed: 20260304 };

function invoice(id: number, balance: number, change: Partial<OpenInvoice> = {}): OpenInvoice {
  return { id, number: `26-000${id}`, client: 7, state: 'SUBMITTED', date: `2026-03-0${id}`, balance, ...change };
}
const anInvoice = fc.record({ day: fc.integer({ min: 1, max: 9 }), balance: fc.integer({ min: -10_00, max: 500_00 }) });
const someInvoices = fc
  .array(anInvoice, { maxLength: 12 })
  .map((list) => list.map(({ day, balance }, at) => invoice(at + 1, balance, { date: `2026-03-0${day}`, number: String(at) })));

describe('allocation', () => {
  const open = [invoice(2, 50_00), invoice(1, 100_00), invoice(3, 25_00, { client: 8 })];
  const say = (amount: number, allocations: { invoice: number; amount: number }[], keeps_credit = false, refunded = 0) =>
    whyNotAllocate({ client: 7, amount, allocations, refunded }, open, keeps_credit)?.sentence ?? null;

  it('allocation: it is filled in on the oldest invoices first', () => {
    expect(allocateOldestFirst(120_00, open.slice(0, 2))).toEqual([
      { invoice: 1, amount: 100_00 },
      { invoice: 2, amount: 20_00 },
    ]);
    expect(allocateOldestFirst(500_00, open.slice(0, 2))).toEqual([
      { invoice: 1, amount: 100_00 },
      { invoice: 2, amount: 50_00 },
    ]);
    expect([allocateOldestFirst(0, open), allocateOldestFirst(5, [invoice(1, 0)])]).toEqual([[], []]);
  });

  it.each([
    [100_00, [{ invoice: 1, amount: 100_00 }], null],
    [0, [], 'Enter what was paid.'],
    [100_00, [{ invoice: 1, amount: 100_01 }], '$100.00 is owed on invoice 26-0001; $100.01 cannot be put on it.'],
    [100_00, [{ invoice: 3, amount: 1 }], 'Invoice 26-0003 is another client’s.'],
    [100_00, [{ invoice: 9, amount: 1 }], 'There is no such invoice.'],
    [100_00, [{ invoice: 1, amount: 0 }], 'Enter an amount above zero for invoice 26-0001.'],
    [
      100_00,
      [
        { invoice: 1, amount: 50_00 },
        { invoice: 1, amount: 50_00 },
      ],
      'An invoice stands there twice.',
    ],
    [
      120_00,
      [
        { invoice: 1, amount: 100_00 },
        { invoice: 2, amount: 20_01 },
      ],
      'That is $0.01 more than the payment.',
    ],
    [100_01, [{ invoice: 1, amount: 100_00 }], '$0.01 is not on any invoice; tick that it is kept as credit.'],
  ] as const)('allocation: %d on %j', (amount, allocations, says) => {
    expect(say(amount, [...allocations])).toBe(says);
  });

  it('allocation: what is over becomes credit when it is ticked; a refund leaves less to put on invoices', () => {
    expect(say(150_00, [{ invoice: 1, amount: 100_00 }], true)).toBeNull();
    expect(say(150_00, [{ invoice: 1, amount: 100_00 }], false, 50_00)).toBeNull();
    expect(say(150_00, [{ invoice: 1, amount: 100_00 }], true, 50_01)).toBe('That is $0.01 more than the payment.');
    for (const state of INVOICE_STATES) {
      const why = whyNotAllocate(
        { client: 7, amount: 5, allocations: [{ invoice: 1, amount: 5 }], refunded: 0 },
        [invoice(1, 5, { state })],
        false,
      );
      expect(why === null).toBe(isPayable(state));
    }
  });

  it('allocation laws: what is filled in is allowed; oldest first; amount = Σ allocations + unapplied and unapplied ≥ 0 (INT-I6, INT-I7)', () => {
    fc.assert(
      fc.property(someInvoices, fc.integer({ min: 1, max: 3000_00 }), (invoices, amount) => {
        const allocations = allocateOldestFirst(amount, invoices);
        const payment = { client: 7, amount, allocations, refunded: 0 };
        const unapplied = unappliedOf(payment);
        expect(whyNotAllocate(payment, invoices, unapplied > 0)).toBeNull();
        expect(sumCents([unapplied, ...allocations.map((one) => one.amount)])).toBe(amount);
        const owed = sumCents(invoices.map(({ balance }) => Math.max(0, balance)));
        expect(unapplied).toBe(Math.max(0, amount - owed));
        const paid = new Map(allocations.map((one) => [one.invoice, one.amount]));
        const rank = ({ date, id }: OpenInvoice) => `${date} ${String(id).padStart(3, '0')}`;
        for (const older of invoices)
          for (const newer of invoices)
            if (rank(older) < rank(newer) && paid.has(newer.id)) expect(paid.get(older.id) ?? 0).toBe(Math.max(0, older.balance));
      }),
      seed,
    );
  });

  it('allocation: what stays as it is is left alone; another amount is taken off and put on anew', () => {
    const one = (id: number, amount: number) => ({ invoice: id, amount });
    const current = [one(1, 10), one(2, 20), one(3, 30)];
    expect(changeAllocations(current, [one(1, 10), one(2, 25), one(4, 5)])).toEqual({
      kept: [one(1, 10)],
      off: [one(2, 20), one(3, 30)],
      on: [one(2, 25), one(4, 5)],
    });
  });

  it('allocation law: whatever is allowed never exceeds a balance or the payment', () => {
    const wild = fc.array(fc.record({ invoice: fc.integer({ min: 1, max: 12 }), amount: fc.integer({ min: -5, max: 600_00 }) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(someInvoices, wild, fc.nat(1000_00), fc.nat(50_00), fc.boolean(), (invoices, allocations, amount, refunded, keeps) => {
        const payment = { client: 7, amount, allocations, refunded };
        if (whyNotAllocate(payment, invoices, keeps) !== null) return;
        const unapplied = unappliedOf(payment);
        expect(unapplied >= 0 && (unapplied === 0 || keeps)).toBe(true);
        for (const { id, balance } of invoices) {
          const put = allocations.filter((one) => one.invoice === id);
          expect(put.every((one) => one.amount > 0)).toBe(true);
          if (put.length > 0) expect(sumCents(put.map((one) => one.amount))).toBeLessThanOrEqual(balance);
        }
      }),
      { ...seed, numRuns: 500 },
    );
  });
});

describe('credit', () => {
  it('credit: the oldest goes on the oldest invoice', () => {
    const credits = [
      { payment: 5, received_on: '2026-02-02', unapplied: 30_00 },
      { payment: 4, received_on: '2026-02-01', unapplied: 90_00 },
      { payment: 6, received_on: '2026-02-03', unapplied: 0 },
    ];
    expect(applyCredits(credits, [invoice(2, 50_00), invoice(1, 100_00)])).toEqual([
      { payment: 4, invoice: 1, amount: 90_00 },
      { payment: 5, invoice: 1, amount: 10_00 },
      { payment: 5, invoice: 2, amount: 20_00 },
    ]);
    const sameDay = [9, 8].map((payment) => ({ payment, received_on: '2026-02-01', unapplied: 5 }));
    expect(applyCredits(sameDay, [invoice(1, 7)]).map(({ payment }) => payment)).toEqual([8, 9]);
    expect(whyNotApplyCredit({ client: 7, unapplied: 30_00 }, invoice(1, 50_00), 30_00)).toBeNull();
    expect(whyNotApplyCredit({ client: 7, unapplied: 30_00 }, invoice(1, 50_00), 30_01)?.sentence).toBe(
      'There is $30.00 of credit on this payment.',
    );
    expect(whyNotApplyCredit({ client: 7, unapplied: 90_00 }, invoice(1, 50_00), 50_01)?.code).toBe('CONFLICT');
    expect(whyNotApplyCredit({ client: 8, unapplied: 90_00 }, invoice(1, 50_00), 1)?.code).toBe('INVALID');
  });

  it('credit: only what is on no invoice is paid back', () => {
    expect([whyNotRefund(10, 10), whyNotRefund(10, 11)?.code, whyNotRefund(10, 0)?.code]).toEqual([null, 'CONFLICT', 'INVALID']);
    expect(unappliedOf({ amount: 100, allocations: [{ amount: 30 }], refunded: 50 })).toBe(20);
  });

  it('credit laws: no credit and no invoice is overdrawn, and one of them is used up', () => {
    const credit = fc.record({
      payment: fc.nat(1000),
      received_on: fc.constantFrom('2026-02-01', '2026-02-02'),
      unapplied: fc.nat(300_00),
    });
    const credits = fc.uniqueArray(credit, { maxLength: 8, selector: ({ payment }) => payment });
    fc.assert(
      fc.property(credits, someInvoices, (given, invoices) => {
        const applied = applyCredits(given, invoices);
        const used = (key: 'payment' | 'invoice', id: number) =>
          sumCents(applied.filter((one) => one[key] === id).map(({ amount }) => amount));
        for (const { payment, unapplied } of given) expect(used('payment', payment)).toBeLessThanOrEqual(unapplied);
        for (const { id, balance } of invoices) expect(used('invoice', id)).toBeLessThanOrEqual(Math.max(0, balance));
        expect(applied.every(({ amount }) => amount > 0)).toBe(true);
        const owed = sumCents(invoices.map(({ balance }) => Math.max(0, balance)));
        const there = sumCents(given.map(({ unapplied }) => unapplied));
        expect(sumCents(applied.map(({ amount }) => amount))).toBe(Math.min(owed, there));
      }),
      seed,
    );
  });
});

describe('reversed payment', () => {
  const facts = (change: Partial<ReversedFacts> = {}): ReversedFacts => ({
    is_reversed: false,
    deposit: null,
    refunded: 0,
    today: '2026-03-04',
    closed_through: null,
    ...change,
  });
  const code = (how: 'delete' | 'return', change: Partial<ReversedFacts>) => whyNotReversePayment(how, facts(change))?.code ?? null;

  it('reversed payment: deleted before it is deposited, returned afterwards', () => {
    expect([code('delete', {}), code('delete', { deposit: 'OPEN' }), code('delete', { deposit: 'DEPOSITED' })]).toEqual([
      null,
      'IN_USE',
      'LOCKED',
    ]);
    expect([code('return', {}), code('return', { deposit: 'OPEN' }), code('return', { deposit: 'DEPOSITED' })]).toEqual([
      'WRONG_STATE',
      'WRONG_STATE',
      null,
    ]);
  });

  it('reversed payment: once, in an open period, and not when it was refunded', () => {
    expect(code('delete', { is_reversed: true })).toBe('CONFLICT');
    expect(code('delete', { refunded: 1 })).toBe('IN_USE');
    expect(code('delete', { closed_through: '2026-03-04' })).toBe('LOCKED');
    expect(code('return', { deposit: 'DEPOSITED', closed_through: '2026-03-03' })).toBeNull();
  });

  it('a payment is described anew until it is in the bank or reversed', () => {
    const why = (is_reversed: boolean, deposit: ReversedFacts['deposit']) => whyNotChangePayment({ is_reversed, deposit })?.code ?? null;
    expect([why(false, null), why(false, 'OPEN'), why(false, 'DEPOSITED'), why(true, null)]).toEqual([null, null, 'LOCKED', 'CONFLICT']);
  });

  it('returned payment: its fee is a line of an invoice', () => {
    const line = returnedFeeLine(' cheque 118 ', 45_00);
    expect(line).toMatchObject({ description: 'Returned payment fee, cheque 118', amount: 45_00 });
    expect([returnedFeeLine('', 45_00).description, whyNotLine(line, [])]).toEqual(['Returned payment fee', null]);
  });
});

describe('deposited payments', () => {
  const payment = (id: number, change: Partial<DepositedPayment> = {}): DepositedPayment => ({
    id,
    method: 'Check',
    received_on: '2026-03-04',
    amount: 100_00,
    deposit: null,
    is_reversed: false,
    ...change,
  });
  const slip = { id: 3, date: '2026-03-04' };

  it('deposit: Cash and Check are ticked to begin with', () => {
    expect(PAYMENT_METHODS.filter(isTickedByDefault)).toEqual(['Cash', 'Check']);
  });

  it('deposit: a payment is in one deposit, was not reversed and was there by then', () => {
    expect([whyNotTick(payment(1), slip), whyNotTick(payment(1, { deposit: 3 }), slip)]).toEqual([null, null]);
    expect(whyNotTick(payment(1, { deposit: 4 }), slip)?.code).toBe('CONFLICT');
    expect(whyNotTick(payment(1, { deposit: 4 }), { ...slip, id: null })?.code).toBe('CONFLICT');
    expect(whyNotTick(payment(1, { is_reversed: true }), slip)?.code).toBe('WRONG_STATE');
    expect(whyNotTick(payment(1, { received_on: '2026-03-05' }), slip)?.sentence).toBe(
      'A payment was received on 5 Mar 2026, after the deposit.',
    );
    expect(whyNotDeposit([], slip)?.sentence).toBe('Tick the payments that are deposited.');
    expect(whyNotDeposit([payment(1), payment(1)], slip)?.sentence).toBe('A payment stands there twice.');
    expect(whyNotDeposit([payment(1), payment(2, { deposit: 9 })], slip)?.code).toBe('CONFLICT');
    expect(whyNotDeposit([payment(1), payment(2)], slip)).toBeNull();
  });

  it('deposit law: the total is its payments, and the methods are the total (INT-I11)', () => {
    const some = fc.array(fc.record({ method: fc.constantFrom(...PAYMENT_METHODS), amount: fc.integer({ min: 1, max: 9999_99 }) }));
    fc.assert(
      fc.property(some, (payments) => {
        const { total, methods } = depositSums(payments);
        expect(total).toBe(sumCents(payments.map(({ amount }) => amount)));
        expect(sumCents(methods.map(({ amount }) => amount))).toBe(total);
        expect(methods.reduce((sum, { count }) => sum + count, 0)).toBe(payments.length);
        for (const { method, amount } of methods)
          expect(amount).toBe(sumCents(payments.filter((one) => one.method === method).map((one) => one.amount)));
      }),
      seed,
    );
  });
});
