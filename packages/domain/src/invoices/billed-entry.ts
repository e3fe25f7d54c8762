import { type Cents, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import type { Reason } from '../values/reason.ts';

/** What becomes of the part of an entry that is not billed. */
export type Rest = { amount: Cents; act: 'hold' | 'write off'; reason: string };
/** An entry on an invoice, and what is billed of it: all of its amount, or a part. */
export type BilledEntry = { item: string; amount: Cents; rest: Rest | null };

/** What the entry is worth: the part that is billed and the rest. */
export function wholeAmount({ amount, rest }: BilledEntry): Cents {
  return sumCents([amount, rest?.amount ?? 0]);
}

/** A part is less than the whole, and more than nothing; a credit is split as its charge would be. */
export function whyNotSplit(amount: Cents, billed: Cents, { act, reason }: Omit<Rest, 'amount'>): Reason {
  const isPart = amount > 0 ? billed > 0 && billed < amount : billed < 0 && billed > amount;
  if (!isPart) return { code: 'INVALID', sentence: `Enter a part of ${sayCents(amount)}.` };
  return act === 'write off' && reason.trim() === '' ? { code: 'REASON_NEEDED', sentence: 'Say why the rest is written off.' } : null;
}

/** A part is billed, the rest is held or written off. Together they are the entry. */
export function splitEntry(item: string, amount: Cents, billed: Cents, what: Omit<Rest, 'amount'>): BilledEntry {
  return { item, amount: billed, rest: { ...what, amount: subtractCents(amount, billed) } };
}

type Worth = { item: string; date: string; amount: Cents };
/** `left` are entries of which nothing is billed; they get the act of the rest, whole. */
export type CappedBill = { entries: BilledEntry[]; left: string[]; billed: Cents; rest: Cents };

/**
 * Bills to the cap: `room` is the cap less what has been billed before. Credits are billed whole, then the work from the oldest on, until
 * the sum is the room; the entry at the edge is split. When everything fits, everything is billed.
 */
export function billToCap(entries: readonly Worth[], room: Cents, what: Omit<Rest, 'amount'>): CappedBill {
  const bill: CappedBill = { entries: [], left: [], billed: 0, rest: 0 };
  const inOrder = entries.toSorted((a, b) => Number(b.amount < 0) - Number(a.amount < 0) || a.date.localeCompare(b.date, 'en'));
  for (const { item, amount } of inOrder) {
    const free = subtractCents(Math.max(0, room), bill.billed);
    const taken = Math.min(amount, Math.max(0, free));
    if (amount > 0 && taken === 0) bill.left.push(item);
    else bill.entries.push(taken === amount ? { item, amount, rest: null } : splitEntry(item, amount, taken, what));
    bill.billed = sumCents([bill.billed, taken]);
    bill.rest = sumCents([bill.rest, subtractCents(amount, taken)]);
  }
  return bill;
}
