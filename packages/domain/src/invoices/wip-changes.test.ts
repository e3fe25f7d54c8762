import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCents } from '../money/cents.ts';
import { isFreeWip, isOffInvoice } from '../states/wip.ts';
import {
  enterWip,
  findLedgerFaults,
  joinWip,
  positionsAsOf,
  splitWip,
  type WipLine,
  type WipPosition,
  wholeOf,
  whyNotAppend,
} from '../wip/ledger.ts';
import { actOn } from '../wip/wip-acts.ts';
import { type BilledEntry, splitEntry, whyNotSplit } from './billed-entry.ts';
import { HOLDINGS_AFTER, type Holdings, NO_HOLDINGS, wipChanges } from './wip-changes.ts';

const seed = { seed: 20260304 };
const today = '2026-03-04';
const HOLD = { act: 'hold', reason: '' } as const;
const OFF = { act: 'write off', reason: 'Over the cap' } as const;

/** A ledger that takes whatever it is given, or says why not. */
function ledgerOf(amounts: readonly number[]) {
  const lines: WipLine[] = [];
  const append = (added: readonly Omit<WipLine, 'id'>[]) => {
    expect(whyNotAppend(lines, added)).toBeNull();
    for (const line of added) lines.push({ ...line, id: lines.length + 1 });
  };
  for (const [at, amount] of amounts.entries()) append(enterWip({ item: `time/${at}`, job: 5, task: 51, amount, work_date: '2026-03-02' }));
  const positions = () => positionsAsOf(lines);
  return {
    lines,
    append,
    positions,
    at: (item: string) => positions().get(item),
    whole: (...items: string[]): BilledEntry[] => items.map((item) => ({ item, amount: positions().get(item)?.amount ?? 0, rest: null })),
    /** Moves an invoice from what it had to what it has; the sentence where that is refused. */
    change(before: Holdings, after: Holdings): string | null {
      const changes = wipChanges(before, after, positions().values(), today);
      if ('refused' in changes) return changes.refused.sentence;
      append(changes.lines);
      return null;
    },
  };
}

const { change, submit, edit, discard, delete: remove, restore } = HOLDINGS_AFTER;

describe('part of an item', () => {
  it('part: it is a position of its own, and goes back into the whole', () => {
    const ledger = ledgerOf([100_00]);
    ledger.append(splitWip(ledger.at('time/0')!, 40_00, { date: today, reason: 'Cap' }));
    expect([...ledger.positions().values()].map(({ item, amount, state, turn }) => [item, amount, state, turn])).toEqual([
      ['time/0/2', 40_00, 'UNBILLED', 1],
      ['time/0', 60_00, 'UNBILLED', 2],
    ]);
    expect(positionsAsOf(ledger.lines, '2026-03-03').get('time/0')?.amount).toBe(100_00);
    expect(positionsAsOf(ledger.lines, '2026-03-03').size).toBe(1);
    ledger.append(joinWip(ledger.at('time/0')!, ledger.at('time/0/2')!, today));
    expect([...ledger.positions().values()].map(({ item, amount }) => [item, amount])).toEqual([['time/0', 100_00]]);
    expect(findLedgerFaults(ledger.lines)).toEqual([]);
    const onDraft: WipPosition = { ...ledger.at('time/0')!, state: 'CLAIMED' };
    expect(splitWip(onDraft, 40_00, { date: today }).map(({ item, sign, state }) => [item, sign, state])).toEqual([
      ['time/0', -1, 'CLAIMED'],
      ['time/0', 1, 'CLAIMED'],
      ['time/0/4', 1, 'UNBILLED'],
    ]);
    expect([wholeOf('time/0'), wholeOf('time/0/2'), wholeOf('time/0/2/7')]).toEqual([null, 'time/0', 'time/0/2']);
  });
});

