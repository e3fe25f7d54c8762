import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf } from '../invoices/balance.ts';
import { invoiceSums } from '../invoices/invoice-tax.ts';
import { hasAmount, LINE_KINDS, type LineKind } from '../invoices/lines.ts';
import { asksRetainer, retainerChange } from '../invoices/retainer.ts';
import { sumCents } from '../money/cents.ts';
import { allocateOldestFirst, applyCredits, unappliedOf, whyNotAllocate, whyNotApplyCredit, whyNotRefund } from '../payments/allocate.ts';
import { depositSums, type PaymentMethod, whyNotDeposit } from '../payments/deposit.ts';
import { whyNotReversePayment } from '../payments/reverse.ts';
import { type DepositState, whyNotMoveDeposit } from '../states/deposit.ts';
import {
  type InvoiceFacts,
  type InvoiceState,
  isOpenInvoice,
  isPayable,
  isPosted,
  stateOnDiscard,
  whyNotMoveInvoice,
} from '../states/invoice.ts';
import {
  balanceIn,
  type JournalLine,
  postDeposit,
  postInvoice,
  postPayment,
  postRefund,
  postReturn,
  postWriteOff,
  reversePosting,
  trialBalance,
  whyUnbalanced,
} from './journal.ts';

const seed = { seed: 20260304 };
const HST = { province: 'NB', code: 'HST', name: 'HST', rate: 15, base_fraction: 1, valid_from: '2016-07-01', valid_to: null } as const;
const RULES = new Map([
  ['HST', [HST]],
  ['EXEMPT', []],
]);
const BANK = '1000';
type Line = { kind: LineKind; account_code: string; tax_type: string; amount: number };

