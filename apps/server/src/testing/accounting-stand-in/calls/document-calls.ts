import { type Books, type Document, type Kind, statusOf } from '../books/books.ts';
import { asDocumentInput, findDocument, saveDocument } from '../books/documents.ts';
import { allocationCalls } from './allocation-calls.ts';
import { type ApiCall, found, notAllowed, saveEach, showList, unitPlaces, withPathId, wrapped } from './api-call.ts';
import { attachmentCalls } from './attachment-calls.ts';
import type { ListOf } from './lists.ts';
import { type Answer, notFound } from './refusal.ts';
import { type ShowLines, showCreditNote, showInvoice } from './show.ts';
import { CreditNoteInput, InvoiceInput, readInput } from './wire-input.ts';

type DocumentNoun = { kind: Kind; name: string; id: string; number: string; numbers: string };
export const INVOICES: DocumentNoun = {
  kind: 'invoice',
  name: 'Invoices',
  id: 'InvoiceID',
  number: 'InvoiceNumber',
  numbers: 'InvoiceNumbers',
};
export const CREDIT_NOTES: DocumentNoun = {
  kind: 'credit note',
  name: 'CreditNotes',
  id: 'CreditNoteID',
  number: 'CreditNoteNumber',
  numbers: 'CreditNoteNumbers',
};

const showOne = (books: Books, one: Document, lines: ShowLines) =>
  one.kind === 'invoice' ? showInvoice(books, one, lines) : showCreditNote(books, one, lines);

function documentList(books: Books, noun: DocumentNoun): ListOf<Document> {
  const status = (one: Document) => statusOf(books, one);
  const contact = (one: Document) => one.contact;
  return {
    records: [...books.documents.values()].filter(({ kind }) => kind === noun.kind),
    updated: ({ updated }) => updated,
    fields: new Map([
      [noun.id, ({ id }) => id],
      [noun.number, ({ number }) => number],
      ['Reference', ({ reference }) => reference],
      ['Type', ({ type }) => type],
      ['Status', status],
      ['Contact.ContactID', contact],
    ]),
    oneOf: new Map([
      ['IDs', ({ id }) => id],
      [noun.numbers, ({ number }) => number],
      ['Statuses', status],
      ['ContactIDs', contact],
    ]),
  };
}

function saveDocuments(call: ApiCall, noun: DocumentNoun): Answer {
  const how = { mayUpdate: call.method === 'POST', unitPlaces: unitPlaces(call.query) };
  const save = (sent: unknown) => {
    const whole = withPathId(sent, noun.id, call.path[0]);
    const read = noun.kind === 'invoice' ? readInput(InvoiceInput, whole, 'Invoice') : readInput(CreditNoteInput, whole, 'CreditNote');
    return saveDocument(call.books, noun.kind, asDocumentInput(read), how);
  };
  return saveEach(call, noun.name, save, (saved) => showOne(call.books, saved, how.unitPlaces));
}

export function documentCalls(call: ApiCall, noun: DocumentNoun): Answer {
  const { books, method, path } = call;
  const [idOrNumber, part] = path;
  if (part === 'Allocations' && noun.kind === 'credit note')
    return allocationCalls(call, found(findDocument(books, noun.kind, idOrNumber!), `credit note ${idOrNumber}`));
  if (part === 'Attachments' && noun.kind === 'invoice')
    return attachmentCalls(call, found(findDocument(books, noun.kind, idOrNumber!), `invoice ${idOrNumber}`));
  if (part !== undefined) throw notFound(part);
  if (method === 'PUT' && idOrNumber === undefined) return saveDocuments(call, noun);
  if (method === 'POST') return saveDocuments(call, noun);
  if (method !== 'GET') throw notAllowed(method);
  if (idOrNumber === undefined) return showList(call, noun.name, documentList(books, noun), (one, lines) => showOne(books, one, lines));
  return wrapped(books, noun.name, [showOne(books, found(findDocument(books, noun.kind, idOrNumber), idOrNumber), unitPlaces(call.query))]);
}
