import type { LocalDate } from '../dates/local-date.ts';
import { whyPeriodClosed } from '../expenses/expense-rules.ts';
import { type Cents, sayCents } from '../money/cents.ts';
import { type DepositState, isOpenDeposit } from '../states/deposit.ts';
import type { Reason } from '../values/reason.ts';

/** A payment that was entered by mistake is deleted; one the bank has sent back (NSF) is returned. Both are reversals. */
export const PAYMENT_REVERSALS = ['delete', 'return'] as const;
export type PaymentReversal = (typeof PAYMENT_REVERSALS)[number];

export type ReversedFacts = {
  is_reversed: boolean;
  deposit: DepositState | null;
  refunded: Cents;
  today: LocalDate;
  closed_through: LocalDate | null;
};

/** Once deposited a payment is returned and not deleted: the money was in the bank. Its allocations fall off, and the invoices are owed again. */
export function whyNotReversePayment(
  how: PaymentReversal,
  { is_reversed, deposit, refunded, today, closed_through }: ReversedFacts,
): Reason {
  if (is_reversed) return { code: 'CONFLICT', sentence: 'This payment has been reversed already.' };
  if (refunded > 0) return { code: 'IN_USE', sentence: `${sayCents(refunded)} of this payment has been refunded.` };
  const isDeposited = deposit !== null && !isOpenDeposit(deposit);
  if (how === 'delete' && isDeposited) return { code: 'LOCKED', sentence: 'This payment has been deposited; it is returned, not deleted.' };
  if (how === 'delete' && deposit !== null) return { code: 'IN_USE', sentence: 'This payment is on a deposit; take it off first.' };
  if (how === 'return' && !isDeposited)
    return { code: 'WRONG_STATE', sentence: 'The bank sends back only what was deposited; delete this payment.' };
  return whyPeriodClosed(today, closed_through);
}

/** A refund that was entered by mistake, or whose cheque was never cashed, is taken back on the day that is noticed: it is credit again. */
export function whyNotReverseRefund({
  is_reversed,
  today,
  closed_through,
}: Pick<ReversedFacts, 'is_reversed' | 'today' | 'closed_through'>): Reason {
  if (is_reversed) return { code: 'CONFLICT', sentence: 'This refund has been taken back already.' };
  return whyPeriodClosed(today, closed_through);
}

/** What is said of a payment changes until it is in the bank or taken back. */
export function whyNotChangePayment({ is_reversed, deposit }: Pick<ReversedFacts, 'is_reversed' | 'deposit'>): Reason {
  if (is_reversed) return { code: 'CONFLICT', sentence: 'This payment has been reversed.' };
  if (deposit === null || isOpenDeposit(deposit)) return null;
  return { code: 'LOCKED', sentence: 'This payment has been deposited; undo the deposit first.' };
}

/** The fee for a payment the bank sent back, as the line of an invoice to its client. */
export function returnedFeeLine(reference: string, fee: Cents) {
  const description = `Returned payment fee${reference.trim() === '' ? '' : `, ${reference.trim()}`}`;
  return { kind: 'fixed fee', description, quantity: 1, unit_price: fee, amount: fee } as const;
}