describe('posting', () => {
  const lines: Line[] = [
    { kind: 'time', account_code: '4000', tax_type: 'HST', amount: 100_00 },
    { kind: 'disbursement', account_code: '4100', tax_type: 'HST', amount: 20_00 },
    { kind: 'discount', account_code: '4000', tax_type: 'HST', amount: -10_00 },
    { kind: 'retainer', account_code: '2300', tax_type: 'EXEMPT', amount: -30_00 },
    { kind: 'text', account_code: '', tax_type: '', amount: 0 },
  ];
  const { taxes, total } = invoiceSums(lines, RULES, false);
  const posted = postInvoice({ client: 7, lines, taxes, total });
  const brief = (some: JournalLine[]) => some.map(({ account, code, client, amount }) => [account, code, client, amount]);

  it('posting: an invoice is owed, earned by account, taxed by tax, and draws the retainer down', () => {
    expect(brief(posted)).toEqual([
      ['receivable', '', 7, 96_50],
      ['retainer', '', 7, 30_00],
      ['revenue', '4000', 7, -90_00],
      ['revenue', '4100', 7, -20_00],
      ['tax', 'HST', 7, -16_50],
    ]);
  });

  it('posting: money comes in, goes to the bank, comes back with the fee on a line of its own, and is refunded', () => {
    expect(brief(postPayment({ client: 7, amount: 50 }))).toEqual([
      ['undeposited', '', null, 50],
      ['receivable', '', 7, -50],
    ]);
    expect(brief(postDeposit({ bank: BANK, amount: 50 }))).toEqual([
      ['bank', BANK, null, 50],
      ['undeposited', '', null, -50],
    ]);
    expect(brief(postReturn({ client: 7, bank: BANK, amount: 50, fee: 7 }))).toEqual([
      ['receivable', '', 7, 50],
      ['bank', BANK, null, -50],
      ['bank charges', '', null, 7],
      ['bank', BANK, null, -7],
    ]);
    expect(postReturn({ client: 7, bank: BANK, amount: 50, fee: 0 })).toHaveLength(2);
    expect(brief(postRefund({ client: 7, bank: BANK, amount: 5 }))).toEqual([
      ['receivable', '', 7, 5],
      ['bank', BANK, null, -5],
    ]);
    expect(brief(postWriteOff({ client: 7, amount: 5 }))).toEqual([
      ['write-off', '', 7, 5],
      ['receivable', '', 7, -5],
    ]);
  });

  it('posting: an unbalanced or empty one is refused; the trial balance has equal columns', () => {
    expect(whyUnbalanced(posted)).toBeNull();
    expect(whyUnbalanced(posted.slice(1))?.sentence).toBe('Debits and credits differ by $96.50.');
    expect(whyUnbalanced([])?.code).toBe('INVALID');
    expect(trialBalance([...postPayment({ client: 7, amount: 50 }), ...posted])).toEqual([
      { account: 'receivable', code: '', debit: 96_50, credit: 50, balance: 96_00 },
      { account: 'undeposited', code: '', debit: 50, credit: 0, balance: 50 },
      { account: 'tax', code: 'HST', debit: 0, credit: 16_50, balance: -16_50 },
      { account: 'retainer', code: '', debit: 30_00, credit: 0, balance: 30_00 },
      { account: 'revenue', code: '4000', debit: 0, credit: 90_00, balance: -90_00 },
      { account: 'revenue', code: '4100', debit: 0, credit: 20_00, balance: -20_00 },
    ]);
  });

  it('posting laws: every invoice is balanced, and a reversal undoes it (INT-I5)', () => {
    const line = fc.record({
      kind: fc.constantFrom(...LINE_KINDS.filter(hasAmount)),
      account_code: fc.constantFrom('4000', '4100'),
      tax_type: fc.constantFrom('HST', 'EXEMPT'),
      amount: fc.integer({ min: -1000_00, max: 1000_00 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (some) => {
        const sums = invoiceSums(some, RULES, false);
        const made = postInvoice({ client: 7, lines: some, taxes: sums.taxes, total: sums.total });
        expect(sumCents(made.map(({ amount }) => amount))).toBe(0);
        expect(balanceIn(made, 'receivable', 7)).toBe(sums.total);
        expect(balanceIn(made, 'receivable', 8)).toBe(0);
        expect(trialBalance([...made, ...reversePosting(made)]).every(({ balance }) => balance === 0)).toBe(true);
      }),
      seed,
    );
  });
});

/**
 * A year of a firm with two clients, in memory: what people try, asked of the rules, posted, and after every step compared with what the
 * documents themselves say.
 */
type Invoice = {
  id: number;
  client: number;
  state: InvoiceState;
  edited_from: InvoiceState;
  lines: Line[];
  issued: Line[];
  written_off: number;
  number: string | null;
};
type Payment = {
  id: number;
  client: number;
  amount: number;
  allocations: { invoice: number; amount: number }[];
  refunded: number;
  deposit: number | null;
  is_reversed: boolean;
  fee: number;
};
type Deposit = { id: number; state: DepositState; amount: number };

const ACTS = [
  'draft',
  'draft',
  'submit',
  'submit',
  'submit',
  'edit',
  'change',
  'discard',
  'write off',
  'restore',
  'delete',
  'pay',
  'pay',
  'apply',
  'apply',
  'refund',
  'deposit',
  'undo deposit',
  'return',
  'delete payment',
] as const;
const lineOf = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom<LineKind>('time', 'fixed fee', 'discount'),
      account_code: fc.constantFrom('4000', '4100'),
      tax_type: fc.constantFrom('HST', 'EXEMPT'),
      amount: fc.integer({ min: -20_00, max: 500_00 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant<LineKind>('retainer'),
      account_code: fc.constant('2300'),
      tax_type: fc.constant('EXEMPT'),
      amount: fc.integer({ min: -50_00, max: 100_00 }),
    }),
  },
);
const stepOf = fc.record({
  act: fc.constantFrom(...ACTS),
  pick: fc.nat(20),
  client: fc.constantFrom(7, 8),
  amount: fc.integer({ min: 1, max: 300_00 }),
  keeps: fc.boolean(),
  lines: fc.array(lineOf, { minLength: 1, maxLength: 5 }),
});
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

