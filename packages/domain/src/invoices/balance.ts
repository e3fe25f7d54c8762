import { type Cents, subtractCents, sumCents } from '../money/cents.ts';
import { type InvoiceState, isPosted } from '../states/invoice.ts';

/** Payments and credits on it, and what was written off: both above zero. */
export type InvoiceMoney = { state: InvoiceState; total: Cents; allocated: Cents; written_off: Cents };

/** What the client still owes: the total less what was paid and given up. Drafts and void ones ask for nothing. */
export function balanceOf({ state, total, allocated, written_off }: InvoiceMoney): Cents {
  return isPosted(state) ? subtractCents(total, sumCents([allocated, written_off])) : 0;
}
