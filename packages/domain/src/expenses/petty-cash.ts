import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import type { Reason } from '../values/reason.ts';

export const PETTY_CASH_KINDS = ['top-up', 'expense', 'count'] as const;
export type PettyCashKind = (typeof PETTY_CASH_KINDS)[number];

/** One row of the box: money in is above zero, money out below. A count posts the difference it found. Posted in the order of ids. */
export type PettyCashRow = {
  id: number;
  kind: PettyCashKind;
  date: LocalDate;
  amount: Cents;
  note: string;
  /** The row this one takes back. */
  reverses: number | null;
};

export function pettyCashBalance(rows: readonly Pick<PettyCashRow, 'amount'>[]): Cents {
  return sumCents(rows.map(({ amount }) => amount));
}

/** Every row with what was in the box after it, in the order they were posted. The table keeps the same. */
export function runningBalance<R extends Pick<PettyCashRow, 'id' | 'amount'>>(rows: readonly R[]): (R & { balance: Cents })[] {
  let balance: Cents = 0;
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      balance = sumCents([balance, row.amount]);
      return { ...row, balance };
    });
}

/** May this be posted? The balance is read under the lock of the box, so that twenty people cannot take the same coin. */
export function whyNotPost(amount: Cents, balance: Cents): Reason {
  if (amount === 0) return { code: 'INVALID', sentence: 'Enter an amount.' };
  if (sumCents([balance, amount]) >= 0) return null;
  return { code: 'CONFLICT', sentence: `There is ${sayCents(balance)} in petty cash; ${sayCents(-amount)} cannot be taken out.` };
}

/** What fills the box up to its float; 0 when it holds that much or more. */
export function topUpTo(float: Cents, balance: Cents): Cents {
  return Math.max(0, subtractCents(float, balance));
}

/** What a count found: below zero when money is missing. A difference is explained in words. */
export function countDifference(counted: Cents, balance: Cents): Cents {
  return subtractCents(counted, balance);
}

export function whyNotCount(counted: Cents, balance: Cents, note: string): Reason {
  if (counted < 0) return { code: 'INVALID', sentence: 'A count cannot be below zero.' };
  const difference = countDifference(counted, balance);
  if (difference === 0 || note.trim() !== '') return null;
  const words = difference < 0 ? `${sayCents(-difference)} is missing` : `There is ${sayCents(difference)} too much`;
  return { code: 'REASON_NEEDED', sentence: `${words}; say what is known of it.` };
}

/** The row that takes another back. A row is taken back once, and a reversal not at all. */
export function reversalOf(row: PettyCashRow, date: LocalDate, note: string): Omit<PettyCashRow, 'id'> {
  return { kind: row.kind, date, amount: subtractCents(0, row.amount), note, reverses: row.id };
}

export function whyNotReverse(
  { amount, reverses }: Pick<PettyCashRow, 'amount' | 'reverses'>,
  { is_reversed, balance }: { is_reversed: boolean; balance: Cents },
): Reason {
  if (reverses !== null) return { code: 'WRONG_STATE', sentence: 'A reversal is not reversed; post it again.' };
  if (is_reversed) return { code: 'CONFLICT', sentence: 'This row has been reversed already.' };
  return whyNotPost(subtractCents(0, amount), balance);
}
