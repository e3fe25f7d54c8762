import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumCents } from '../money/cents.ts';
import { INVOICE_STATES, isPosted } from '../states/invoice.ts';
import { type InvoiceMirror, planInvoice } from './plan-invoice.ts';
import { type MoneyMirror, planPayment } from './plan-payment.ts';

const facts = { num: '26-0001', state: 'SUBMITTED', revision: 1, restored: 0, total: 115_00, written_off: 0, credits: [] } as const;

describe('documents of an invoice over there', () => {
  it('made once, revised, written off, void, and another one when it comes back', () => {
    expect(planInvoice(facts, [])).toEqual({
      voids: [],
      revises: [],
      creates: [{ kind: 'invoice', credit: null, number: '26-0001', revision: 1, amount: 115_00 }],
    });
    const there: InvoiceMirror = { id: 1, kind: 'invoice', credit: null, number: '26-0001', revision: 1, amount: 115_00, is_void: false };
    expect(planInvoice({ ...facts, state: 'EDITING' }, [there])).toEqual({ voids: [], revises: [], creates: [] });
    expect(planInvoice({ ...facts, revision: 2, total: 92_00 }, [there]).revises).toEqual([{ id: 1, revision: 2, amount: 92_00 }]);
    const off = { ...facts, state: 'WRITTEN_OFF', written_off: 15_00 } as const;
    expect(planInvoice(off, [there]).creates).toEqual([
      { kind: 'write-off', credit: null, number: '26-0001-W1', revision: 1, amount: 15_00 },
    ]);
    const credit: InvoiceMirror = {
      id: 2,
      kind: 'write-off',
      credit: null,
      number: '26-0001-W1',
      revision: 1,
      amount: 15_00,
      is_void: false,
    };
    expect(planInvoice(off, [there, credit])).toEqual({ voids: [], revises: [], creates: [] });
    expect(planInvoice({ ...facts, state: 'RESTORED' }, [there, credit])).toEqual({ voids: [2], revises: [], creates: [] });
    expect(planInvoice({ ...facts, state: 'DELETED' }, [there, credit]).voids).toEqual([2, 1]);
    expect(planInvoice({ ...facts, state: 'RESTORED', restored: 1, revision: 2 }, [{ ...there, is_void: true }]).creates).toMatchObject([
      { number: '26-0001-R1', revision: 2 },
    ]);
    // A credit for a part stands beside the write-off of the rest, each for itself.
    const part: InvoiceMirror = { ...credit, id: 3, credit: 8, number: 'there', amount: 5_00 };
    const credits = [{ id: 8, amount: 5_00 }];
    expect(planInvoice({ ...facts, written_off: 5_00, credits }, [there, part])).toEqual({ voids: [], revises: [], creates: [] });
    expect(planInvoice({ ...off, written_off: 20_00, credits }, [there, part, credit])).toEqual({ voids: [], revises: [], creates: [] });
    expect(planInvoice({ ...facts, written_off: 5_00, credits }, [there, part, credit]).voids).toEqual([2]);
    expect(planInvoice({ ...off, written_off: 15_00 }, [there, part, credit]).voids).toEqual([3]);
    expect(planInvoice({ ...facts, written_off: 5_00, credits }, [there]).creates).toMatchObject([
      { kind: 'write-off', credit: 8, amount: 5_00 },
    ]);
  });

  it('law: planned again, nothing is left to do; in force there is one invoice, otherwise none', () => {
    const step = fc.record({
      state: fc.constantFrom(...INVOICE_STATES.filter((state) => state !== 'DRAFT')),
      revision: fc.integer({ min: 1, max: 3 }),
      total: fc.integer({ min: 1, max: 3 }),
      written_off: fc.nat(2),
      credits: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 3 }), amount: fc.constant(2) }), { selector: ({ id }) => id }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let mirrors: InvoiceMirror[] = [];
        let [wasVoid, restored] = [false, 0];
        for (const one of steps) {
          if (wasVoid && isPosted(one.state)) restored++;
          wasVoid = one.state === 'DELETED';
          const credits = isPosted(one.state) ? one.credits : [];
          const off = one.state === 'WRITTEN_OFF' ? one.written_off + 1 : 0;
          const now = { ...one, restored, num: 'A', credits, written_off: off + 2 * credits.length };
          const plan = planInvoice(now, mirrors);
          mirrors = mirrors.map((mirror) => ({
            ...mirror,
            ...plan.revises.find(({ id }) => id === mirror.id),
            is_void: mirror.is_void || plan.voids.includes(mirror.id),
          }));
          mirrors.push(...plan.creates.map((made, at) => ({ ...made, id: mirrors.length + at + 1, is_void: false })));
          expect(planInvoice(now, mirrors)).toEqual({ voids: [], revises: [], creates: [] });
          const inForce = mirrors.filter(({ is_void }) => !is_void);
          expect(inForce.filter(({ kind }) => kind === 'invoice').length).toBe(isPosted(now.state) ? 1 : 0);
          expect(sumCents(inForce.filter(({ kind }) => kind === 'write-off').map(({ amount }) => amount))).toBe(now.written_off);
          expect(new Set(mirrors.map(({ kind, number }) => kind + number)).size).toBe(mirrors.length);
        }
      }),
    );
  });
});

