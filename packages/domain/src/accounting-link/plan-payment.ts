import { type Cents, subtractCents, sumCents } from '../money/cents.ts';
import type { MirrorKind } from './documents.ts';

export type MoneyKind = Exclude<MirrorKind, 'invoice' | 'write-off'>;
/** Something that is to stand over there for a payment. `source`: the overpayment it comes out of. */
export type MoneyMirror = {
  id: number;
  kind: MoneyKind;
  allocation: number | null;
  refund: number | null;
  source: number | null;
  amount: Cents;
};
/** A new one. 'new': out of the overpayment of the same plan. */
export type NewMoney = Omit<MoneyMirror, 'id' | 'source'> & { source: number | 'new' | null };

type PaymentFacts = {
  amount: Cents;
  /** The bank has it, and has not sent it back. */
  is_banked: boolean;
  allocations: readonly { id: number; amount: Cents }[];
  refunds: readonly { id: number; amount: Cents }[];
};
export type PaymentPlan = { voids: number[]; creates: NewMoney[] };

const sum = (list: readonly { amount: Cents }[]) => sumCents(list.map(({ amount }) => amount));
/** What hangs on something else goes first. */
const VOID_ORDER: readonly MoneyKind[] = ['allocation', 'refund', 'payment', 'overpayment'];

/**
 * What has to change over there so that the bank account and every invoice say what they say here. Nothing that stands is changed: it is
 * void, or stays. What is put on an invoice comes out of an overpayment as far as there is one, and is a payment otherwise; what is on no
 * invoice is an overpayment. So payments and overpayments come to what the bank has, always.
 */
export function planPayment({ amount, is_banked, allocations, refunds }: PaymentFacts, standing: readonly MoneyMirror[]): PaymentPlan {
  const isNeeded = ({ allocation, refund }: MoneyMirror) =>
    is_banked &&
    (allocation === null || allocations.some(({ id }) => id === allocation)) &&
    (refund === null || refunds.some(({ id }) => id === refund));
  const voids = standing
    .filter((one) => !isNeeded(one))
    .toSorted((a, b) => VOID_ORDER.indexOf(a.kind) - VOID_ORDER.indexOf(b.kind))
    .map(({ id }) => id);
  if (!is_banked) return { voids, creates: [] };
  const kept = standing.filter(isNeeded);
  const left = new Map<number | 'new', Cents>(
    kept
      .filter(({ kind }) => kind === 'overpayment')
      .map((one) => [one.id, subtractCents(one.amount, sum(kept.filter(({ source }) => source === one.id)))]),
  );
  const creates: NewMoney[] = [];
  /** As much as there is, out of overpayments; answers what is missing. */
  const takeFrom = (wanted: Cents, of: Pick<NewMoney, 'kind' | 'allocation' | 'refund'>): Cents => {
    let missing = wanted;
    for (const [source, there] of left) {
      const part = Math.min(there, missing);
      if (part <= 0) continue;
      creates.push({ ...of, source, amount: part });
      left.set(source, subtractCents(there, part));
      missing = subtractCents(missing, part);
    }
    return missing;
  };
  for (const { id, amount: whole } of allocations) {
    const missing = subtractCents(whole, sum(kept.filter(({ allocation }) => allocation === id)));
    const rest = takeFrom(missing, { kind: 'allocation', allocation: id, refund: null });
    if (rest > 0) creates.push({ kind: 'payment', allocation: id, refund: null, source: null, amount: rest });
  }
  const atBank = sum([...kept, ...creates].filter(({ kind }) => kind === 'payment' || kind === 'overpayment'));
  const credit = subtractCents(amount, atBank);
  if (credit > 0) {
    creates.push({ kind: 'overpayment', allocation: null, refund: null, source: null, amount: credit });
    left.set('new', credit);
  }
  for (const { id, amount: whole } of refunds) {
    const missing = subtractCents(whole, sum(kept.filter(({ refund }) => refund === id)));
    takeFrom(missing, { kind: 'refund', allocation: null, refund: id });
  }
  return { voids, creates };
}
