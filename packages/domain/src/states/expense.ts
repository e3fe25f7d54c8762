import type { Reason } from '../values/reason.ts';
import { type Approver, EXPENSES, whyNotAdminOf, whyNotApproveFor, whyNotOwn, whyNotReturn } from './approver.ts';
import { machine, type Tone, whyNotMove } from './machine.ts';
import { isFreeWip, WIP, WIP_STATES, type WipState } from './wip.ts';

/**
 * Three facts of an expense that do not depend on each other: whether it is approved, whether its person gets money back, and whether
 * the client pays for it.
 */
export const APPROVAL_STATES = ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
export const REIMBURSEMENT_STATES = ['not applicable', 'owed', 'reimbursed'] as const;
export type ReimbursementState = (typeof REIMBURSEMENT_STATES)[number];
export const BILLING_STATES = ['not billable', 'unbilled', 'on invoice', 'billed', 'written off'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

export type ExpenseFacts = {
  user: number;
  approval: ApprovalState;
  reimbursement: ReimbursementState;
  is_billable: boolean;
  wip_state: WipState;
};
type ApprovalFacts = { expense: ExpenseFacts; who: Approver; comment?: string | null | undefined; why_not_ready?: Reason };

const isTheirs = ({ expense, who }: ApprovalFacts): Reason => whyNotOwn(expense.user, who, EXPENSES);
const isReady = ({ why_not_ready }: ApprovalFacts): Reason => why_not_ready ?? null;
const mayApprove = ({ expense, who }: ApprovalFacts): Reason => whyNotApproveFor(expense.user, who, EXPENSES);
const mayReject = ({ expense, who, comment }: ApprovalFacts): Reason =>
  mayApprove({ expense, who }) ?? whyNotReturn(expense.user, who, EXPENSES, comment);
const isNotPaid = ({ expense }: ApprovalFacts): Reason => whyPaidBack(expense);
const isNotTaken = ({ expense }: ApprovalFacts): Reason =>
  isFreeWip(expense.wip_state) ? null : { code: 'LOCKED', sentence: 'This expense is on an invoice or written off.' };

/** A rejected expense goes back to its person, who mends it and submits it again; an approval is taken back until it is paid out or on an invoice. */
export const APPROVAL = machine<ApprovalFacts>()(APPROVAL_STATES, {
  DRAFT: { tone: 'info', moves: { SUBMITTED: [isTheirs, isReady] } },
  SUBMITTED: { tone: 'warning', moves: { DRAFT: [isTheirs], APPROVED: [mayApprove], REJECTED: [mayReject] } },
  APPROVED: { tone: 'success', moves: { SUBMITTED: [mayApprove, isNotPaid, isNotTaken] } },
  REJECTED: { tone: 'error', moves: { DRAFT: [isTheirs], SUBMITTED: [isTheirs, isReady] } },
});

export function whyNotMoveApproval(to: ApprovalState, facts: ApprovalFacts): Reason {
  return whyNotMove(APPROVAL, facts.expense.approval, to, facts);
}

/** Its person may still write on it. */
export function isOpenExpense({ approval }: Pick<ExpenseFacts, 'approval'>): boolean {
  return approval === 'DRAFT' || approval === 'REJECTED';
}

type PayFacts = { expense: ExpenseFacts; who: Pick<Approver, 'groups'> };
const isAdmin = ({ who }: PayFacts): Reason => whyNotAdminOf(who, EXPENSES);
const isApproved = ({ expense }: PayFacts): Reason =>
  expense.approval === 'APPROVED'
    ? null
    : { code: 'WRONG_STATE', sentence: `This expense is ${expense.approval}; it is paid back once approved.` };

/** What is owed and what is not applicable follows from who paid; see reimbursementFor. A run that was wrong is reversed. */
export const REIMBURSEMENT = machine<PayFacts>()(REIMBURSEMENT_STATES, {
  'not applicable': { tone: 'muted', moves: { owed: [] } },
  owed: { tone: 'warning', moves: { 'not applicable': [], reimbursed: [isAdmin, isApproved] } },
  reimbursed: { tone: 'success', moves: { owed: [isAdmin] } },
});

export function whyNotReimburse(expense: ExpenseFacts, who: Pick<Approver, 'groups'>): Reason {
  if (expense.reimbursement === 'not applicable') return { code: 'WRONG_STATE', sentence: 'The firm paid this expense; nothing is owed.' };
  return whyNotMove(REIMBURSEMENT, expense.reimbursement, 'reimbursed', { expense, who });
}

export function whyNotReverseReimbursement(expense: ExpenseFacts, who: Pick<Approver, 'groups'>): Reason {
  if (expense.reimbursement !== 'reimbursed') return { code: 'WRONG_STATE', sentence: 'This expense has not been reimbursed.' };
  return whyNotMove(REIMBURSEMENT, expense.reimbursement, 'owed', { expense, who });
}

/** Somebody's own money is owed to them; the firm's account was the firm's. An account without a code is Awaiting Payment. */
export function reimbursementFor(paid_from: string | null): ReimbursementState {
  return paid_from === null ? 'owed' : 'not applicable';
}

export function whyPaidBack({ reimbursement }: Pick<ExpenseFacts, 'reimbursement'>): Reason {
  return reimbursement === 'reimbursed' ? { code: 'LOCKED', sentence: 'This expense has been reimbursed; reverse that first.' } : null;
}

const BILLING: Record<WipState, BillingState> = {
  UNBILLED: 'unbilled',
  HOLD: 'unbilled',
  CLAIMED: 'on invoice',
  BILLED: 'billed',
  WRITTEN_OFF: 'written off',
};

/** How the client pays is the state of its WIP, in the words of an expense: one machine moves time and expenses alike. */
export function billingOf({ is_billable, wip_state }: Pick<ExpenseFacts, 'is_billable' | 'wip_state'>): BillingState {
  return is_billable ? BILLING[wip_state] : 'not billable';
}

/** The colour of each word for how the client pays. */
export const BILLING_TONES: Record<BillingState, Tone> = {
  'not billable': 'muted',
  unbilled: WIP.rows.UNBILLED.tone,
  'on invoice': WIP.rows.CLAIMED.tone,
  billed: WIP.rows.BILLED.tone,
  'written off': WIP.rows.WRITTEN_OFF.tone,
};

/** The states of the WIP behind the words of an expense; what is held reads as unbilled. */
export function wipStatesOf(billing: BillingState): WipState[] {
  return WIP_STATES.filter((state) => BILLING[state] === billing);
}

/** One of these states, for rules that ask whether the work is free: what is held is as free as what is unbilled. */
export function wipStateOf(billing: BillingState): WipState {
  return wipStatesOf(billing)[0] ?? 'UNBILLED';
}
