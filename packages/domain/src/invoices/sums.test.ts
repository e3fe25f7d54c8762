import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../dates/local-date.ts';
import { sumCents } from '../money/cents.ts';
import type { TaxRule } from '../money/tax.ts';
import { INVOICE_STATES } from '../states/invoice.ts';
import { AGE_BUCKETS, ageBalances, ageBucket } from './age.ts';
import { balanceOf } from './balance.ts';
import { craChecklist, type DocumentFacts, missingOnDocument } from './cra-checklist.ts';
import { invoiceSums, taxTypeFor } from './invoice-tax.ts';
import { LINE_KINDS } from './lines.ts';
import { findNumberFaults, invoiceNumber, invoiceSeries, remoteNumber } from './numbering.ts';
import { statementOf } from './statement.ts';

const seed = { seed: 20260304 };
const cents = fc.integer({ min: -100_000_00, max: 100_000_00 });

function rule(code: string, rate: number, base_fraction = 1): TaxRule {
  return { province: 'NB', code, name: code, rate, base_fraction, valid_from: '2016-07-01', valid_to: null };
}
const RULES = new Map([
  ['HST', [rule('HST', 15)]],
  ['QUEBEC', [rule('GST', 5), rule('QST', 9.975)]],
  ['PART', [rule('HST', 15, 0.3)]],
  ['GST', [rule('GST', 5)]],
  ['EXEMPT', []],
]);

describe('invoice sums', () => {
  it('invoice sums: 25.06, 25.61 and 25.63 at 15 % have 11.44 of tax', () => {
    const lines = [25_06, 25_61, 25_63].map((amount) => ({ amount, tax_type: 'HST' }));
    expect(invoiceSums(lines, RULES, false)).toEqual({
      subtotal: 76_30,
      line_taxes: [3_76, 3_84, 3_84],
      taxes: [{ code: 'HST', name: 'HST', rate: 15, amount: 11_44 }],
      tax: 11_44,
      total: 87_74,
    });
    expect(invoiceSums(lines, RULES, true)).toMatchObject({ subtotal: 76_30, line_taxes: [0, 0, 0], taxes: [], tax: 0, total: 76_30 });
  });

  it('invoice sums: a tax of two types is one line of the document; a text has none; a wrong code is a mistake', () => {
    const lines = [
      { amount: 100_00, tax_type: 'QUEBEC' },
      { amount: 100_00, tax_type: 'GST' },
      { amount: 0, tax_type: '' },
      { amount: -10_00, tax_type: 'EXEMPT' },
    ];
    expect(invoiceSums(lines, RULES, false)).toMatchObject({
      line_taxes: [14_98, 5_00, 0, 0],
      taxes: [
        { code: 'GST', amount: 10_00 },
        { code: 'QST', amount: 9_98 },
      ],
      total: 209_98,
    });
    expect(() => invoiceSums([{ amount: 1, tax_type: 'VAT' }], RULES, true)).toThrow(/no tax type with the code VAT/);
    const types = { taxed: 'HST', untaxed: 'EXEMPT' };
    expect(LINE_KINDS.map((kind) => taxTypeFor({ kind, as_agent: false }, types))).toEqual([
      'HST',
      'HST',
      'HST',
      'HST',
      'EXEMPT',
      'HST',
      '',
    ]);
    expect(taxTypeFor({ kind: 'disbursement', as_agent: true }, types)).toBe('EXEMPT');
  });

  it('invoice sums laws: equal to a reckoning in whole numbers, line by line; a credit note mirrors its invoice (INT-I2)', () => {
    const half = (numerator: bigint, denominator: bigint) => {
      const size = numerator < 0n ? -numerator : numerator;
      const rounded = size / denominator + ((size % denominator) * 2n >= denominator ? 1n : 0n);
      return Number(numerator < 0n ? -rounded : rounded);
    };
    const tax: Record<string, (amount: number) => number> = {
      HST: (amount) => half(BigInt(amount) * 15n, 100n),
      GST: (amount) => half(BigInt(amount) * 5n, 100n),
      QUEBEC: (amount) => half(BigInt(amount) * 5n, 100n) + half(BigInt(amount) * 9975n, 100_000n),
      PART: (amount) => half(BigInt(amount) * 45n, 1000n),
      EXEMPT: () => 0,
    };
    const line = fc.record({ amount: cents, tax_type: fc.constantFrom(...RULES.keys()) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 200 }), (lines) => {
        const sums = invoiceSums(lines, RULES, false);
        const expected = lines.map(({ amount, tax_type }) => tax[tax_type]!(amount) + 0);
        expect(sums.line_taxes.map((one) => one + 0)).toEqual(expected);
        expect(sums.total).toBe(sumCents([...lines.map(({ amount }) => amount), ...expected]));
        expect(sumCents(sums.taxes.map(({ amount }) => amount))).toBe(sums.tax);
        const credit = lines.map(({ amount, tax_type }) => ({ amount: -amount, tax_type }));
        expect(invoiceSums(credit, RULES, false).total + sums.total).toBe(0);
      }),
      seed,
    );
  });
});

