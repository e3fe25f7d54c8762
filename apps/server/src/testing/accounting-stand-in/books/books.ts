import type { Day } from './days.ts';
import { type Account, SEED_ACCOUNTS, SEED_TAX_RATES, SEED_TRACKING, type TaxRate, type TrackingCategory } from './seed.ts';
import { type Journal, Table } from './table.ts';

export type Contact = {
  id: string;
  number: string;
  name: string;
  status: 'ACTIVE' | 'ARCHIVED';
  mergedTo: string | null;
  /** Everything else that was sent, as it was sent. */
  rest: Record<string, unknown>;
  updated: number;
};

export type Tracking = { Name: string; Option: string; TrackingCategoryID: string; TrackingOptionID: string };

export type Line = {
  id: string;
  description: string;
  quantity: number;
  unitAmount: number;
  discountRate: number | undefined;
  discountAmount: number | undefined;
  accountCode: string | undefined;
  taxType: string | undefined;
  tracking: Tracking[];
  /** Cents. */
  amount: number;
  tax: number;
};

/** PAID is not kept: it follows from what is allocated. */
export type Status = 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'VOIDED' | 'DELETED';
export type Kind = 'invoice' | 'credit note';
export type LineAmountTypes = 'Exclusive' | 'Inclusive' | 'NoTax';

/** An invoice or a credit note. */
export type Document = {
  id: string;
  kind: Kind;
  type: 'ACCREC' | 'ACCPAY' | 'ACCRECCREDIT' | 'ACCPAYCREDIT';
  number: string;
  contact: string;
  date: Day;
  due: Day | null;
  reference: string;
  url: string;
  isSent: boolean;
  lineAmountTypes: LineAmountTypes;
  status: Status;
  lines: Line[];
  files: ReadonlyMap<string, { mime_type: string; sha256: string; bytes: number }>;
  updated: number;
};

export type Payment = {
  id: string;
  on: { kind: Kind | 'overpayment'; id: string };
  account: string;
  date: Day;
  /** Cents. */
  amount: number;
  reference: string;
  isReconciled: boolean;
  isDeleted: boolean;
  updated: number;
};

/** An overpayment and the bank transaction that made it: two ids, one thing. */
export type Overpayment = {
  id: string;
  bankTransaction: string;
  contact: string;
  account: string;
  date: Day;
  /** Cents. */
  amount: number;
  description: string;
  reference: string;
  isReconciled: boolean;
  isDeleted: boolean;
  updated: number;
};

export type Allocation = {
  id: string;
  from: { kind: 'credit note' | 'overpayment'; id: string };
  invoice: string;
  /** Cents. */
  amount: number;
  date: Day;
};

export type ChangeNoun = 'INVOICE' | 'CONTACT' | 'CREDITNOTE';
export type Change = { noun: ChangeNoun; type: 'CREATE' | 'UPDATE'; id: string };

/** All that one organisation keeps. */
export type Books = {
  now: () => number;
  accounts: Account[];
  taxRates: TaxRate[];
  tracking: TrackingCategory[];
  /** Nothing dated on or before it may be written. */
  lockDate: Day | null;
  contacts: Table<Contact>;
  documents: Table<Document, 'number'>;
  payments: Table<Payment, 'on'>;
  overpayments: Table<Overpayment>;
  allocations: Table<Allocation, 'invoice' | 'source'>;
  /** How to take back what is being written. */
  journal: Journal;
  /** What has changed and has not been told to anybody yet. */
  changes: Change[];
};

export function openBooks(now: () => number): Books {
  const journal: Journal = { steps: [], depth: 0 };
  return {
    now,
    ...structuredClone({ accounts: SEED_ACCOUNTS, taxRates: SEED_TAX_RATES, tracking: SEED_TRACKING }),
    lockDate: null,
    contacts: new Table(journal, {}),
    documents: new Table(journal, { number: ({ number }) => number.toLowerCase() }),
    payments: new Table(journal, { on: ({ on }) => on.id }),
    overpayments: new Table(journal, {}),
    allocations: new Table(journal, { invoice: ({ invoice }) => invoice, source: ({ from }) => from.id }),
    journal,
    changes: [],
  };
}

/** Does all of it or, where it throws, nothing. One may stand within another. */
export function allOrNothing<T>(books: Books, work: () => T): T {
  const { journal, changes } = books;
  const [written, told] = [journal.steps.length, changes.length];
  journal.depth += 1;
  try {
    return work();
  } catch (error) {
    while (journal.steps.length > written) journal.steps.pop()!();
    changes.length = told;
    throw error;
  } finally {
    journal.depth -= 1;
    if (journal.depth === 0) journal.steps.length = 0;
  }
}

const sum = (amounts: Iterable<{ amount: number }>): number => [...amounts].reduce((total, { amount }) => total + amount, 0);

export function totalsOf({ lines, lineAmountTypes }: Document): { subTotal: number; tax: number; total: number } {
  const amount = sum(lines);
  const tax = lines.reduce((total, line) => total + line.tax, 0);
  const subTotal = lineAmountTypes === 'Inclusive' ? amount - tax : amount;
  return { subTotal, tax, total: subTotal + tax };
}

export function paymentsOn(books: Books, id: string): Payment[] {
  return books.payments.in('on', id).filter(({ isDeleted }) => !isDeleted);
}

export const allocationsTo = (books: Books, invoice: string) => books.allocations.in('invoice', invoice);
export const allocationsOf = (books: Books, source: string) => books.allocations.in('source', source);

/** What is paid, credited and still due of an invoice. */
export function settlementOf(books: Books, invoice: Document): { paid: number; credited: number; due: number } {
  const paid = sum(paymentsOn(books, invoice.id));
  const credited = sum(allocationsTo(books, invoice.id));
  const counts = invoice.status !== 'VOIDED' && invoice.status !== 'DELETED';
  return { paid, credited, due: counts ? totalsOf(invoice).total - paid - credited : 0 };
}

/** What is left of a credit note or an overpayment. */
export function remainingOf(books: Books, source: Document | Overpayment): number {
  const whole = 'kind' in source ? totalsOf(source).total : source.amount;
  const isGone = 'kind' in source ? source.status === 'VOIDED' || source.status === 'DELETED' : source.isDeleted;
  return isGone ? 0 : whole - sum(allocationsOf(books, source.id)) - sum(paymentsOn(books, source.id));
}

export function statusOf(books: Books, document: Document): Status | 'PAID' {
  if (document.status !== 'AUTHORISED') return document.status;
  const open = document.kind === 'invoice' ? settlementOf(books, document).due : remainingOf(books, document);
  return open === 0 ? 'PAID' : 'AUTHORISED';
}

/** Keeps a document or contact as changed now. Records are replaced, never written into, so that `allOrNothing` can go back. */
export function touch<T extends Document | Contact>(books: Books, record: T, type: Change['type'] = 'UPDATE'): T {
  const kept = { ...record, updated: books.now() };
  if ('kind' in kept) books.documents.set(kept);
  else books.contacts.set(kept as Contact);
  const noun = 'kind' in kept ? (kept.kind === 'invoice' ? 'INVOICE' : 'CREDITNOTE') : 'CONTACT';
  books.changes.push({ noun, type, id: kept.id });
  return kept;
}

/** A payment or allocation changes what it is on, and where it comes from. Overpayments are told to nobody. */
export function touchMoney(books: Books, record: Document | Overpayment): void {
  if ('kind' in record) touch(books, record);
  else books.overpayments.set({ ...record, updated: books.now() });
}
