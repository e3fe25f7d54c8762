import { roundTo, toMoney } from '../books/amounts.ts';
import {
  type Allocation,
  allocationsOf,
  allocationsTo,
  type Books,
  type Contact,
  type Document,
  type Line,
  type Overpayment,
  type Payment,
  paymentsOn,
  remainingOf,
  settlementOf,
  statusOf,
  totalsOf,
} from '../books/books.ts';
import { type Day, dayString, wireDay, wireInstant } from '../books/days.ts';

/** Records as they stand on the wire. */
type Shown = Record<string, unknown>;

const showDay = (day: Day): Shown => ({ DateString: dayString(day), Date: wireDay(day) });
const currency = { CurrencyCode: 'CAD', CurrencyRate: 1 };

export function showContact({ id, number, name, status, mergedTo, rest, updated }: Contact): Shown {
  return {
    ContactID: id,
    ...(number && { ContactNumber: number }),
    ContactStatus: status,
    Name: name,
    ...rest,
    ...(mergedTo && { MergedToContactID: mergedTo }),
    UpdatedDateUTC: wireInstant(updated),
    HasValidationErrors: false,
  };
}

/** A contact as far as a document shows it. */
function showContactOf(books: Books, id: string): Shown {
  const contact = books.contacts.get(id)!;
  return { ContactID: id, Name: contact.name, ...(contact.number && { ContactNumber: contact.number }) };
}

function showLine(line: Line, places: 2 | 4): Shown {
  return {
    LineItemID: line.id,
    Description: line.description,
    Quantity: line.quantity,
    UnitAmount: roundTo(line.unitAmount, places),
    ...(line.discountRate !== undefined && { DiscountRate: line.discountRate }),
    ...(line.discountAmount !== undefined && { DiscountAmount: line.discountAmount }),
    ...(line.accountCode !== undefined && { AccountCode: line.accountCode }),
    ...(line.taxType !== undefined && { TaxType: line.taxType }),
    TaxAmount: toMoney(line.tax),
    LineAmount: toMoney(line.amount),
    Tracking: line.tracking,
  };
}

/** How lines are shown: with so many decimals of the unit amount, or not at all, as in a list without a page. */
export type ShowLines = 2 | 4 | 'no lines';

/** What invoices and credit notes show alike. */
function showDocument(books: Books, document: Document, lines: ShowLines): Shown {
  const { subTotal, tax, total } = totalsOf(document);
  return {
    Type: document.type,
    Reference: document.reference,
    ...(document.url && { Url: document.url }),
    SentToContact: document.isSent,
    ...currency,
    HasErrors: false,
    HasAttachments: false,
    Contact: showContactOf(books, document.contact),
    ...showDay(document.date),
    Status: statusOf(books, document),
    LineAmountTypes: document.lineAmountTypes,
    LineItems: lines === 'no lines' ? [] : document.lines.map((line) => showLine(line, lines)),
    SubTotal: toMoney(subTotal),
    TotalTax: toMoney(tax),
    Total: toMoney(total),
    UpdatedDateUTC: wireInstant(document.updated),
  };
}

export function showInvoice(books: Books, invoice: Document, lines: ShowLines): Shown {
  const { paid, credited, due } = settlementOf(books, invoice);
  const credits = allocationsTo(books, invoice.id);
  const payments = paymentsOn(books, invoice.id);
  const lastDay =
    [...credits, ...payments]
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? invoice.date;
  return {
    InvoiceID: invoice.id,
    InvoiceNumber: invoice.number,
    ...showDocument(books, invoice, lines),
    ...(invoice.due && { DueDateString: dayString(invoice.due), DueDate: wireDay(invoice.due) }),
    AmountDue: toMoney(due),
    AmountPaid: toMoney(paid),
    AmountCredited: toMoney(credited),
    ...(statusOf(books, invoice) === 'PAID' && { FullyPaidOnDate: wireDay(lastDay) }),
    Payments: payments.map(showPaymentWithin),
    CreditNotes: credits.filter(({ from }) => from.kind === 'credit note').map((one) => showCreditWithin(books, one)),
    Prepayments: [],
    Overpayments: credits.filter(({ from }) => from.kind === 'overpayment').map((one) => showOverpaidWithin(books, one)),
  };
}

const showPaymentWithin = ({ id, date, amount, reference }: Payment): Shown => ({
  PaymentID: id,
  Date: wireDay(date),
  Amount: toMoney(amount),
  Reference: reference,
  CurrencyRate: 1,
});

