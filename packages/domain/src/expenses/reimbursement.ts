import { type Cents, sumCents } from '../money/cents.ts';
import type { Approver } from '../states/approver.ts';
import { type ExpenseFacts, whyNotReimburse, whyPaidBack } from '../states/expense.ts';
import type { Reason } from '../values/reason.ts';

type Owed = ExpenseFacts & { id: number; gross: Cents };

/** What one person gets: one document each. */
export type PersonReimbursement<E> = { user: number; expenses: E[]; total: Cents };

/** The chosen expenses by person, in the order of the people; what the firm owes each is what they paid. */
export function groupByPerson<E extends Owed>(expenses: readonly E[]): PersonReimbursement<E>[] {
  return [...Map.groupBy(expenses, ({ user }) => user)]
    .map(([user, group]) => ({ user, expenses: group, total: sumCents(group.map(({ gross }) => gross)) }))
    .toSorted((a, b) => a.user - b.user);
}

/** May all of these be paid back in one run? The first that may not be refuses the run: it happens as a whole or not at all. */
export function whyNotRun(expenses: readonly Owed[], who: Pick<Approver, 'groups'>): Reason {
  if (expenses.length === 0) return { code: 'INVALID', sentence: 'Choose what is paid back.' };
  for (const expense of expenses) {
    const why = whyPaidBack(expense) ? PAID : whyNotReimburse(expense, who);
    if (why) return why;
  }
  return groupByPerson(expenses).some(({ total }) => total < 0) ? BELOW_ZERO : null;
}

const PAID: Reason = { code: 'CONFLICT', sentence: 'One of these has been reimbursed meanwhile; choose again.' };
const BELOW_ZERO: Reason = { code: 'INVALID', sentence: 'Refunds come to more than what one of these people is owed.' };
