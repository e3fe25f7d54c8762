import { randomUUID } from 'node:crypto';
import { Refusal, refuseFor, refuseIf } from '../calls/refusal.ts';
import type { CreditNoteInput, InvoiceInput } from '../calls/wire-input.ts';
import { allocationsOf, allocationsTo, type Books, type Document, type Kind, paymentsOn, type Status, totalsOf, touch } from './books.ts';
import { useContact } from './contacts.ts';
import { type Day, dayOf, readDay } from './days.ts';
import { type LineRules, readLines } from './lines.ts';

export const HAS_ALLOCATIONS = 'This document cannot be edited as it has a payment or credit note allocated to it';
const WRONG_STATUS = 'Invoice not of valid status for modification';
const MAX_NUMBER = 255;

const MAY_BECOME: Record<Status, readonly Status[]> = {
  DRAFT: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  SUBMITTED: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  AUTHORISED: ['AUTHORISED', 'VOIDED'],
  VOIDED: [],
  DELETED: [],
};

/** An invoice or a credit note as it was sent, under names they share. */
export type DocumentInput = Omit<
  InvoiceInput & CreditNoteInput,
  'Type' | 'InvoiceID' | 'CreditNoteID' | 'InvoiceNumber' | 'CreditNoteNumber'
> & {
  id: string | undefined;
  number: string | undefined;
  Type: Document['type'] | undefined;
};

export function asDocumentInput(sent: InvoiceInput | CreditNoteInput): DocumentInput {
  const { InvoiceID, CreditNoteID, InvoiceNumber, CreditNoteNumber, Type, ...rest } = sent as InvoiceInput & CreditNoteInput;
  return { ...rest, Type, id: InvoiceID ?? CreditNoteID, number: InvoiceNumber ?? CreditNoteNumber };
}

/** Nothing is written in a closed period. */
export function refuseLocked(books: Books, ...days: (Day | undefined)[]): void {
  const isLocked = days.some((day) => day !== undefined && books.lockDate !== null && day <= books.lockDate);
  refuseIf(isLocked, `The document date cannot be before the period lock date ${books.lockDate}`);
}

/** By id or number; a number that was taken by a voided one finds the voided one. */
export function findDocument(books: Books, kind: Kind, idOrNumber: string): Document | undefined {
  const asked = idOrNumber.toLowerCase();
  const byId = books.documents.get(asked);
  if (byId?.kind === kind) return byId;
  return books.documents.in('number', asked).find((one) => one.kind === kind && isForSale(one));
}

const isForSale = ({ type }: Pick<Document, 'type'>) => type === 'ACCREC' || type === 'ACCRECCREDIT';

export type SaveHow = { mayUpdate: boolean; unitPlaces: 2 | 4 };

/** PUT makes a document; POST changes the one with this id or number, or makes one. */
export function saveDocument(books: Books, kind: Kind, sent: DocumentInput, { mayUpdate, unitPlaces }: SaveHow): Document {
  const asked = mayUpdate ? (sent.id ?? sent.number) : undefined;
  const known = asked === undefined ? undefined : findDocument(books, kind, asked);
  refuseIf(sent.id !== undefined && !known, `There is no ${kind} ${sent.id} to change.`);
  refuseIf(sent.Status === 'PAID', 'The status PAID follows from payments and cannot be set.');
  const document = known ? changedDocument(books, known, sent, unitPlaces) : newDocument(books, kind, sent, unitPlaces);
  return touch(books, document, known ? 'UPDATE' : 'CREATE');
}

function newDocument(books: Books, kind: Kind, sent: DocumentInput, unitPlaces: 2 | 4): Document {
  const status = (sent.Status ?? 'DRAFT') as Status;
  refuseIf(sent.Type === undefined, 'The Type of the document must be given.');
  refuseIf(status === 'VOIDED' || status === 'DELETED', `A new document cannot be ${status}.`);
  refuseIf((sent.LineItems?.length ?? 0) === 0, 'One or more line items must be specified');
  const blank: Document = {
    id: randomUUID(),
    kind,
    type: sent.Type!,
    number: sent.number ?? nextNumber(books, kind),
    contact: '',
    date: dayOf(books.now()),
    due: null,
    reference: '',
    url: '',
    isSent: false,
    lineAmountTypes: 'Exclusive',
    status,
    lines: [],
    files: new Map(),
    updated: 0,
  };
  return filled(books, blank, sent, unitPlaces);
}