describe('entries of an invoice', () => {
  it('invoice entries: claimed on a draft, billed when submitted, free when deleted', () => {
    const ledger = ledgerOf([10, 20, 30]);
    const state = (item: string) => ledger.at(item)?.state;
    const draft = change(NO_HOLDINGS, ledger.whole('time/0', 'time/1'));
    expect(ledger.change(NO_HOLDINGS, draft)).toBeNull();
    const shorter = change(draft, ledger.whole('time/1'));
    expect(ledger.change(draft, shorter)).toBeNull();
    expect([state('time/0'), state('time/1')]).toEqual(['UNBILLED', 'CLAIMED']);
    const issued = submit(shorter);
    expect(ledger.change(shorter, issued)).toBeNull();
    expect(state('time/1')).toBe('BILLED');
    const editing = change(edit(issued), ledger.whole('time/2'));
    expect([ledger.change(issued, edit(issued)), ledger.change(edit(issued), editing)]).toEqual([null, null]);
    expect([state('time/1'), state('time/2')]).toEqual(['BILLED', 'CLAIMED']);
    expect(discard(editing)).toEqual(issued);
    const again = submit(editing);
    expect(ledger.change(editing, again)).toBeNull();
    expect([state('time/1'), state('time/2')]).toEqual(['UNBILLED', 'BILLED']);
    expect(ledger.change(again, remove())).toBeNull();
    expect(ledger.change(remove(), restore(remove(), ledger.whole('time/2')))).toBeNull();
    expect(state('time/2')).toBe('BILLED');
  });

  it('invoice entries: what another invoice has, what is held, gone or named twice refuses the change as a whole', () => {
    const ledger = ledgerOf([10, 20]);
    const draft = change(NO_HOLDINGS, ledger.whole('time/0'));
    ledger.change(NO_HOLDINGS, draft);
    const before = ledger.lines.length;
    expect(ledger.change(NO_HOLDINGS, change(NO_HOLDINGS, ledger.whole('time/1', 'time/0')))).toBe(
      'Only work that is ready can be put on a draft; this is CLAIMED.',
    );
    expect(ledger.change(NO_HOLDINGS, change(NO_HOLDINGS, ledger.whole('time/9')))).toBe('One of the entries is not there any more.');
    expect(ledger.change(NO_HOLDINGS, change(NO_HOLDINGS, ledger.whole('time/1', 'time/1')))).toBe(
      'An entry stands on two lines of this invoice.',
    );
    expect(ledger.change(NO_HOLDINGS, restore(NO_HOLDINGS, ledger.whole('time/1', 'time/1')))).toMatch(/two lines/);
    expect(ledger.change(NO_HOLDINGS, change(NO_HOLDINGS, [{ item: 'time/1', amount: 19, rest: null }]))).toBe(
      'An entry is worth $0.20 now, not $0.19; look again.',
    );
    ledger.append(actOn('hold', ledger.at('time/1')!, today));
    expect(ledger.change(NO_HOLDINGS, change(NO_HOLDINGS, ledger.whole('time/1')))).toMatch(/this is HOLD/);
    expect(ledger.lines.length).toBe(before + 2);
  });

  it('invoice entries: a part is billed, the rest written off or held; deleting the invoice makes the entry whole again', () => {
    const ledger = ledgerOf([100_00]);
    const part = [splitEntry('time/0', 100_00, 60_00, OFF)];
    const draft = change(NO_HOLDINGS, part);
    ledger.change(NO_HOLDINGS, draft);
    expect(ledger.at('time/0')?.amount).toBe(100_00);
    const issued = submit(draft);
    ledger.change(draft, issued);
    const seen = () => [...ledger.positions().values()].map(({ item, state, amount }) => [item, state, amount]);
    expect(seen()).toEqual([
      ['time/0/3', 'WRITTEN_OFF', 40_00],
      ['time/0', 'BILLED', 60_00],
    ]);
    expect(
      ledger.lines.filter(({ item, act }) => item === 'time/0/3' && act === 'write off').every(({ reason }) => reason === OFF.reason),
    ).toBe(true);
    const held = submit(change(edit(issued), [splitEntry('time/0', 100_00, 90_00, HOLD)]));
    ledger.change(issued, held);
    expect(seen().map(([, state, amount]) => [state, amount])).toEqual([
      ['HOLD', 10_00],
      ['BILLED', 90_00],
    ]);
    ledger.change(held, remove());
    expect(seen()).toEqual([['time/0', 'UNBILLED', 100_00]]);
  });

  it('invoice entries: a rest that another invoice has stays there, and comes home when that one is deleted', () => {
    const ledger = ledgerOf([100_00]);
    const first = submit(change(NO_HOLDINGS, [splitEntry('time/0', 100_00, 60_00, HOLD)]));
    ledger.change(NO_HOLDINGS, first);
    const rest = [...ledger.positions().keys()].find((item) => item !== 'time/0')!;
    ledger.append(actOn('release', ledger.at(rest)!, today));
    const second = change(NO_HOLDINGS, ledger.whole(rest));
    expect(ledger.change(NO_HOLDINGS, second)).toBeNull();
    expect(ledger.change(first, remove())).toBeNull();
    expect([ledger.at('time/0')?.amount, ledger.at(rest)?.state]).toEqual([60_00, 'CLAIMED']);
    expect(ledger.change(second, remove())).toBeNull();
    expect([...ledger.positions().values()].map(({ item, amount }) => [item, amount])).toEqual([['time/0', 100_00]]);
  });
});

