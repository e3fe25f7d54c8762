import type { Books, Overpayment, Payment } from '../books/books.ts';
import { addOverpayment, findBankTransaction, removeOverpayment } from '../books/overpayments.ts';
import { addPayment, removePayment } from '../books/payments.ts';
import { allocationCalls } from './allocation-calls.ts';
import { type ApiCall, found, notAllowed, saveEach, showList, withPathId, wrapped } from './api-call.ts';
import type { ListOf } from './lists.ts';
import type { Answer } from './refusal.ts';
import { paymentType, showBankTransaction, showOverpayment, showPayment } from './show.ts';
import { BankTransactionInput, PaymentDeletion, PaymentInput, readInput } from './wire-input.ts';

function paymentList(books: Books): ListOf<Payment> {
  const invoice = ({ on }: Payment) => (on.kind === 'invoice' ? on.id : '');
  return {
    records: books.payments.values(),
    updated: ({ updated }) => updated,
    fields: new Map<string, (payment: Payment) => string>([
      ['PaymentID', ({ id }) => id],
      ['Reference', ({ reference }) => reference],
      ['Status', ({ isDeleted }) => (isDeleted ? 'DELETED' : 'AUTHORISED')],
      ['PaymentType', paymentType],
      ['Invoice.InvoiceID', invoice],
      ['Invoice.InvoiceNumber', (one) => books.documents.get(invoice(one))?.number ?? ''],
      ['Overpayment.OverpaymentID', ({ on }) => (on.kind === 'overpayment' ? on.id : '')],
    ]),
  };
}

export function paymentCalls(call: ApiCall): Answer {
  const { books, method, path } = call;
  const [id] = path;
  const show = (one: Payment) => showPayment(books, one);
  if (id === undefined && method === 'GET') return showList(call, 'Payments', paymentList(books), show);
  if (id === undefined && (method === 'PUT' || method === 'POST'))
    return saveEach(call, 'Payments', (sent) => addPayment(books, readInput(PaymentInput, sent, 'Payment')), show);
  if (id === undefined) throw notAllowed(method);
  const payment = found(books.payments.get(id.toLowerCase()), `payment ${id}`);
  if (method === 'GET') return wrapped(books, 'Payments', [show(payment)]);
  if (method !== 'POST') throw notAllowed(method);
  const remove = (sent: unknown) => {
    readInput(PaymentDeletion, withPathId(sent, 'PaymentID', id), 'Payment');
    return removePayment(books, payment);
  };
  return saveEach(call, 'Payments', remove, show);
}

function bankTransactionList(books: Books): ListOf<Overpayment> {
  return {
    records: books.overpayments.values(),
    updated: ({ updated }) => updated,
    fields: new Map<string, (overpayment: Overpayment) => string>([
      ['BankTransactionID', ({ bankTransaction }) => bankTransaction],
      ['Reference', ({ reference }) => reference],
      ['Status', ({ isDeleted }) => (isDeleted ? 'DELETED' : 'AUTHORISED')],
      ['Type', () => 'RECEIVE-OVERPAYMENT'],
      ['Contact.ContactID', ({ contact }) => contact],
    ]),
  };
}

export function bankTransactionCalls(call: ApiCall): Answer {
  const { books, method, path } = call;
  const [id] = path;
  const show = (one: Overpayment) => showBankTransaction(books, one);
  if (method === 'GET' && id === undefined) return showList(call, 'BankTransactions', bankTransactionList(books), show);
  if (method === 'GET') return wrapped(books, 'BankTransactions', [show(found(findBankTransaction(books, id!), `bank transaction ${id}`))]);
  if (method !== 'POST' && (method !== 'PUT' || id !== undefined)) throw notAllowed(method);
  const save = (sent: unknown) => {
    const read = readInput(BankTransactionInput, withPathId(sent, 'BankTransactionID', id), 'BankTransaction');
    const asked = method === 'POST' ? read.BankTransactionID : undefined;
    return asked === undefined
      ? addOverpayment(books, read)
      : removeOverpayment(books, found(findBankTransaction(books, asked), `bank transaction ${asked}`), read);
  };
  return saveEach(call, 'BankTransactions', save, show);
}

export function overpaymentCalls(call: ApiCall): Answer {
  const { books, method, path } = call;
  const [id, part] = path;
  if (part === 'Allocations') return allocationCalls(call, found(books.overpayments.get(id!.toLowerCase()), `overpayment ${id}`));
  if (method !== 'GET' || part !== undefined) throw notAllowed(method);
  const show = (one: Overpayment) => showOverpayment(books, one);
  if (id !== undefined) return wrapped(books, 'Overpayments', [show(found(books.overpayments.get(id.toLowerCase()), `overpayment ${id}`))]);
  const list = bankTransactionList(books);
  list.fields.delete('BankTransactionID');
  list.fields.set('OverpaymentID', (one) => one.id);
  return showList(call, 'Overpayments', list, show);
}