describe('what the law wants on an invoice', () => {
  const full: DocumentFacts = {
    supplier_name: 'Acme Surveys Ltd.',
    date: '2026-03-04',
    total: 500_00,
    taxes: [{ code: 'HST', name: 'HST', rate: 15, amount: 65_22 }],
    registration_numbers: { HST: '123456789 RT0001' },
    buyer_name: 'Elm Homes',
    descriptions: ['Boundary survey'],
    terms: 'Net 30 days',
    exemption: null,
  };
  const bare: DocumentFacts = {
    ...full,
    supplier_name: ' ',
    date: null,
    registration_numbers: {},
    buyer_name: '',
    descriptions: ['', 'Plan'],
    terms: '',
    exemption: { reason: '' },
  };

  it('checklist: nothing is missing on a full one, and every item of a bare one is named', () => {
    expect(missingOnDocument(full)).toEqual([]);
    expect(missingOnDocument(bare)).toEqual([
      'Enter the name of the firm in the settings.',
      'Enter the date of the invoice.',
      'Enter the tax registration number of the firm in the settings.',
      'Say why the client is exempt from tax.',
      'Enter the name of the client.',
      'Describe every line.',
      'Enter the terms of payment.',
    ]);
  });

  it('checklist: more is asked from $100 and from $500 on', () => {
    const missing = (total: number) => missingOnDocument({ ...bare, total }).length;
    expect([missing(0), missing(99_99), missing(100_00), missing(499_99), missing(500_00)]).toEqual([2, 2, 4, 4, 7]);
    expect(
      craChecklist(full)
        .map(({ label }) => label)
        .slice(1, 3),
    ).toEqual(['Date', 'Registration number of each tax (from $100.00)']);
    expect(craChecklist({ ...full, total: 1 }).map(({ code, is_met }) => [code, is_met])).toEqual([
      ['supplier', true],
      ['date', true],
    ]);
  });

  it('checklist: each tax has its own number, a tax of nothing needs none, an exemption needs its reason', () => {
    const quebec = [
      { code: 'GST', name: 'GST', rate: 5, amount: 5 },
      { code: 'QST', name: 'QST', rate: 9.975, amount: 9 },
    ];
    expect(missingOnDocument({ ...full, taxes: quebec, registration_numbers: { GST: '1' } })).toHaveLength(1);
    expect(missingOnDocument({ ...full, taxes: quebec, registration_numbers: { GST: '1', QST: '2' } })).toEqual([]);
    expect(missingOnDocument({ ...full, taxes: [], registration_numbers: {} })).toEqual([]);
    expect(missingOnDocument({ ...full, exemption: { reason: 'First Nation' } })).toEqual([]);
    expect(missingOnDocument({ ...full, descriptions: [] })).toEqual(['Describe every line.']);
  });
});