function showCreditWithin(books: Books, { from, amount, date }: Allocation): Shown {
  const note = books.documents.get(from.id)!;
  const total = toMoney(totalsOf(note).total);
  return { CreditNoteID: note.id, CreditNoteNumber: note.number, ...showDay(date), AppliedAmount: toMoney(amount), Total: total };
}

function showOverpaidWithin(books: Books, { from, amount, date }: Allocation): Shown {
  const { id, amount: total } = books.overpayments.get(from.id)!;
  return { OverpaymentID: id, ...showDay(date), AppliedAmount: toMoney(amount), Total: toMoney(total) };
}

export function showAllocation(books: Books, { id, invoice, amount, date }: Allocation): Shown {
  const { number } = books.documents.get(invoice)!;
  return { AllocationID: id, Amount: toMoney(amount), Date: wireDay(date), Invoice: { InvoiceID: invoice, InvoiceNumber: number } };
}

/** What is left of a credit and where the rest went. */
function showCredit(books: Books, source: Document | Overpayment): Shown {
  return {
    RemainingCredit: toMoney(remainingOf(books, source)),
    Allocations: allocationsOf(books, source.id).map((one) => showAllocation(books, one)),
    Payments: paymentsOn(books, source.id).map(showPaymentWithin),
  };
}

export function showCreditNote(books: Books, note: Document, lines: ShowLines): Shown {
  return { CreditNoteID: note.id, CreditNoteNumber: note.number, ...showDocument(books, note, lines), ...showCredit(books, note) };
}

function showOverpaidMoney(books: Books, { contact, date, amount, reference, updated }: Overpayment): Shown {
  return {
    Type: 'RECEIVE-OVERPAYMENT',
    Contact: showContactOf(books, contact),
    ...showDay(date),
    ...(reference && { Reference: reference }),
    ...currency,
    LineAmountTypes: 'NoTax',
    SubTotal: toMoney(amount),
    TotalTax: 0,
    Total: toMoney(amount),
    UpdatedDateUTC: wireInstant(updated),
  };
}

export function showOverpayment(books: Books, overpayment: Overpayment): Shown {
  const isUsedUp = remainingOf(books, overpayment) === 0;
  return {
    OverpaymentID: overpayment.id,
    ...showOverpaidMoney(books, overpayment),
    Status: overpayment.isDeleted ? 'VOIDED' : isUsedUp ? 'PAID' : 'AUTHORISED',
    ...showCredit(books, overpayment),
  };
}

export function showBankTransaction(books: Books, overpayment: Overpayment): Shown {
  const { description, amount } = overpayment;
  return {
    BankTransactionID: overpayment.bankTransaction,
    OverpaymentID: overpayment.id,
    ...showOverpaidMoney(books, overpayment),
    BankAccount: showAccountOf(books, overpayment.account),
    IsReconciled: overpayment.isReconciled,
    Status: overpayment.isDeleted ? 'DELETED' : 'AUTHORISED',
    LineItems: [{ Description: description, Quantity: 1, UnitAmount: toMoney(amount), LineAmount: toMoney(amount), TaxType: 'NONE' }],
  };
}

function showAccountOf(books: Books, id: string): Shown {
  const { AccountID, Code, Name } = books.accounts.find((one) => one.AccountID === id)!;
  return { AccountID, Code, Name };
}

const PAYMENT_TYPES = { invoice: 'ACCRECPAYMENT', 'credit note': 'ARCREDITPAYMENT', overpayment: 'AROVERPAYMENTPAYMENT' } as const;

export const paymentType = ({ on }: Payment): string => PAYMENT_TYPES[on.kind];

export function showPayment(books: Books, payment: Payment): Shown {
  return {
    ...showPaymentWithin(payment),
    BankAmount: toMoney(payment.amount),
    PaymentType: paymentType(payment),
    Status: payment.isDeleted ? 'DELETED' : 'AUTHORISED',
    IsReconciled: payment.isReconciled,
    HasAccount: true,
    Account: showAccountOf(books, payment.account),
    ...showPaid(books, payment),
    UpdatedDateUTC: wireInstant(payment.updated),
  };
}

function showPaid(books: Books, { on: { kind, id } }: Payment): Shown {
  if (kind === 'overpayment')
    return { Overpayment: { OverpaymentID: id, Contact: showContactOf(books, books.overpayments.get(id)!.contact) } };
  const { number, contact, type } = books.documents.get(id)!;
  const Contact = showContactOf(books, contact);
  return kind === 'invoice'
    ? { Invoice: { Type: type, InvoiceID: id, InvoiceNumber: number, Contact } }
    : { CreditNote: { CreditNoteID: id, CreditNoteNumber: number, Contact } };
}
