import { expandRoles, type Role } from '../access/roles.ts';
import type { LocalDate } from '../dates/local-date.ts';
import { whyPeriodClosed } from '../expenses/expense-rules.ts';
import type { Reason } from '../values/reason.ts';
import { machine, whyNotMove } from './machine.ts';
import { isThere, type UploadStatus } from './upload.ts';

export const DEPOSIT_STATES = ['OPEN', 'DEPOSITED'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

export type DepositFacts = {
  state: DepositState;
  who: { groups: readonly Role[] };
  date: LocalDate;
  closed_through: LocalDate | null;
  upload_status: UploadStatus;
  /** What keeps its payments from the bank: see payments/deposit.ts. */
  why_not_ready: Reason;
  /** Payments in it that the bank has sent back. */
  returned: number;
};

/** Payments and deposits are made by those who handle the money. */
export function whyNotPaymentsAdmin({ groups }: { groups: readonly Role[] }): Reason {
  return expandRoles(groups).includes('Payments Admin') ? null : { code: 'FORBIDDEN', sentence: 'Only a Payments Admin may do this.' };
}

const isAdmin = ({ who }: DepositFacts): Reason => whyNotPaymentsAdmin(who);
const isReady = ({ why_not_ready }: DepositFacts): Reason => why_not_ready;
const isDateOpen = ({ date, closed_through }: DepositFacts): Reason => whyPeriodClosed(date, closed_through);
const isNotUploaded = ({ upload_status }: DepositFacts): Reason =>
  isThere(upload_status)
    ? { code: 'ALREADY_UPLOADED', sentence: 'The accounting system has this deposit; it is not undone any more.' }
    : null;
const hasNoReturns = ({ returned }: DepositFacts): Reason =>
  returned === 0 ? null : { code: 'IN_USE', sentence: 'The bank has sent back a payment of this deposit; it is not undone any more.' };

/** A deposit is put together, and taken to the bank. That can be undone until the accounting system knows of it. */
export const DEPOSIT = machine<DepositFacts>()(DEPOSIT_STATES, {
  OPEN: { tone: 'info', moves: { DEPOSITED: [isAdmin, isReady, isDateOpen] } },
  DEPOSITED: { tone: 'success', moves: { OPEN: [isAdmin, isNotUploaded, hasNoReturns, isDateOpen] } },
});

export function whyNotMoveDeposit(to: DepositState, facts: DepositFacts): Reason {
  // What stays where it is would be posted twice.
  if (facts.state === to) return { code: 'WRONG_STATE', sentence: `This deposit is ${to} already.` };
  return whyNotMove(DEPOSIT, facts.state, to, facts);
}

/** Payments are ticked and unticked while it is open. */
export function isOpenDeposit(state: DepositState): boolean {
  return state === 'OPEN';
}