describe('invoice balance and age', () => {
  it('balance: the total less what was paid and given up; nothing on drafts and void ones', () => {
    const money = { total: 100, allocated: 30, written_off: 20 };
    expect(INVOICE_STATES.map((state) => balanceOf({ state, ...money }))).toEqual([0, 50, 50, 50, 50, 0]);
  });

  it('age: by days after the due date', () => {
    const bucket = (days: number) => ageBucket('2026-03-04', addDays('2026-03-04', days));
    expect([-5, 0, 1, 30, 31, 60, 61, 90, 91, 400].map(bucket)).toEqual([
      'current',
      'current',
      '1–30',
      '1–30',
      '31–60',
      '31–60',
      '61–90',
      '61–90',
      'over 90',
      'over 90',
    ]);
  });

  it('age laws: the buckets and the credit are the balance; no day is in two buckets, and time only makes older', () => {
    const invoice = fc.record({ due_date: fc.integer({ min: -200, max: 200 }).map((n) => addDays('2026-03-04', n)), balance: cents });
    fc.assert(
      fc.property(fc.array(invoice, { maxLength: 20 }), fc.nat(100_00), fc.nat(100), (invoices, unapplied, later) => {
        const aged = ageBalances(invoices, unapplied, '2026-03-04');
        const owed = sumCents(invoices.map(({ balance }) => balance));
        expect(sumCents(Object.values(aged.buckets))).toBe(owed);
        expect(aged.balance).toBe(owed - unapplied);
        expect(aged.overdue).toBe(sumCents(invoices.filter(({ due_date }) => due_date < '2026-03-04').map(({ balance }) => balance)));
        for (const { due_date } of invoices) {
          const at = (date: string) => AGE_BUCKETS.indexOf(ageBucket(due_date, date));
          expect(at(addDays('2026-03-04', later))).toBeGreaterThanOrEqual(at('2026-03-04'));
        }
      }),
      seed,
    );
  });
});

describe('statement of account', () => {
  it('statement: what was owed before, each line with the balance, what is owed now', () => {
    const entries = [
      { date: '2026-03-10', amount: -50, says: 'Payment' },
      { date: '2026-02-01', amount: 100, says: 'Invoice 1' },
      { date: '2026-03-01', amount: 30, says: 'Invoice 2' },
      { date: '2026-04-01', amount: 7, says: 'Invoice 3' },
    ];
    expect(statementOf(entries, { from: '2026-03-01', to: '2026-03-10' })).toEqual({
      opening: 100,
      lines: [
        { date: '2026-03-01', amount: 30, says: 'Invoice 2', balance: 130 },
        { date: '2026-03-10', amount: -50, says: 'Payment', balance: 80 },
      ],
      closing: 80,
    });
  });

  it('statement laws: where one ends the next begins; nothing is on two, nothing on none', () => {
    const entry = fc.record({ date: fc.nat(60).map((n) => addDays('2026-02-01', n)), amount: cents });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), fc.nat(60), (entries, cut) => {
        const day = addDays('2026-02-01', cut);
        const first = statementOf(entries, { from: '2026-01-01', to: day });
        const second = statementOf(entries, { from: addDays(day, 1), to: '2026-12-31' });
        expect([first.opening, second.opening]).toEqual([0, first.closing]);
        expect(second.closing).toBe(sumCents(entries.map(({ amount }) => amount)));
        expect(first.lines.length + second.lines.length).toBe(entries.length);
        const dates = [...first.lines, ...second.lines].map(({ date }) => date);
        expect(dates).toEqual(dates.toSorted());
        expect(second.lines.at(-1)?.balance ?? second.closing).toBe(second.closing);
      }),
      seed,
    );
  });
});

describe('invoice number', () => {
  it('invoice number: a series for each year where the pattern has one; a suffix over there', () => {
    expect([invoiceSeries('YY-NNNN', '2026-03-04'), invoiceSeries('INV-NNNN', '2026-03-04')]).toEqual(['invoice 2026', 'invoice']);
    expect(invoiceNumber('YY-NNNN', '2026-03-04', 41)).toBe('26-0041');
    expect([remoteNumber('26-0041', 0), remoteNumber('26-0041', 1), remoteNumber('26-0041', 2)]).toEqual([
      '26-0041',
      '26-0041-R1',
      '26-0041-R2',
    ]);
    expect(findNumberFaults([1, 3, 2, 3, 5])).toEqual(['Number 2 was given after 3.', 'Number 3 was given twice.', 'Number 4 is missing.']);
  });

  it('invoice number laws: 1 to k has no fault; one left out, given twice or out of turn always has (INT-I4)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 50 }), fc.nat(), fc.constantFrom('out', 'twice', 'swap'), (k, pick, how) => {
        const numbers = Array.from({ length: k }, (_, at) => at + 1);
        expect(findNumberFaults(numbers)).toEqual([]);
        const at = pick % (k - 1);
        if (how === 'out') numbers.splice(at, 1);
        if (how === 'twice') numbers.splice(at, 0, numbers[at]!);
        if (how === 'swap') numbers.splice(at, 2, numbers[at + 1]!, numbers[at]!);
        expect(findNumberFaults(numbers)).toHaveLength(1);
      }),
      seed,
    );
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), (a, b) => a === b || remoteNumber('26-0041', a) !== remoteNumber('26-0041', b)),
      seed,
    );
  });
});
