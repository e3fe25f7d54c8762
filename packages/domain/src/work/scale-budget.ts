import { type Cents, minutesOf, quantityOf, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import { splitCents } from '../money/split.ts';

/** What scaling has to know of a budget entry. A labour entry has minutes and a rate, a disbursement a quantity and a price. */
export type ScalableEntry = {
  amount: Cents;
  is_locked: boolean;
  /** The amount was set by scaling and no longer follows from minutes or quantity. */
  is_scaled: boolean;
  minutes: number | null;
  rate: Cents | null;
  quantity: number | null;
  unit_cost: Cents | null;
  markup_pct: number | null;
};

export type Scaled<E> = { entries: E[]; from_total: Cents; locked_total: Cents } | { problem: string };

function lockedTotal(entries: readonly ScalableEntry[]): Cents {
  return sumCents(entries.filter((entry) => entry.is_locked).map((entry) => entry.amount));
}

/** Why this budget cannot be brought to this total, in a sentence. */
export function whyNotScale(entries: readonly ScalableEntry[], total: Cents): string | null {
  const open = entries.filter((entry) => !entry.is_locked);
  if (open.some((entry) => entry.amount < 0)) return 'A row below zero cannot be scaled: lock it first.';
  if (open.every((entry) => entry.amount === 0)) return 'Nothing that is not locked has an amount to scale.';
  const locked = lockedTotal(entries);
  if (total < locked) return `The locked rows alone come to ${sayCents(locked)}: unlock some, or choose a total of at least that.`;
  return null;
}

/** The amount is what was agreed; the minutes (or the quantity) are shown as they follow from it. */
function withScaledAmount<E extends ScalableEntry>(entry: E, amount: Cents): E {
  if (amount === entry.amount) return entry;
  const follows =
    entry.minutes === null
      ? { quantity: quantityOf(amount, entry.unit_cost ?? 0, entry.markup_pct ?? 0) ?? entry.quantity }
      : { minutes: minutesOf(amount, entry.rate ?? 0) ?? entry.minutes };
  return { ...entry, ...follows, amount, is_scaled: true };
}

/**
 * The budget brought to a total while its proportions are kept: locked rows stay as they are, the others share the rest by largest
 * remainder, ties to the larger amount and then to the order of the list. The sum is the total to the cent; the total it already has
 * changes nothing; a row that was not smaller does not become smaller than another.
 */
export function scaleBudget<E extends ScalableEntry>(entries: readonly E[], total: Cents): Scaled<E> {
  const problem = whyNotScale(entries, total);
  if (problem) return { problem };
  const locked_total = lockedTotal(entries);
  const open = entries.filter((entry) => !entry.is_locked);
  const shares = splitCents(
    subtractCents(total, locked_total),
    open.map((entry) => entry.amount),
  ).values();
  return {
    entries: entries.map((entry) => (entry.is_locked ? entry : withScaledAmount(entry, shares.next().value ?? 0))),
    from_total: sumCents(entries.map((entry) => entry.amount)),
    locked_total,
  };
}
