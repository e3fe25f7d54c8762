import { type Cents, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import type { BillingType } from './billing-types.ts';

type Billing = { billing_type: BillingType; fee_cap: Cents | null };

/** A fixed fee or a cap is an amount above zero; without one nobody knows what was agreed. */
export function whyNotFee({ billing_type, fee_cap }: Billing): string | null {
  if (billing_type === 'hourly' || (fee_cap !== null && fee_cap > 0)) return null;
  return billing_type === 'fixed fee'
    ? 'Enter the fixed fee, or choose another billing type.'
    : 'Enter the cap, or choose another billing type.';
}

/** Work by the hour is estimated; a fixed fee is promised. */
export function isEstimate(billing_type: BillingType): boolean {
  return billing_type !== 'fixed fee';
}

/**
 * What the client is asked for before tax, as the lines that are taxed: the tasks where they add up to it, else the fee or the cap as
 * one line. Their sum is the price.
 */
export function quotedLines({ billing_type, fee_cap }: Billing, tasks: readonly Cents[]): Cents[] {
  const budget = sumCents(tasks);
  const limit = fee_cap ?? 0;
  const price = billing_type === 'fixed fee' ? limit : billing_type === 'hourly with cap' ? Math.min(limit, budget) : budget;
  return price === budget ? [...tasks] : [price];
}

/** Where the budget and what was agreed differ, in a sentence; null where there is nothing to say. A budget below its cap is as it should be. */
export function sayFeeGap({ billing_type, fee_cap, total }: Billing & { total: Cents }): string | null {
  if (billing_type === 'hourly' || fee_cap === null || total === fee_cap) return null;
  const name = billing_type === 'fixed fee' ? 'fixed fee' : 'cap';
  if (total > fee_cap) return `The budget is ${sayCents(subtractCents(total, fee_cap))} above the ${name}.`;
  if (billing_type === 'hourly with cap') return null;
  return total === 0 ? 'Nothing is budgeted yet.' : `The budget is ${sayCents(subtractCents(fee_cap, total))} below the fixed fee.`;
}