function openFirm() {
  const invoices: Invoice[] = [];
  const payments: Payment[] = [];
  const deposits: Deposit[] = [];
  const journal: JournalLine[] = [];
  const done = new Set<string>();
  const post = (lines: JournalLine[]) => {
    if (lines.length > 0) expect(whyUnbalanced(lines)).toBeNull();
    journal.push(...lines);
  };
  const totalOf = (lines: Line[]) => invoiceSums(lines, RULES, false).total;
  const allocatedTo = (id: number) =>
    sumCents(
      payments.filter((one) => !one.is_reversed).flatMap((one) => one.allocations.filter((a) => a.invoice === id).map((a) => a.amount)),
    );
  const balance = (one: Invoice) =>
    balanceOf({ state: one.state, total: totalOf(one.issued), allocated: allocatedTo(one.id), written_off: one.written_off });
  const posting = (one: Invoice, lines: Line[]) =>
    postInvoice({ client: one.client, lines, taxes: invoiceSums(lines, RULES, false).taxes, total: totalOf(lines) });
  const retainerOf = (client: number, instead: Map<Invoice, Line[]>) =>
    sumCents(
      invoices
        .filter((one) => one.client === client)
        .map((one) => retainerChange(instead.get(one) ?? (isPosted(one.state) ? one.issued : []))),
    );
  const openOf = (client: number) =>
    invoices
      .filter((one) => one.client === client && isPayable(one.state))
      .map((one) => ({ id: one.id, number: String(one.id), client, state: one.state, date: '2026-03-01', balance: balance(one) }));
  const factsOf = (one: Invoice, after: Line[]): InvoiceFacts => ({
    state: one.state,
    who: { id: 1, groups: ['Invoices Admin'] },
    lines: one.lines.map(({ kind, account_code, tax_type }) => ({ has_amount: hasAmount(kind), account_code, tax_type })),
    billing_address: '12 Elm Street',
    total: totalOf(one.lines),
    date: '2026-03-04',
    missing: [],
    waits_for: [],
    issued_date: '2026-03-01',
    allocated: allocatedTo(one.id),
    credited: 0,
    balance: balance(one),
    retainer_after: retainerOf(one.client, new Map([[one, after]])),
    asks_retainer: asksRetainer(one.issued),
    editor: null,
    number: one.number,
    taken_entries: 0,
    today: '2026-03-04',
    closed_through: null,
    reason: 'Why',
  });
  /** One of those that may move there, moved, with the state it had; nothing where none may. */
  const move = (to: InvoiceState, pick: number, after: (one: Invoice) => Line[]) => {
    const able = invoices.filter((one) => one.state !== to && whyNotMoveInvoice(to, factsOf(one, after(one))) === null);
    const one = able[pick % able.length];
    if (!one) return null;
    const from = one.state;
    one.state = to;
    return { one, from };
  };
  const unapplied = (one: Payment) => (one.is_reversed ? 0 : unappliedOf(one));
  const clean = (one: Payment) => {
    one.is_reversed = true;
    one.allocations = [];
  };

  const act = ({ act: name, pick, client, amount, keeps, lines }: Step): boolean => {
    const pickFrom = <T>(some: T[]): T | undefined => some[pick % some.length];
    switch (name) {
      case 'draft':
        invoices.push({
          id: invoices.length + 1,
          client,
          state: 'DRAFT',
          edited_from: 'DRAFT',
          lines,
          issued: [],
          written_off: 0,
          number: null,
        });
        return true;
      case 'submit': {
        const moved = move('SUBMITTED', pick, (own) => own.lines);
        if (!moved) return false;
        const { one } = moved;
        if (one.number !== null) post(reversePosting(posting(one, one.issued)));
        post(posting(one, one.lines));
        one.issued = one.lines;
        one.number ??= String(one.id);
        return true;
      }
      case 'edit': {
        const moved = move('EDITING', pick, (own) => own.issued);
        if (moved) moved.one.edited_from = moved.from;
        return moved !== null;
      }
      case 'change': {
        const one = pickFrom(invoices.filter(({ state }) => isOpenInvoice(state)));
        if (one) one.lines = lines;
        return one !== undefined;
      }
      case 'discard': {
        const one = pickFrom(invoices.filter(({ state }) => state === 'EDITING'));
        if (!one) return false;
        one.state = stateOnDiscard(one.edited_from);
        one.lines = one.issued;
        return true;
      }
      case 'write off': {
        const moved = move('WRITTEN_OFF', pick, (own) => own.issued);
        if (!moved) return false;
        const { one } = moved;
        one.written_off = balance(one);
        post(postWriteOff({ client: one.client, amount: one.written_off }));
        return true;
      }
      case 'restore': {
        const moved = move('RESTORED', pick, (own) => own.issued);
        if (!moved) return false;
        const { one, from } = moved;
        post(from === 'DELETED' ? posting(one, one.issued) : reversePosting(postWriteOff({ client: one.client, amount: one.written_off })));
        one.written_off = 0;
        return true;
      }
      case 'delete': {
        const moved = move('DELETED', pick, () => []);
        if (!moved) return false;
        if (isPosted(moved.from)) post(reversePosting(posting(moved.one, moved.one.issued)));
        return true;
      }
      case 'pay': {
        const open = openOf(client);
        const payment = { client, amount, allocations: allocateOldestFirst(amount, open), refunded: 0 };
        if (whyNotAllocate(payment, open, keeps) !== null) return false;
        payments.push({ ...payment, id: payments.length + 1, deposit: null, is_reversed: false, fee: 0 });
        post(postPayment({ client, amount }));
        return true;
      }
      case 'apply': {
        const credits = payments
          .filter((payment) => payment.client === client)
          .map((payment) => ({ payment: payment.id, received_on: '2026-03-01', unapplied: unapplied(payment) }));
        const applied = applyCredits(credits, openOf(client));
        for (const { payment: id, invoice, amount: part } of applied) {
          const payment = payments[id - 1]!;
          const target = openOf(client).find((open) => open.id === invoice)!;
          expect(whyNotApplyCredit({ client, unapplied: unapplied(payment) }, target, part)).toBeNull();
          const there = payment.allocations.find((own) => own.invoice === invoice);
          if (there) there.amount = sumCents([there.amount, part]);
          else payment.allocations.push({ invoice, amount: part });
        }
        return applied.length > 0;
      }
      case 'refund': {
        const paid = pickFrom(payments.filter((payment) => whyNotRefund(unapplied(payment), amount) === null));
        if (!paid) return false;
        paid.refunded = sumCents([paid.refunded, amount]);
        post(postRefund({ client: paid.client, bank: BANK, amount }));
        return true;
      }
      case 'deposit': {
        const id = deposits.length + 1;
        const ticked = payments
          .filter(({ deposit, is_reversed }) => deposit === null && !is_reversed)
          .slice(0, 1 + (pick % 3))
          .map((payment) => ({ ...payment, method: 'Check' as PaymentMethod, received_on: '2026-03-01' }));
        const why_not_ready = whyNotDeposit(ticked, { id, date: '2026-03-04' });
        const facts = {
          who: { groups: ['Payments Admin'] },
          date: '2026-03-04',
          closed_through: null,
          upload_status: 'NOT_UPLOADED',
        } as const;
        if (whyNotMoveDeposit('DEPOSITED', { ...facts, state: 'OPEN', why_not_ready, returned: 0 }) !== null) return false;
        const { total } = depositSums(ticked);
        deposits.push({ id, state: 'DEPOSITED', amount: total });
        for (const { id: payment } of ticked) payments[payment - 1]!.deposit = id;
        post(postDeposit({ bank: BANK, amount: total }));
        return true;
      }
      case 'undo deposit': {
        const slip = pickFrom(deposits.filter(({ state }) => state === 'DEPOSITED'));
        const own = payments.filter(({ deposit }) => deposit === slip?.id);
        const facts = {
          who: { groups: ['Payments Admin'] },
          date: '2026-03-04',
          closed_through: null,
          upload_status: 'NOT_UPLOADED',
        } as const;
        const returned = own.filter(({ is_reversed }) => is_reversed).length;
        if (
          slip?.state !== 'DEPOSITED' ||
          whyNotMoveDeposit('OPEN', { ...facts, state: slip.state, why_not_ready: null, returned }) !== null
        )
          return false;
        post(reversePosting(postDeposit({ bank: BANK, amount: slip.amount })));
        slip.state = 'OPEN';
        for (const payment of own) payment.deposit = null;
        return true;
      }
      default: {
        const how = name === 'return' ? 'return' : 'delete';
        const paid = pickFrom(
          payments.filter((payment) => {
            const deposit = deposits.find(({ id }) => id === payment.deposit)?.state ?? null;
            return whyNotReversePayment(how, { ...payment, deposit, today: '2026-03-04', closed_through: null }) === null;
          }),
        );
        if (!paid) return false;
        if (how === 'return') paid.fee = pick;
        clean(paid);
        post(
          how === 'return'
            ? postReturn({ client: paid.client, bank: BANK, amount: paid.amount, fee: pick })
            : reversePosting(postPayment({ client: paid.client, amount: paid.amount })),
        );
        return true;
      }
    }
  };

  const check = () => {
    const inForce = invoices.filter(({ state }) => isPosted(state));
    const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
    for (const client of [7, 8]) {
      const owed = sum(invoices.filter((one) => one.client === client).map(balance));
      const credit = sum(payments.filter((one) => one.client === client).map(unapplied));
      expect(balanceIn(journal, 'receivable', client)).toBe(owed - credit);
      const retainer = sum(inForce.filter((one) => one.client === client).map((one) => retainerChange(one.issued)));
      expect(balanceIn(journal, 'retainer', client)).toBe(retainer === 0 ? 0 : -retainer);
      expect(retainer).toBeGreaterThanOrEqual(0);
    }
    const earned = sum(inForce.flatMap((one) => one.issued.filter(({ kind }) => kind !== 'retainer').map(({ amount }) => amount)));
    expect(balanceIn(journal, 'revenue') + earned).toBe(0);
    expect(balanceIn(journal, 'tax') + sum(inForce.map((one) => invoiceSums(one.issued, RULES, false).tax))).toBe(0);
    expect(balanceIn(journal, 'write-off')).toBe(sum(invoices.map(({ written_off }) => written_off)));
    const kept = payments.filter(({ is_reversed }) => !is_reversed);
    expect(balanceIn(journal, 'undeposited')).toBe(sum(kept.filter(({ deposit }) => deposit === null).map(({ amount }) => amount)));
    const inBank = sum(kept.filter(({ deposit }) => deposit !== null).map(({ amount }) => amount));
    const [fees, refunds] = [sum(payments.map(({ fee }) => fee)), sum(payments.map(({ refunded }) => refunded))];
    expect(balanceIn(journal, 'bank')).toBe(inBank - fees - refunds);
    expect(balanceIn(journal, 'bank charges')).toBe(fees);
    const rows = trialBalance(journal);
    expect(sum(rows.map(({ debit }) => debit))).toBe(sum(rows.map(({ credit }) => credit)));
    for (const one of invoices) expect(balance(one)).toBeGreaterThanOrEqual(0);
    for (const one of payments) expect(unapplied(one)).toBeGreaterThanOrEqual(0);
  };
  return {
    step(step: Step) {
      if (!act(step)) return;
      done.add(step.act);
      check();
    },
    done,
  };
}

it('ledger law: whatever happens in whatever order, the journal says what the documents say, and every act happens (INT-I5 to INT-I10)', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 30, maxLength: 60, size: 'max' }), (steps) => {
      const firm = openFirm();
      for (const step of steps) firm.step(step);
      for (const name of firm.done) seen.add(name);
    }),
    { ...seed, numRuns: 100 },
  );
  expect([...seen].toSorted()).toEqual([...new Set<string>(ACTS)].toSorted());
});
