import { type LocalDate, proseDate } from '../dates/local-date.ts';
import { type Cents, sumCents } from '../money/cents.ts';
import type { Reason } from '../values/reason.ts';

export const PAYMENT_METHODS = ['Cash', 'Check', 'Credit', 'Debit', 'E-Transfer', 'Unknown'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What somebody carries to the bank is ticked to begin with. */
export function isTickedByDefault(method: PaymentMethod): boolean {
  return method === 'Cash' || method === 'Check';
}

/** A payment as a deposit sees it; `deposit` is the one it is in. */
export type DepositedPayment = {
  id: number;
  method: PaymentMethod;
  received_on: LocalDate;
  amount: Cents;
  deposit: number | null;
  is_reversed: boolean;
};

/** May this payment be ticked on the deposit? `deposit` is null for one that is new. */
export function whyNotTick(payment: DepositedPayment, deposit: { id: number | null; date: LocalDate }): Reason {
  if (payment.is_reversed) return { code: 'WRONG_STATE', sentence: 'A payment that was reversed is not deposited.' };
  if (payment.deposit !== null && payment.deposit !== deposit.id)
    return { code: 'CONFLICT', sentence: 'A payment is in another deposit already.' };
  if (payment.received_on <= deposit.date) return null;
  return { code: 'INVALID', sentence: `A payment was received on ${proseDate(payment.received_on)}, after the deposit.` };
}

/** What keeps the ticked payments from being deposited. */
export function whyNotDeposit(payments: readonly DepositedPayment[], deposit: { id: number | null; date: LocalDate }): Reason {
  if (payments.length === 0) return { code: 'INVALID', sentence: 'Tick the payments that are deposited.' };
  if (new Set(payments.map(({ id }) => id)).size < payments.length) return { code: 'INVALID', sentence: 'A payment stands there twice.' };
  for (const payment of payments) {
    const why = whyNotTick(payment, deposit);
    if (why) return why;
  }
  return null;
}

export type DepositSums = { total: Cents; methods: { method: PaymentMethod; count: number; amount: Cents }[] };

/** The total, and what each method has in it, as the slip has it. */
export function depositSums(payments: readonly Pick<DepositedPayment, 'method' | 'amount'>[]): DepositSums {
  const methods = PAYMENT_METHODS.flatMap((method) => {
    const amounts = payments.filter((payment) => payment.method === method).map(({ amount }) => amount);
    return amounts.length === 0 ? [] : [{ method, count: amounts.length, amount: sumCents(amounts) }];
  });
  return { total: sumCents(methods.map(({ amount }) => amount)), methods };
}