/** Three people with three invoices over the same seven entries, in any order. */
const step = fc.record({
  invoice: fc.nat(2),
  act: fc.constantFrom('change', 'submit', 'edit', 'discard', 'delete', 'restore', 'release', 'change', 'submit'),
  pick: fc.array(fc.tuple(fc.nat(20), fc.nat(100), fc.boolean()), { maxLength: 4 }),
});

describe('entries of invoices, laws', () => {
  it('invoice entries laws: none twice, none forgotten, no cent lost; what is billed is what the invoices say; all deleted is as before (INT-I12)', () => {
    const amounts = [100_00, 250_01, 7, 0, -40_00, 33_33, 12_345_67];
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        const ledger = ledgerOf(amounts);
        const total = sumCents(amounts);
        const invoices: { holdings: Holdings; was: readonly BilledEntry[]; is_issued: boolean; is_open: boolean }[] = [0, 1, 2].map(() => ({
          holdings: NO_HOLDINGS,
          was: [],
          is_issued: false,
          is_open: true,
        }));
        for (const { invoice: number, act, pick } of steps) {
          const invoice = invoices[number]!;
          const items = [...ledger.positions().values()];
          const chosen = pick.map(([at, percent, isHeld]): BilledEntry => {
            const { item, amount } = items[at % items.length]!;
            const billed = Math.trunc((amount * percent) / 100);
            const what = isHeld ? HOLD : OFF;
            return whyNotSplit(amount, billed, what) === null ? splitEntry(item, amount, billed, what) : { item, amount, rest: null };
          });
          const may = {
            change: invoice.is_open,
            submit: invoice.is_open,
            edit: invoice.is_issued && !invoice.is_open,
            discard: invoice.is_issued && invoice.is_open,
            delete: invoice.is_issued || invoice.is_open,
            restore: !invoice.is_issued && !invoice.is_open,
            release: true,
          }[act];
          if (!may) continue;
          if (act === 'release') {
            const held = items.find(({ state }) => state === 'HOLD');
            if (held) ledger.append(actOn('release', held, today));
            continue;
          }
          const after = HOLDINGS_AFTER[act](invoice.holdings, act === 'restore' ? invoice.was : chosen);
          if (ledger.change(invoice.holdings, after) !== null) continue;
          invoice.was = act === 'delete' ? invoice.holdings.issued : invoice.was;
          invoice.holdings = after;
          invoice.is_open = act === 'change' || act === 'edit';
          invoice.is_issued = act === 'submit' || act === 'restore' || (act !== 'delete' && invoice.is_issued);

          const positions = ledger.positions();
          expect(findLedgerFaults(ledger.lines)).toEqual([]);
          expect(sumCents([...positions.values()].map(({ amount }) => amount))).toBe(total);
          const issued = invoices.flatMap(({ holdings }) => holdings.issued.map(({ item }) => item));
          const claimed = invoices.flatMap(({ holdings: { working, issued: own } }) =>
            working.filter(({ item }) => !own.some((one) => one.item === item)).map(({ item }) => item),
          );
          expect(new Set([...issued, ...claimed]).size).toBe(issued.length + claimed.length);
          for (const position of positions.values()) {
            const expected = issued.includes(position.item) ? 'BILLED' : claimed.includes(position.item) ? 'CLAIMED' : null;
            if (expected) expect(position.state).toBe(expected);
            else expect(isOffInvoice(position.state)).toBe(true);
          }
          for (const item of claimed) expect(positions.has(item)).toBe(true);
          for (const { item, amount } of invoices.flatMap(({ holdings }) => holdings.issued))
            expect(positions.get(item)?.amount).toBe(amount);
        }
        for (const { holdings } of invoices) expect(ledger.change(holdings, remove())).toBeNull();
        const left = [...ledger.positions().values()];
        for (const { state } of left.filter(({ item }) => wholeOf(item) === null)) expect(isFreeWip(state)).toBe(true);
        expect(left.map(({ item, amount }) => [item, amount]).toSorted()).toEqual(
          amounts.map((amount, at) => [`time/${at}`, amount]).toSorted(),
        );
      }),
      { ...seed, numRuns: 300 },
    );
  });

  it('invoice entries law: an issued part and its rest are the entry, whatever was billed of it before', () => {
    const share = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 6 }), (shares) => {
        const ledger = ledgerOf([100_00]);
        let holdings: Holdings = NO_HOLDINGS;
        for (const [billed, isHeld] of shares) {
          const entry = splitEntry('time/0', 100_00, billed, isHeld ? HOLD : OFF);
          const after = submit(change(edit(holdings), [entry]));
          expect(ledger.change(holdings, after)).toBeNull();
          holdings = after;
          expect(ledger.at('time/0')).toMatchObject({
            state: 'BILLED',
            amount: billed,
          } satisfies Partial<WipPosition>);
          expect(ledger.positions().size).toBe(2);
        }
      }),
      seed,
    );
  });
});
