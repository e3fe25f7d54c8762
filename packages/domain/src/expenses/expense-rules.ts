import { type LocalDate, proseDate } from '../dates/local-date.ts';
import { type Cents, sayCents } from '../money/cents.ts';
import { type Approver, EXPENSES, whyNotOwn } from '../states/approver.ts';
import { type ExpenseFacts, isOpenExpense, whyPaidBack } from '../states/expense.ts';
import { isOpenJob, type JobState } from '../states/job.ts';
import { whyWipTaken } from '../states/wip.ts';
import { norm } from '../text/norm.ts';
import type { Reason } from '../values/reason.ts';

/** The accounting period is closed through a day, apart from the lock of timesheets. */
export function whyPeriodClosed(date: LocalDate, closed_through: LocalDate | null): Reason {
  if (closed_through === null || date > closed_through) return null;
  return { code: 'LOCKED', sentence: `The accounting period through ${proseDate(closed_through)} is closed.` };
}

type Saved = { date: LocalDate; gross: Cents; job: number | null; task: number | null; is_billable: boolean };
type SaveFacts = { today: LocalDate; closed_through: LocalDate | null; job: { num: string; state: JobState } | null };

const invalid = (sentence: string): Reason => ({ code: 'INVALID', sentence });

/** May an expense be saved like this? A refund is an expense below zero. */
export function whyNotSaveExpense(expense: Saved, { today, closed_through, job }: SaveFacts): Reason {
  if (expense.gross === 0) return invalid('Enter what was paid.');
  if (expense.date > today) return invalid('An expense is dated today or earlier.');
  if (expense.is_billable && expense.job === null) return invalid('Choose the job a billable expense is billed to.');
  if (expense.task !== null && expense.job === null) return invalid('A task needs its job.');
  if (job !== null && !isOpenJob(job)) return { code: 'LOCKED', sentence: `Job ${job.num} is ${job.state}; reopen it first.` };
  return whyPeriodClosed(expense.date, closed_through);
}

/** May this person change or delete the expense? Their own, or as an Expenses Admin, while it is a draft and nothing rests on it. */
export function whyNotChangeExpense(expense: ExpenseFacts, who: Pick<Approver, 'id' | 'groups'>): Reason {
  const why =
    whyNotOwn(expense.user, who, EXPENSES) ??
    whyPaidBack(expense) ??
    (expense.is_billable ? whyWipTaken(expense.wip_state, 'This expense') : null);
  if (why || isOpenExpense(expense)) return why;
  return { code: 'LOCKED', sentence: `This expense is ${expense.approval}; take it back to change it.` };
}

/** What an expense lacks before it can be approved. */
export function whyNotSubmitExpense({ vendor, category }: { vendor: string; category: number | null }): Reason {
  const missing = [...(vendor.trim() === '' ? ['the vendor'] : []), ...(category === null ? ['the category'] : [])];
  return missing.length === 0 ? null : { code: 'INCOMPLETE', sentence: `Enter ${missing.join(' and ')}.` };
}

export type ComparedExpense = {
  id: number | null;
  vendor: string;
  date: LocalDate;
  gross: Cents;
  user_name: string;
  /** SHA-256 of each receipt. */
  receipts: readonly string[];
};
export type ExpenseDuplicate = { id: number; is_same_receipt: boolean; says: string };

function vendorKey(vendor: string): string {
  return norm(vendor).replace(/[^a-z0-9]+/g, '');
}

/** Others that may be the same expense: vendor, day and amount, or a receipt with the same bytes. A warning that names the other one. */
export function findSameExpenses(expense: ComparedExpense, others: readonly ComparedExpense[]): ExpenseDuplicate[] {
  return others.flatMap((other): ExpenseDuplicate[] => {
    if (other.id === null || other.id === expense.id) return [];
    const is_same_receipt = other.receipts.some((hash) => expense.receipts.includes(hash));
    const isSame = vendorKey(other.vendor) === vendorKey(expense.vendor) && other.date === expense.date && other.gross === expense.gross;
    if (!is_same_receipt && !isSame) return [];
    const named = `${other.vendor}, ${sayCents(other.gross)} on ${proseDate(other.date)}, entered by ${other.user_name}`;
    return [
      { id: other.id, is_same_receipt, says: `${is_same_receipt ? 'The same receipt' : 'The same vendor, day and amount'}: ${named}.` },
    ];
  });
}
