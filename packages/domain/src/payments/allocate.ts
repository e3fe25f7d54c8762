import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import { type InvoiceState, isPayable } from '../states/invoice.ts';
import type { Reason } from '../values/reason.ts';

export type Allocation = { invoice: number; amount: Cents };
/** An invoice as a payment sees it. The balance is read under its lock, without what this payment has on it now. */
export type OpenInvoice = { id: number; number: string; client: number; state: InvoiceState; date: LocalDate; balance: Cents };
export type PaymentMoney = { amount: Cents; allocations: readonly Pick<Allocation, 'amount'>[]; refunded: Cents };

/** amount = Σ allocations + refunds + unapplied: what is left of a payment is the client's credit. */
export function unappliedOf({ amount, allocations, refunded }: PaymentMoney): Cents {
  return subtractCents(amount, sumCents([refunded, ...allocations.map((one) => one.amount)]));
}

const invalid = (sentence: string): Reason => ({ code: 'INVALID', sentence });

function whyNotOn(invoice: OpenInvoice | undefined, client: number, amount: Cents): Reason {
  if (!invoice) return { code: 'NOT_FOUND', sentence: 'There is no such invoice.' };
  const { number, state, balance } = invoice;
  if (invoice.client !== client) return invalid(`Invoice ${number} is another client’s.`);
  if (!isPayable(state)) return { code: 'WRONG_STATE', sentence: `Invoice ${number} is ${state}; nothing is paid on it.` };
  if (amount <= 0) return invalid(`Enter an amount above zero for invoice ${number}.`);
  if (amount <= balance) return null;
  return { code: 'CONFLICT', sentence: `${sayCents(balance)} is owed on invoice ${number}; ${sayCents(amount)} cannot be put on it.` };
}

type Allocated = { client: number; amount: Cents; allocations: readonly Allocation[]; refunded: Cents };

/** May a payment be put on these invoices? What is left becomes credit only where somebody has ticked that it shall. */
export function whyNotAllocate(payment: Allocated, invoices: readonly OpenInvoice[], keeps_credit: boolean): Reason {
  const { client, amount, allocations } = payment;
  if (amount <= 0) return invalid('Enter what was paid.');
  if (new Set(allocations.map(({ invoice }) => invoice)).size < allocations.length) return invalid('An invoice stands there twice.');
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  for (const one of allocations) {
    const why = whyNotOn(byId.get(one.invoice), client, one.amount);
    if (why) return why;
  }
  const unapplied = unappliedOf(payment);
  if (unapplied < 0) return invalid(`That is ${sayCents(-unapplied)} more than the payment.`);
  if (unapplied === 0 || keeps_credit) return null;
  return invalid(`${sayCents(unapplied)} is not on any invoice; tick that it is kept as credit.`);
}

/** What becomes of the places of a payment: those that stay as they are, those it is taken off, and those it is put on. */
export function changeAllocations<Now extends Allocation>(current: readonly Now[], wanted: readonly Allocation[]) {
  const isSame = (a: Allocation, b: Allocation) => a.invoice === b.invoice && a.amount === b.amount;
  return {
    kept: current.filter((one) => wanted.some((other) => isSame(one, other))),
    off: current.filter((one) => !wanted.some((other) => isSame(one, other))),
    on: wanted.filter((one) => !current.some((other) => isSame(one, other))),
  };
}

export type Credit = { payment: number; received_on: LocalDate; unapplied: Cents };
export type AppliedCredit = { payment: number; invoice: number; amount: Cents };

/** Credits on invoices, the oldest of both first, until one of them is used up. */
export function applyCredits(
  credits: readonly Credit[],
  invoices: readonly Pick<OpenInvoice, 'id' | 'date' | 'balance'>[],
): AppliedCredit[] {
  const left = credits
    .filter(({ unapplied }) => unapplied > 0)
    .toSorted((a, b) => a.received_on.localeCompare(b.received_on, 'en') || a.payment - b.payment)
    .map(({ payment, unapplied }) => ({ payment, unapplied }));
  const applied: AppliedCredit[] = [];
  for (const { id, balance } of invoices.toSorted((a, b) => a.date.localeCompare(b.date, 'en') || a.id - b.id)) {
    let due = balance;
    while (due > 0 && left.length > 0) {
      const credit = left[0]!;
      const amount = Math.min(due, credit.unapplied);
      applied.push({ payment: credit.payment, invoice: id, amount });
      due = subtractCents(due, amount);
      credit.unapplied = subtractCents(credit.unapplied, amount);
      if (credit.unapplied === 0) left.shift();
    }
  }
  return applied;
}

/** What a new payment is filled in with: on the oldest invoices first. */
export function allocateOldestFirst(amount: Cents, invoices: readonly Pick<OpenInvoice, 'id' | 'date' | 'balance'>[]): Allocation[] {
  return applyCredits([{ payment: 0, received_on: '', unapplied: amount }], invoices).map((one) => ({
    invoice: one.invoice,
    amount: one.amount,
  }));
}

/** May this much of a client's credit be put on the invoice? */
export function whyNotApplyCredit(credit: { client: number; unapplied: Cents }, invoice: OpenInvoice, amount: Cents): Reason {
  const why = whyNotOn(invoice, credit.client, amount);
  return why ?? whyOverCredit(credit.unapplied, amount);
}

function whyOverCredit(unapplied: Cents, amount: Cents): Reason {
  return amount <= unapplied ? null : { code: 'CONFLICT', sentence: `There is ${sayCents(unapplied)} of credit on this payment.` };
}

/** Only what is on no invoice goes back to the client. */
export function whyNotRefund(unapplied: Cents, amount: Cents): Reason {
  return amount <= 0 ? invalid('Enter what is paid back.') : whyOverCredit(unapplied, amount);
}
