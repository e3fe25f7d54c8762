import { randomUUID } from 'node:crypto';
import { Refusal, refuseIf } from '../calls/refusal.ts';
import type { AccountReference, PaymentInput } from '../calls/wire-input.ts';
import { readCents } from './amounts.ts';
import { type Books, type Document, type Overpayment, type Payment, remainingOf, settlementOf, touchMoney } from './books.ts';
import { readDay } from './days.ts';
import { findDocument, findOpenInvoice, refuseLocked } from './documents.ts';
import type { Account } from './seed.ts';

export function findAccount(books: Books, sent: AccountReference | undefined): Account | undefined {
  const active = books.accounts.filter(({ Status }) => Status === 'ACTIVE');
  if (sent?.AccountID !== undefined) return active.find(({ AccountID }) => AccountID === sent.AccountID);
  return sent?.Code === undefined ? undefined : active.find(({ Code }) => Code === sent.Code);
}

/** Money goes to bank accounts and to those that say so. */
function useMoneyAccount(books: Books, sent: AccountReference | undefined): Account {
  const account = findAccount(books, sent);
  if (!account) throw new Refusal([`Account code '${sent?.Code ?? sent?.AccountID ?? ''}' is not a valid code for this document.`]);
  const mayTake = account.Type === 'BANK' || account.EnablePaymentsToAccount;
  refuseIf(!mayTake, `Payments to account '${account.Code}' are not enabled.`);
  return account;
}

/** What a payment is on, and how much of it is open. */
function findTarget(books: Books, sent: PaymentInput): { on: Payment['on']; record: Document | Overpayment; open: number } {
  const given = [sent.Invoice, sent.CreditNote, sent.Overpayment].filter((one) => one !== undefined);
  refuseIf(given.length !== 1, 'A payment is on one Invoice, CreditNote or Overpayment.');
  if (sent.Invoice) {
    const record = findOpenInvoice(books, sent.Invoice.InvoiceID ?? sent.Invoice.InvoiceNumber);
    return { on: { kind: 'invoice', id: record.id }, record, open: settlementOf(books, record).due };
  }
  const { record, kind } = sent.CreditNote ? findRefunded(books, sent.CreditNote) : findOverpaid(books, sent.Overpayment!.OverpaymentID);
  return { on: { kind, id: record.id }, record, open: remainingOf(books, record) };
}

function findRefunded(books: Books, { CreditNoteID, CreditNoteNumber }: NonNullable<PaymentInput['CreditNote']>) {
  const record = findDocument(books, 'credit note', CreditNoteID ?? CreditNoteNumber ?? '');
  if (record?.status !== 'AUTHORISED') throw new Refusal(['Payments can only be made against Authorised documents']);
  return { record, kind: 'credit note' as const };
}

function findOverpaid(books: Books, id: string) {
  const record = books.overpayments.get(id.toLowerCase());
  if (!record || record.isDeleted) throw new Refusal(['Overpayment could not be found']);
  return { record, kind: 'overpayment' as const };
}

export function addPayment(books: Books, sent: PaymentInput): Payment {
  const { on, record, open } = findTarget(books, sent);
  refuseIf(sent.Amount === undefined || sent.Date === undefined, 'A payment needs its Amount and its Date.');
  const amount = readCents(sent.Amount!, 'Amount');
  const date = readDay(sent.Date!, 'Date');
  const account = useMoneyAccount(books, sent.Account);
  refuseIf(amount <= 0, 'Payment amount must be greater than zero');
  refuseIf(amount > open, 'Payment amount exceeds the amount outstanding on this document');
  refuseLocked(books, date);
  const payment: Payment = {
    id: randomUUID(),
    on,
    account: account.AccountID,
    date,
    amount,
    reference: sent.Reference ?? '',
    isReconciled: sent.IsReconciled ?? false,
    isDeleted: false,
    updated: books.now(),
  };
  books.payments.set(payment);
  touchMoney(books, record);
  return payment;
}

export function removePayment(books: Books, payment: Payment): Payment {
  refuseIf(payment.isDeleted, 'This payment has been deleted and cannot be changed.');
  refuseLocked(books, payment.date);
  const gone = { ...payment, isDeleted: true, updated: books.now() };
  books.payments.set(gone);
  const { kind, id } = gone.on;
  touchMoney(books, kind === 'overpayment' ? books.overpayments.get(id)! : books.documents.get(id)!);
  return gone;
}
