import { type Cents, costOf, sayCents, sumCents } from '../money/cents.ts';
import type { Reason } from '../values/reason.ts';

export const LINE_KINDS = ['time', 'disbursement', 'fixed fee', 'progress', 'retainer', 'discount', 'text'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

type KindRule = {
  /** Entries may stand on it; `sum`: its amount is what they come to. A fee has an amount of its own, whatever its entries are worth. */
  entries: 'none' | 'carried' | 'sum';
  /** Which amounts it may have, and what is said otherwise. */
  isPossible: (amount: Cents) => boolean;
  says: string;
};
const KINDS: Record<LineKind, KindRule> = {
  time: { entries: 'sum', isPossible: () => true, says: '' },
  disbursement: { entries: 'sum', isPossible: () => true, says: '' },
  'fixed fee': { entries: 'carried', isPossible: (amount) => amount >= 0, says: 'A fee is not below zero.' },
  progress: { entries: 'carried', isPossible: (amount) => amount >= 0, says: 'Progress is not below zero.' },
  retainer: {
    entries: 'none',
    isPossible: (amount) => amount !== 0,
    says: 'Enter a retainer above zero to ask for it, below zero to draw it down.',
  },
  discount: { entries: 'none', isPossible: (amount) => amount < 0, says: 'A discount is below zero.' },
  text: { entries: 'none', isPossible: (amount) => amount === 0, says: 'A text has no amount.' },
};

/** What decides the amount of a line. Without a unit price the amount is typed, or follows from the entries. */
export type PricedLine = { kind: LineKind; quantity: number; unit_price: Cents | null; amount: Cents };

/** Does it stand in the sums, with an account and a tax? A text only says something. */
export function hasAmount(kind: LineKind): boolean {
  return kind !== 'text';
}

export function takesEntries(kind: LineKind): boolean {
  return KINDS[kind].entries !== 'none';
}

/** What the line comes to: its entries as they are billed, or quantity × unit price rounded half-up, or what was typed. */
export function lineAmount({ kind, quantity, unit_price, amount }: PricedLine, entries: readonly Cents[]): Cents {
  if (KINDS[kind].entries === 'sum' && entries.length > 0) return sumCents(entries);
  return unit_price === null ? amount : costOf(quantity, unit_price);
}

/** May a line stand on an invoice like this? `entries` are the amounts of its entries as they are billed. */
export function whyNotLine(line: PricedLine & { description: string }, entries: readonly Cents[]): Reason {
  const { isPossible, says } = KINDS[line.kind];
  const invalid = (sentence: string): Reason => ({ code: 'INVALID', sentence });
  if (line.description.trim() === '') return invalid('Say what the line is for.');
  if (entries.length > 0 && !takesEntries(line.kind)) return invalid(`A ${line.kind} line has no entries.`);
  const amount = lineAmount(line, entries);
  if (line.amount !== amount) return invalid(`This line comes to ${sayCents(amount)}, not ${sayCents(line.amount)}.`);
  return isPossible(line.amount) ? null : invalid(says);
}

/**
 * The quantity and unit price a document and the accounting system are told: they multiply what they are told, so a rate that does not
 * give the amount to the cent (several rates, a part of an entry) is told as one of the amount.
 */
export function unitOf(amount: Cents, quantity: number, rate: Cents | null): { quantity: number; unit_price: Cents } {
  const isExact = rate !== null && costOf(quantity, rate) === amount;
  return isExact ? { quantity, unit_price: rate } : { quantity: 1, unit_price: amount };
}