function changedDocument(books: Books, known: Document, sent: DocumentInput, unitPlaces: 2 | 4): Document {
  const status = (sent.Status ?? known.status) as Status;
  refuseIf(hasAllocations(books, known), HAS_ALLOCATIONS);
  refuseIf(!MAY_BECOME[known.status].includes(status), WRONG_STATUS);
  refuseIf(sent.Type !== undefined && sent.Type !== known.type, 'The Type of a document cannot be changed.');
  refuseLocked(books, known.date);
  // What goes away is not edited on the way: only its status counts.
  if (status === 'VOIDED' || status === 'DELETED') return { ...known, status };
  return filled(books, { ...known, status }, sent, unitPlaces);
}

export function hasAllocations(books: Books, { id }: { id: string }): boolean {
  return paymentsOn(books, id).length > 0 || allocationsTo(books, id).length > 0 || allocationsOf(books, id).length > 0;
}

/** The document with what was sent, or all that is wrong with it. */
function filled(books: Books, before: Document, sent: DocumentInput, unitPlaces: 2 | 4): Document {
  const contact = before.contact === '' || sent.Contact ? useContact(books, sent.Contact).id : before.contact;
  const after: Document = {
    ...before,
    contact,
    number: sent.number ?? before.number,
    date: sent.Date === undefined ? before.date : readDay(sent.Date, 'Date'),
    due: sent.DueDate === undefined ? before.due : readDay(sent.DueDate, 'DueDate'),
    reference: sent.Reference ?? before.reference,
    url: sent.Url ?? before.url,
    isSent: sent.SentToContact ?? before.isSent,
    lineAmountTypes: sent.LineAmountTypes ?? before.lineAmountTypes,
  };
  refuseLocked(books, after.date);
  const problems = problemsOf(books, after);
  const changesTax = after.lineAmountTypes !== before.lineAmountTypes;
  if (sent.LineItems) {
    const read = readLines(books, sent.LineItems, rulesOf(after, before, unitPlaces));
    after.lines = read.lines;
    problems.push(...read.problems);
  } else if (changesTax) problems.push('LineAmountTypes can be changed only with the line items.');
  if (after.lines.length === 0) problems.push('One or more line items must be specified');
  if (totalsOf(after).total < 0) problems.push('The document total cannot be negative.');
  refuseFor(problems);
  return after;
}

const rulesOf = (after: Document, before: Document, unitPlaces: 2 | 4): LineRules => ({
  isSale: isForSale(after),
  status: after.status,
  lineAmountTypes: after.lineAmountTypes,
  unitPlaces,
  known: before.lines,
});

function problemsOf(books: Books, document: Document): string[] {
  const { kind, status, due, date, url } = document;
  const problems: string[] = [];
  if (document.number === '' || document.number.length > MAX_NUMBER) problems.push(`The number must have 1 to ${MAX_NUMBER} characters.`);
  if (isTaken(books, document)) problems.push(kind === 'invoice' ? 'Invoice # must be unique.' : 'Credit note # must be unique.');
  if (kind === 'invoice' && status === 'AUTHORISED' && due === null) problems.push('The DueDate of an approved invoice must be given.');
  if (due !== null && due < date) problems.push('The DueDate cannot be before the Date.');
  if (url !== '' && !URL.canParse(url)) problems.push('The Url is not a complete address.');
  if (document.isSent && status !== 'AUTHORISED') problems.push('SentToContact can be set only on an approved document.');
  if (document.type === 'ACCPAY' && document.reference !== '') problems.push('Reference is for sales invoices only.');
  return problems;
}

/** The number of a voided or deleted sale stays taken; those of bills may stand twice. */
function isTaken(books: Books, { id, kind, type, number }: Document): boolean {
  if (!isForSale({ type })) return false;
  const other = findDocument(books, kind, number);
  return other !== undefined && other.id !== id && other.number.toLowerCase() === number.toLowerCase();
}

function nextNumber(books: Books, kind: Kind): string {
  const prefix = kind === 'invoice' ? 'INV' : 'CN';
  let count = [...books.documents.values()].filter((one) => one.kind === kind).length;
  for (;;) {
    count += 1;
    const number = `${prefix}-${String(count).padStart(4, '0')}`;
    if (!findDocument(books, kind, number)) return number;
  }
}

/** The invoice that a payment or allocation goes to: approved, and with so much due. */
export function findOpenInvoice(books: Books, idOrNumber: string | undefined): Document {
  const invoice = idOrNumber === undefined ? undefined : findDocument(books, 'invoice', idOrNumber);
  if (!invoice) throw new Refusal(['Invoice could not be found']);
  refuseIf(invoice.status !== 'AUTHORISED', 'Payments can only be made against Authorised documents');
  return invoice;
}
