import type { Day } from './days.ts';
import { type Account, SEED_ACCOUNTS, SEED_TAX_RATES, SEED_TRACKING, type TaxRate, type TrackingCategory } from './seed.ts';

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
  contacts: Map<string, Contact>;
  documents: Map<string, Document>;
  payments: Map<string, Payment>;
  overpayments: Map<string, Overpayment>;
  allocations: Map<string, Allocation>;
  /** What has changed and has not been told to anybody yet. */
  changes: Change[];
};

export function openBooks(now: () => number): Books {
  return {
    now,
    ...structuredClone({ accounts: SEED_ACCOUNTS, taxRates: SEED_TAX_RATES, tracking: SEED_TRACKING }),
    lockDate: null,
    contacts: new Map(),
    documents: new Map(),
    payments: new Map(),
    overpayments: new Map(),
    allocations: new Map(),
    changes: [],
  };
}

/** Does all of it or, where it throws, nothing. */
export function allOrNothing<T>(books: Books, work: () => T): T {
  const { contacts, documents, payments, overpayments, allocations, changes } = books;
  const before = {
    contacts: new Map(contacts),
    documents: new Map(documents),
    payments: new Map(payments),
    overpayments: new Map(overpayments),
    allocations: new Map(allocations),
    changes: [...changes],
  };
  try {
    return work();
  } catch (error) {
    Object.assign(books, before);
    throw error;
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
  return [...books.payments.values()].filter(({ on, isDeleted }) => on.id === id && !isDeleted);
}

export const allocationsTo = (books: Books, invoice: string) => [...books.allocations.values()].filter((one) => one.invoice === invoice);
export const allocationsOf = (books: Books, source: string) => [...books.allocations.values()].filter(({ from }) => from.id === source);

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
  if ('kind' in kept) books.documents.set(kept.id, kept);
  else books.contacts.set(kept.id, kept as Contact);
  const noun = 'kind' in kept ? (kept.kind === 'invoice' ? 'INVOICE' : 'CREDITNOTE') : 'CONTACT';
  books.changes.push({ noun, type, id: kept.id });
  return kept;
}

/** A payment or allocation changes what it is on, and where it comes from. Overpayments are told to nobody. */
export function touchMoney(books: Books, record: Document | Overpayment): void {
  if ('kind' in record) touch(books, record);
  else books.overpayments.set(record.id, { ...record, updated: books.now() });
}
