import { randomUUID } from 'node:crypto';
import { allocate, removeAllocation } from '../books/allocations.ts';
import { toMoney } from '../books/amounts.ts';
import { allOrNothing, type Books, type Document, remainingOf, settlementOf, statusOf, totalsOf, touch } from '../books/books.ts';
import { saveContact } from '../books/contacts.ts';
import { type Day, dayOf } from '../books/days.ts';
import { asDocumentInput, findDocument, saveDocument } from '../books/documents.ts';
import { addPayment, removePayment } from '../books/payments.ts';
import type { InvoiceInput } from '../calls/wire-input.ts';

export type PeopleThere = ReturnType<typeof peopleThere>;

const HOW = { mayUpdate: true, unitPlaces: 2 } as const;
const BANK = '1000';

/** What people do in the accounting system itself, by the same rules. Amounts are cents; what is refused throws with its words. */
export function peopleThere(books: Books, afterwards: () => void) {
  const today = () => dayOf(books.now());
  function there<T>(work: () => T): T {
    const done = allOrNothing(books, work);
    afterwards();
    return done;
  }
  function invoiceOf(number: string): Document {
    const invoice = findDocument(books, 'invoice', number);
    if (!invoice) throw new Error(`There is no invoice ${number} over there.`);
    return invoice;
  }
  const change = (number: string, edits: Omit<InvoiceInput, 'InvoiceID'>) =>
    there(() => void saveDocument(books, 'invoice', asDocumentInput({ ...edits, InvoiceID: invoiceOf(number).id }), HOW));

  return {
    /** The id of the payment. */
    payThere: (number: string, amount: number, date: Day = today(), account = BANK): string =>
      there(() => {
        const Invoice = { InvoiceID: invoiceOf(number).id };
        return addPayment(books, { Invoice, Amount: toMoney(amount), Date: date, Account: { Code: account } }).id;
      }),
    /** A credit note of this amount on each of the invoices, with its tax on top. */
    creditThere: (
      numbers: string | readonly string[],
      amount: number,
      date: Day = today(),
      account = '4000',
      TaxType = 'TAX002',
    ): { creditNote: string; allocations: string[] } =>
      there(() => {
        const invoices = [numbers].flat().map(invoiceOf);
        const [invoice] = invoices as [Document];
        const line = { Description: 'Credit', Quantity: invoices.length, UnitAmount: toMoney(amount), AccountCode: account, TaxType };
        const sent = {
          Type: 'ACCRECCREDIT',
          Status: 'AUTHORISED',
          Contact: { ContactID: invoice.contact },
          Date: date,
          LineItems: [line],
        } as const;
        const note = saveDocument(books, 'credit note', asDocumentInput({ ...sent, LineItems: [line] }), HOW);
        const each = toMoney(totalsOf(note).total / invoices.length);
        const allocations = invoices.map(({ id }) => allocate(books, note, { Invoice: { InvoiceID: id }, Amount: each, Date: date }).id);
        return { creditNote: note.id, allocations };
      }),
    /** The credit note is taken off its invoices, and is void. */
    removeCreditThere: (creditNote: string): void =>
      there(() => {
        const note = books.documents.get(creditNote)!;
        for (const { id, from } of [...books.allocations.values()]) if (from.id === creditNote) removeAllocation(books, note, id);
        saveDocument(books, 'credit note', asDocumentInput({ CreditNoteID: creditNote, Status: 'VOIDED' }), HOW);
      }),
    voidThere: (number: string): void => change(number, { Status: 'VOIDED' }),
    editThere: (number: string, edits: Omit<InvoiceInput, 'InvoiceID'>): void => change(number, edits),
    removePaymentThere: (id: string): void =>
      there(() => {
        const payment = books.payments.get(id);
        if (!payment) throw new Error(`There is no payment ${id} over there.`);
        removePayment(books, payment);
      }),
    /** An approved invoice that we know nothing of. Its id. */
    addInvoiceThere: (number: string, amount: number, { contact = 'Somebody else', date = today() } = {}): string =>
      there(() => {
        const { id } = [...books.contacts.values()].find(({ name }) => name === contact) ?? saveContact(books, { Name: contact }, false);
        const line = {
          Description: 'Entered over there',
          Quantity: 1,
          UnitAmount: toMoney(amount),
          AccountCode: '4000',
          TaxType: 'TAX002',
        };
        const sent = {
          Type: 'ACCREC',
          Status: 'AUTHORISED',
          InvoiceNumber: number,
          Contact: { ContactID: id },
          Date: date,
          DueDate: date,
        } as const;
        return saveDocument(books, 'invoice', asDocumentInput({ ...sent, LineItems: [line] }), { ...HOW, mayUpdate: false }).id;
      }),
    addContactThere: (name: string): string => there(() => saveContact(books, { Name: name }, false).id),
    renameContactThere: (id: string, name: string): void => there(() => void saveContact(books, { ContactID: id, Name: name }, true)),
    archiveContactThere: (id: string): void => there(() => void saveContact(books, { ContactID: id, ContactStatus: 'ARCHIVED' }, true)),
    /** The first one is archived and points to the second, which takes its documents. */
    mergeContactsThere: (from: string, to: string): void => there(() => mergeContacts(books, from, to)),
    archiveAccountThere(code: string): void {
      for (const account of books.accounts) if (account.Code === code) account.Status = 'ARCHIVED';
    },
    /** Closes the books through a day; null opens them. */
    lockThere(day: Day | null): void {
      books.lockDate = day;
    },
    addTrackingOptionThere(category: string, option: string): void {
      const options = books.tracking.find(({ Name }) => Name === category)?.Options;
      options?.push({ TrackingOptionID: randomUUID(), Name: option, Status: 'ACTIVE' });
    },
  };
}

