import type { OpenInvoice, Payment } from '@dmse/contract/payments/payment';
import { sumCents } from '@dmse/domain/money/cents';
import { allocateOldestFirst, type OpenInvoice as OwedInvoice, whyNotAllocate } from '@dmse/domain/payments/allocate';
import type { MoneyValue } from '../../../parts/fields/money-input.tsx';

/** What is to be put on an invoice, as far as it has been typed. An invoice that gets nothing is not among them. */
export type DraftAllocation = { invoice: number; amount: MoneyValue };
export type Draft = readonly DraftAllocation[];

export function amountOn(draft: Draft, invoice: number): MoneyValue {
  return draft.find((one) => one.invoice === invoice)?.amount ?? null;
}

export function putOn(draft: Draft, invoice: number, amount: MoneyValue): DraftAllocation[] {
  const others = draft.filter((one) => one.invoice !== invoice);
  return amount === null || amount === 0 ? others : [...others, { invoice, amount }];
}

/** What can be read of it so far. */
export function sumDraft(draft: Draft): number {
  return sumCents(draft.flatMap(({ amount }) => (typeof amount === 'number' ? [amount] : [])));
}

/** A tick puts as much on the invoice as is left of the payment; all that is owed where nothing was left, or no amount is known yet. */
export function tickInvoice(draft: Draft, { id, balance }: OpenInvoice, left: number | null): DraftAllocation[] {
  return putOn(draft, id, left !== null && left > 0 ? Math.min(left, balance) : balance);
}

/** On the oldest first: of those that were chosen, or of all where none was. */
export function distribute(amount: number, rows: readonly OpenInvoice[], chosen: readonly number[]): DraftAllocation[] {
  return allocateOldestFirst(amount, chosen.length === 0 ? rows : rows.filter(({ id }) => chosen.includes(id)));
}

type Own = Payment['allocations'];
const byAge = (a: OpenInvoice, b: OpenInvoice) => a.date.localeCompare(b.date, 'en') || a.id - b.id;

/**
 * The invoices a payment can be put on: those on which something is owed, those it is on now, and those that were shown before. Of the
 * balance the payment's own part counts as owed, because it can be put elsewhere; on what somebody has paid meanwhile nothing is owed.
 */
export function mergeOpen(open: readonly OpenInvoice[], own: Own, shown: readonly OpenInvoice[]): OpenInvoice[] {
  const rows = new Map(shown.map((one) => [one.id, { ...one, balance: 0 }]));
  for (const { amount: _, ...one } of own) rows.set(one.id, one);
  for (const one of open) rows.set(one.id, one);
  for (const { id, amount } of own) {
    const row = rows.get(id)!;
    rows.set(id, { ...row, balance: sumCents([row.balance, amount]) });
  }
  return [...rows.values()].sort(byAge);
}

type Placed = {
  client: number;
  amount: number;
  refunded: number;
  allocations: readonly { invoice: number; amount: number }[];
  keeps_credit?: boolean | undefined;
};

/** The sentence that the server would refuse it with, by what is known here. */
export function whyNotPlaced({ keeps_credit = false, ...payment }: Placed, rows: readonly OpenInvoice[]): string | null {
  const owed = rows.map(({ id, num, date, balance }): OwedInvoice => {
    return { id, number: num ?? String(id), client: payment.client, state: 'SUBMITTED', date, balance };
  });
  return whyNotAllocate(payment, owed, keeps_credit)?.sentence ?? null;
}