describe('documents of a payment over there', () => {
  it('a payment on each invoice and the rest as an overpayment; what is moved later comes out of that', () => {
    const banked = { amount: 100, is_banked: true, allocations: [{ id: 1, amount: 80 }], refunds: [] };
    expect(planPayment({ ...banked, is_banked: false }, [])).toEqual({ voids: [], creates: [] });
    expect(planPayment(banked, []).creates).toMatchObject([
      { kind: 'payment', allocation: 1, amount: 80 },
      { kind: 'overpayment', amount: 20 },
    ]);
    const there: MoneyMirror[] = [
      { id: 1, kind: 'payment', allocation: 1, refund: null, source: null, amount: 80 },
      { id: 2, kind: 'overpayment', allocation: null, refund: null, source: null, amount: 20 },
    ];
    expect(planPayment({ ...banked, allocations: [{ id: 2, amount: 90 }] }, there)).toMatchObject({
      voids: [1],
      creates: [
        { kind: 'allocation', allocation: 2, source: 2, amount: 20 },
        { kind: 'payment', allocation: 2, amount: 70 },
        { kind: 'overpayment', amount: 10 },
      ],
    });
    expect(planPayment({ ...banked, is_banked: false }, there).voids).toEqual([1, 2]);
  });

  it('law: whatever is moved, the bank has the amount, every invoice its part, and no overpayment is overdrawn', () => {
    const change = fc.record({ shares: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }), refund: fc.nat(30), keep: fc.nat(15) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.array(change, { maxLength: 6 }), (amount, changes) => {
        let standing: MoneyMirror[] = [];
        let [row, made] = [0, 0];
        let allocations: { id: number; amount: number }[] = [];
        const refunds: { id: number; amount: number }[] = [];
        const used = () => sumCents([...allocations, ...refunds].map((one) => one.amount));
        for (const { shares, refund, keep } of changes) {
          allocations = allocations.filter((_, at) => (keep >> at) % 2 === 1);
          for (const share of shares) if (used() + share <= amount) allocations.push({ id: ++row, amount: share });
          if (refund > 0 && used() + refund <= amount) refunds.push({ id: ++row, amount: refund });
          const now = { amount, is_banked: true, allocations, refunds };
          const { voids, creates } = planPayment(now, standing);
          standing = standing.filter(({ id }) => !voids.includes(id));
          const ids = creates.map(() => ++made);
          const fresh = ids[creates.findIndex(({ kind }) => kind === 'overpayment')] ?? null;
          standing.push(...creates.map((one, at) => ({ ...one, id: ids[at]!, source: one.source === 'new' ? fresh : one.source })));
          const sum = (list: readonly { amount: number }[]) => sumCents(list.map((one) => one.amount));
          expect(sum(standing.filter(({ kind }) => kind === 'payment' || kind === 'overpayment'))).toBe(amount);
          for (const one of allocations) expect(sum(standing.filter(({ allocation }) => allocation === one.id))).toBe(one.amount);
          for (const one of refunds) expect(sum(standing.filter((mirror) => mirror.refund === one.id))).toBe(one.amount);
          for (const one of standing.filter(({ kind }) => kind === 'overpayment'))
            expect(sum(standing.filter(({ source }) => source === one.id))).toBeLessThanOrEqual(one.amount);
          expect(planPayment(now, standing)).toEqual({ voids: [], creates: [] });
        }
        expect(planPayment({ amount, is_banked: false, allocations, refunds }, standing).voids.length).toBe(standing.length);
      }),
    );
  });
});