function mergeContacts(books: Books, from: string, to: string): void {
  const [gone, kept] = [books.contacts.get(from), books.contacts.get(to)];
  if (!gone || !kept || from === to) throw new Error('Two contacts are merged.');
  touch(books, { ...gone, status: 'ARCHIVED' as const, mergedTo: to });
  touch(books, kept);
  for (const document of books.documents.values()) if (document.contact === from) touch(books, { ...document, contact: to });
  for (const one of books.overpayments.values()) if (one.contact === from) books.overpayments.set({ ...one, contact: to });
}

const countBy = (names: string[]) =>
  names.reduce((counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1), new Map<string, number>());

/** Everything that is kept, for comparing. Amounts are cents. */
export function readLedger(books: Books) {
  const documents = [...books.documents.values()];
  const show = (document: Document) => ({ ...document, ...totalsOf(document), status: statusOf(books, document) });
  const invoices = documents.filter(({ kind }) => kind === 'invoice').map((one) => ({ ...show(one), ...settlementOf(books, one) }));
  const creditNotes = documents
    .filter(({ kind }) => kind === 'credit note')
    .map((one) => ({ ...show(one), remaining: remainingOf(books, one) }));
  return {
    contacts: [...books.contacts.values()],
    invoices,
    creditNotes,
    /** Deleted ones too. */
    payments: [...books.payments.values()],
    overpayments: [...books.overpayments.values()].map((one) => ({ ...one, remaining: remainingOf(books, one) })),
    allocations: [...books.allocations.values()],
    /** How many documents have each number; contacts by their number. More than one is a duplicate. */
    invoicesByNumber: countBy(invoices.map(({ number }) => number)),
    creditNotesByNumber: countBy(creditNotes.map(({ number }) => number)),
    contactsByNumber: countBy([...books.contacts.values()].filter(({ status }) => status === 'ACTIVE').map(({ number }) => number)),
    paymentsByReference: countBy([...books.payments.values()].filter(({ isDeleted }) => !isDeleted).map(({ reference }) => reference)),
  };
}
