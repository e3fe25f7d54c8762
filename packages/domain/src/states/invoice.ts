import { expandRoles, type Role } from '../access/roles.ts';
import { isOverdue } from '../dates/due-date.ts';
import type { LocalDate } from '../dates/local-date.ts';
import { whyPeriodClosed } from '../expenses/expense-rules.ts';
import { type Cents, sayCents, sumCents } from '../money/cents.ts';
import { plural, sayCount, sayList } from '../text/counts.ts';
import type { Reason } from '../values/reason.ts';
import { machine, whyNotMove } from './machine.ts';

export const INVOICE_STATES = ['DRAFT', 'SUBMITTED', 'EDITING', 'WRITTEN_OFF', 'RESTORED', 'DELETED'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

type Person = { id: number; groups: readonly Role[] };

/** What a move asks about. Lines, address, total and date are those of the draft or of the version being edited. */
export type InvoiceFacts = {
  state: InvoiceState;
  who: Person;
  /** Those without an amount of their own, which only say something, need no account and no tax. */
  lines: readonly { has_amount: boolean; account_code: string; tax_type: string }[];
  billing_address: string;
  total: Cents;
  date: LocalDate;
  /** What the law wants on the document and it does not have, in sentences: see invoices/cra-checklist.ts. */
  missing: readonly string[];
  /** The project managers who are still to approve the draft, by name; empty where the setting does not ask for it. */
  waits_for: readonly string[];
  /** The date of the version in force; null before there is one. */
  issued_date: LocalDate | null;
  /** Payments on it, with the credit of the client. */
  allocated: Cents;
  /** Credits for a part of it, which the accounting system gave. */
  credited: Cents;
  balance: Cents;
  /** The retainer of the client after the move, and whether this invoice asks for one. */
  retainer_after: Cents;
  asks_retainer: boolean;
  editor: { id: number; full_name: string } | null;
  number: string | null;
  /** Of a deleted one: how many of its entries are no longer free. */
  taken_entries: number;
  /** The day the act itself counts from; of a version dated later, that day. */
  today: LocalDate;
  closed_through: LocalDate | null;
  reason?: string | null | undefined;
};

const incomplete = (sentence: string): Reason => ({ code: 'INCOMPLETE', sentence });
const needs = (role: Role, { who }: Pick<InvoiceFacts, 'who'>): Reason =>
  expandRoles(who.groups).includes(role) ? null : { code: 'FORBIDDEN', sentence: `Only an ${role} may do this.` };

const isUser = (facts: InvoiceFacts): Reason => needs('Invoices User', facts);
const isAdmin = (facts: InvoiceFacts): Reason => needs('Invoices Admin', facts);

const hasLines = ({ lines }: InvoiceFacts): Reason =>
  lines.some(({ has_amount }) => has_amount) ? null : incomplete('An invoice needs at least one line with an amount.');
const hasCodes = ({ lines }: InvoiceFacts): Reason => {
  const lacking = lines.filter((line) => line.has_amount && (line.account_code === '' || line.tax_type === '')).length;
  return lacking === 0 ? null : incomplete(`Choose the account and the tax type of ${sayCount(lacking, 'line')}.`);
};
const hasAddress = ({ billing_address }: InvoiceFacts): Reason =>
  billing_address.trim() === '' ? incomplete('Enter the billing address of the client.') : null;
const isNotNegative = ({ total }: InvoiceFacts): Reason =>
  total >= 0 ? null : { code: 'INVALID', sentence: `The total is ${sayCents(total)}; an invoice is not below zero.` };
const isLawful = ({ missing }: InvoiceFacts): Reason => (missing.length === 0 ? null : incomplete(missing.join(' ')));
const isApproved = ({ waits_for }: InvoiceFacts): Reason =>
  waits_for.length === 0
    ? null
    : incomplete(`${sayList(waits_for)} ${plural(waits_for.length, 'has', 'have')} still to approve this draft.`);
const isDateOpen = ({ date, closed_through }: InvoiceFacts): Reason => whyPeriodClosed(date, closed_through);
const isIssuedDateOpen = ({ issued_date, closed_through }: InvoiceFacts): Reason =>
  issued_date === null ? null : whyPeriodClosed(issued_date, closed_through);
const isTodayOpen = ({ today, closed_through }: InvoiceFacts): Reason => whyPeriodClosed(today, closed_through);
const coversPayments = ({ total, allocated, credited }: InvoiceFacts): Reason => {
  if (total >= sumCents([allocated, credited])) return null;
  const done = credited === 0 ? 'paid' : allocated === 0 ? 'credited' : 'paid and credited';
  const sentence = `${sayCents(sumCents([allocated, credited]))} has been ${done} on this invoice; its total cannot be ${sayCents(total)}.`;
  return { code: 'CONFLICT', sentence };
};
const leavesRetainer = ({ retainer_after }: InvoiceFacts): Reason => whyRetainerShort(retainer_after);
const nobodyElseEdits = ({ editor, who }: InvoiceFacts): Reason =>
  editor === null || editor.id === who.id ? null : { code: 'LOCKED', sentence: `${editor.full_name} is editing this invoice.` };
const isOwed = ({ balance }: InvoiceFacts): Reason =>
  balance > 0 ? null : { code: 'WRONG_STATE', sentence: 'Nothing is owed on this invoice.' };
const asksNoRetainer = ({ asks_retainer }: InvoiceFacts): Reason =>
  asks_retainer ? { code: 'WRONG_STATE', sentence: 'A retainer nobody paid is not written off: delete the invoice, or edit it.' } : null;
const saysWhy = ({ reason }: InvoiceFacts): Reason =>
  reason?.trim() ? null : { code: 'REASON_NEEDED', sentence: 'Say why this is written off.' };
const isUnpaid = ({ allocated }: InvoiceFacts): Reason =>
  allocated === 0
    ? null
    : { code: 'IN_USE', sentence: `${sayCents(allocated)} has been paid on this invoice; take the payments off it first.` };
const isUncredited = ({ credited }: InvoiceFacts): Reason =>
  credited === 0
    ? null
    : { code: 'IN_USE', sentence: `${sayCents(credited)} has been credited on this invoice; take the credit back first.` };
const wasSubmitted = ({ number }: InvoiceFacts): Reason =>
  number !== null ? null : { code: 'WRONG_STATE', sentence: 'A draft that was deleted does not come back.' };
const isWipFree = ({ taken_entries: n }: InvoiceFacts): Reason => {
  if (n === 0) return null;
  return { code: 'CONFLICT', sentence: `${sayCount(n, 'entry', 'entries')} of this invoice ${plural(n, 'is', 'are')} used elsewhere now.` };
};

const complete = [hasLines, hasCodes, hasAddress, isNotNegative, isLawful, leavesRetainer, isDateOpen];
const inForce = {
  EDITING: [isAdmin, nobodyElseEdits],
  WRITTEN_OFF: [isAdmin, isOwed, asksNoRetainer, saysWhy, isTodayOpen],
  DELETED: [isAdmin, isUnpaid, isUncredited, leavesRetainer, isTodayOpen],
};

/**
 * The life of an invoice. A number is given at the first SUBMITTED and never again. While it is edited the issued version stays in force;
 * giving up the edit is no move (see stateOnDiscard). Paid, partly paid and overdue are derived.
 */
export const INVOICE = machine<InvoiceFacts>()(INVOICE_STATES, {
  DRAFT: { tone: 'info', moves: { SUBMITTED: [isUser, ...complete, isApproved], DELETED: [isUser] } },
  SUBMITTED: { tone: 'success', moves: inForce },
  EDITING: { tone: 'warning', moves: { SUBMITTED: [isAdmin, nobodyElseEdits, ...complete, isIssuedDateOpen, coversPayments] } },
  WRITTEN_OFF: { tone: 'muted', moves: { RESTORED: [isAdmin, isTodayOpen] } },
  RESTORED: { tone: 'success', moves: inForce },
  DELETED: { tone: 'error', moves: { RESTORED: [isAdmin, wasSubmitted, isWipFree, leavesRetainer, isTodayOpen] } },
});

/** May this person do that with the invoice? Who asks to edit what somebody else is editing is told so. */
export function whyNotMoveInvoice(to: InvoiceState, facts: InvoiceFacts): Reason {
  if (to === 'EDITING' && facts.state === to) return nobodyElseEdits(facts);
  return whyNotMove(INVOICE, facts.state, to, facts);
}

/** The edit may be given up by whoever makes it, and by any other Invoices Admin: somebody may have left it open. */
export function whyNotDiscard(facts: Pick<InvoiceFacts, 'state' | 'who'>): Reason {
  if (facts.state !== 'EDITING') return { code: 'WRONG_STATE', sentence: 'This invoice is not being edited.' };
  return needs('Invoices Admin', facts);
}

/** The state it had when the edit began. */
export function stateOnDiscard(edited_from: InvoiceState): InvoiceState {
  return edited_from === 'RESTORED' ? 'RESTORED' : 'SUBMITTED';
}

type CreditedInvoice = Pick<InvoiceFacts, 'state' | 'balance' | 'asks_retainer'>;
/** May a part of what is owed be credited? The whole of it is written off instead. */
export function whyNotCredit(invoice: CreditedInvoice, amount: Cents): Reason {
  if (!isPayable(invoice.state)) return { code: 'WRONG_STATE', sentence: 'Only an invoice that was sent and is in force is credited.' };
  if (invoice.asks_retainer) {
    return { code: 'WRONG_STATE', sentence: 'A retainer nobody paid is not credited: delete the invoice, or edit it.' };
  }
  if (amount <= invoice.balance) return null;
  const sentence = `The credit is ${sayCents(amount)} and only ${sayCents(invoice.balance)} is owed here. Take a payment off the invoice first; it is the client's credit then.`;
  return { code: 'CONFLICT', sentence };
}

/** A credit is taken back while the invoice is in force: a written-off one is restored first. */
export function whyNotReverseCredit({ state, is_reversed }: { state: InvoiceState; is_reversed: boolean }): Reason {
  if (is_reversed) return { code: 'CONFLICT', sentence: 'This credit has been taken back already.' };
  return isPayable(state) ? null : { code: 'WRONG_STATE', sentence: 'Restore the invoice first; then the credit is taken back.' };
}

/** May this person approve the draft? A fact beside the state. */
export function whyNotApproveDraft({ state, managers }: { state: InvoiceState; managers: readonly number[] }, who: Person): Reason {
  if (state !== 'DRAFT') return { code: 'WRONG_STATE', sentence: 'Only a draft is approved.' };
  if (managers.includes(who.id) || expandRoles(who.groups).includes('Jobs Admin')) return null;
  return { code: 'FORBIDDEN', sentence: 'Only the project managers of its jobs and Jobs Admins approve a draft.' };
}

/** A retainer is drawn down to nothing, and never below. `after` is what would be left. */
export function whyRetainerShort(after: Cents): Reason {
  if (after >= 0) return null;
  return { code: 'CONFLICT', sentence: `The retainer of this client is ${sayCents(-after)} short.` };
}

/** Somebody is still writing on it: it keeps a job from being closed. */
export function isOpenInvoice(state: InvoiceState): boolean {
  return state === 'DRAFT' || state === 'EDITING';
}

/** The client owes what it says, and payments are taken on it. While it is edited the issued version counts. */
export function isPayable(state: InvoiceState): boolean {
  return state === 'SUBMITTED' || state === 'EDITING' || state === 'RESTORED';
}

/** It stands in the books: what it says was earned and taxed, though a write-off may have given up the money. */
export function isPosted(state: InvoiceState): boolean {
  return isPayable(state) || state === 'WRITTEN_OFF';
}

/** Only the version in force is mailed. */
export function whyNotMailInvoice(state: InvoiceState): Reason {
  if (isPosted(state)) return null;
  const sentence =
    state === 'DRAFT' ? 'Submit the invoice first: only what was submitted is mailed.' : 'This invoice is void; it is not mailed.';
  return { code: 'WRONG_STATE', sentence };
}

export const SETTLEMENTS = ['none', 'unpaid', 'partly paid', 'paid'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];
type Owed = { state: InvoiceState; balance: Cents; due_date: LocalDate | null };

/** Derived, never stored. Drafts, void and written-off ones are none of these. */
export function settlementOf({ state, allocated, balance }: Omit<Owed, 'due_date'> & { allocated: Cents }): Settlement {
  if (!isPayable(state)) return 'none';
  if (balance === 0) return 'paid';
  return allocated > 0 ? 'partly paid' : 'unpaid';
}

/** Owed after its due date. The day itself is still in time. */
export function isInvoiceOverdue({ state, balance, due_date }: Owed, today: LocalDate): boolean {
  return isPayable(state) && balance > 0 && isOverdue(due_date, today);
}
