import type { BillableItem } from '@dmse/contract/wip/billable';
import { sumCents } from '@dmse/domain/money/cents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHOICES } from '../invoice/invoice-fixture.ts';
import {
  addDiscount,
  addRetainer,
  addWork,
  billPart,
  capJob,
  changeLine,
  type DraftLines,
  duplicateLine,
  moveEntries,
  newLine,
  sumsOf,
  takeOff,
  whyNotDraftLine,
  writtenOf,
} from './draft-lines.ts';
import { LINE_COLUMNS, writeCell } from './line-columns.ts';

function item(at: number, amount: number, task: number | null = 1): BillableItem {
  return {
    ...{ item: `time/${at}`, job: 5, task: task === null ? null : { id: task, name: 'Boundary survey' }, state: 'UNBILLED', amount },
    ...{ work_date: `2026-03-0${(at % 9) + 1}`, days: 1, hold_until: null, turn: 1, who: 'Joe', what: `Calcs ${at}`, says: '' },
    ...{ minutes: 60, rate: amount, as_agent: false },
  };
}
const withWork = (amounts: readonly number[]): DraftLines =>
  addWork(
    [],
    amounts.map((amount, at) => item(at, amount, at % 2 ? null : 1)),
    CHOICES,
    'en',
  );
const subtotal = (lines: DraftLines) => sumCents(lines.map(({ amount }) => amount));
const itemsOn = (lines: DraftLines) => lines.flatMap(({ entries }) => entries.map((entry) => entry.item)).sort();

describe('the lines of a draft', () => {
  it('new lines of an invoice in French have French words', () => {
    const spent = { ...item(1, 100_00, null), item: 'expense/1' };
    const lines = addRetainer(addWork([], [spent, item(2, 100_00)], CHOICES, 'fr'), -50_00, CHOICES, 'fr');
    expect(lines.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Débours : /),
      'Boundary survey',
      'Acompte appliqué',
    ]);
  });

  it('moving work between lines keeps the sum and every entry; taking it off takes exactly its amount', () => {
    const amounts = fc.array(fc.integer({ min: -50_000, max: 500_000 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.nat(), fc.nat(), (worth, which, where) => {
        const lines = withWork(worth);
        const moved = new Set([`time/${which % worth.length}`]);
        const after = moveEntries(lines, moved, lines[where % lines.length]!.key, CHOICES);
        expect(subtotal(after)).toBe(subtotal(lines));
        expect(itemsOn(after)).toEqual(itemsOn(lines));
        const off = takeOff(after, moved, CHOICES);
        expect(subtotal(off)).toBe(subtotal(lines) - worth[which % worth.length]!);
        expect(itemsOn(off)).toEqual(itemsOn(lines).filter((one) => !moved.has(one)));
      }),
    );
  });

  it('a part of an entry is billed, the rest is sent with what becomes of it; a duplicate has no work on it', () => {
    const lines = withWork([100_00]);
    const part = billPart(lines, lines[0]!.entries[0]!, 60_00, { act: 'write off', reason: 'Agreed' }, CHOICES);
    expect(writtenOf(duplicateLine(part, part[0]!.key))).toMatchObject([
      { amount: 60_00, entries: [{ item: 'time/0', amount: 60_00, rest: { act: 'write off', reason: 'Agreed', amount: 40_00 } }] },
      { amount: 60_00, entries: [] },
    ]);
    const sent = writtenOf(lines)[0]!;
    expect(Object.keys(sent.entries[0]!).sort()).toEqual(['amount', 'item', 'rest']);
    expect(sent).not.toHaveProperty('key');
    const whole = billPart(part, part[0]!.entries[0]!, 0, null, CHOICES);
    expect(writtenOf(whole)).toEqual(writtenOf(lines));
  });

  it('work is billed to the cap, the oldest first; what is not billed at all goes back', () => {
    const lines = withWork([300_00, 200_00, 100_00]);
    const { lines: capped, left, billed } = capJob(lines, 5, 400_00, { act: 'hold', reason: '' }, CHOICES);
    expect([billed, left, subtotal(capped)]).toEqual([400_00, ['time/2'], 400_00]);
    expect(itemsOn(capped)).toEqual(['time/0', 'time/1']);
  });

  it('progress is what is done less what was billed before; a discount falls on accounts by their share; the tax is rounded per line', () => {
    const fresh = newLine([], 'progress', CHOICES);
    expect(whyNotDraftLine(fresh, CHOICES)).toMatch(/Choose the task/);
    const lines = changeLine([fresh], fresh.key, { job: 5, task: 1, fee: 1000_00, percent: 40, description: 'Progress' }, CHOICES);
    expect([lines[0]!.amount, whyNotDraftLine(lines[0]!, CHOICES)]).toEqual([150_00, null]);
    const off = addDiscount(lines, 15_00, 'Thank you', CHOICES);
    expect(off.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['progress', 150_00],
      ['discount', -15_00],
    ]);
    const odd = [25_06, 25_61, 25_63].map((amount) => ({ ...newLine([], 'fixed fee', CHOICES), amount }));
    expect(sumsOf(odd, CHOICES, false)).toMatchObject({ subtotal: 76_30, tax: 11_44, total: 87_74 });
    expect(sumsOf(odd, CHOICES, true).tax).toBe(0);
  });

  it('what is typed is read as it is meant, or says why not', () => {
    const fee = newLine([], 'fixed fee', CHOICES);
    expect(writeCell(fee, 'amount', '1,234.50', CHOICES)).toEqual({ change: { amount: 1234_50, unit_price: null } });
    expect(writeCell({ ...fee, kind: 'discount' }, 'amount', '50', CHOICES)).toEqual({ change: { amount: -50_00, unit_price: null } });
    expect(writeCell(fee, 'quantity', 'many', CHOICES)).toHaveProperty('problem');
    expect(writeCell(fee, 'task', '5/1', CHOICES)).toEqual({ change: { job: 5, task: 1, description: 'Boundary survey' } });
    expect(writeCell(withWork([100_00])[0]!, 'kind', 'discount', CHOICES)).toHaveProperty('problem');
    expect(writeCell(fee, 'account', '9999', CHOICES)).toHaveProperty('problem');
    for (const { id } of LINE_COLUMNS) expect(writeCell(fee, id, id === 'kind' ? 'time' : '', CHOICES)).toHaveProperty('change');
  });
});
