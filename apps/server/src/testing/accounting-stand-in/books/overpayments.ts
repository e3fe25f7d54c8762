import { randomUUID } from 'node:crypto';
import { Refusal, refuseIf } from '../calls/refusal.ts';
import type { BankTransactionInput, LineInput } from '../calls/wire-input.ts';
import { priceOf, readCents, sayMoney } from './amounts.ts';
import type { Books, Overpayment } from './books.ts';
import { useContact } from './contacts.ts';
import { dayOf, readDay } from './days.ts';
import { HAS_ALLOCATIONS, hasAllocations, refuseLocked } from './documents.ts';
import { findAccount } from './payments.ts';

export function findBankTransaction(books: Books, id: string): Overpayment | undefined {
  return [...books.overpayments.values()].find(({ bankTransaction }) => bankTransaction === id.toLowerCase());
}

/** Money received for no invoice: the bank transaction makes an overpayment. */
export function addOverpayment(books: Books, sent: BankTransactionInput): Overpayment {
  refuseIf(sent.Type !== 'RECEIVE-OVERPAYMENT', 'The stand-in keeps bank transactions of the type RECEIVE-OVERPAYMENT only.');
  refuseIf(sent.BankTransactionID !== undefined || sent.Status === 'DELETED', 'A new bank transaction has no id and is not deleted.');
  refuseIf(sent.LineAmountTypes !== undefined && sent.LineAmountTypes !== 'NoTax', 'An overpayment has the LineAmountTypes NoTax.');
  const contact = useContact(books, sent.Contact);
  const account = findAccount(books, sent.BankAccount);
  if (account?.Type !== 'BANK') throw new Refusal(['A bank transaction needs a BankAccount of the type BANK.']);
  const date = sent.Date === undefined ? dayOf(books.now()) : readDay(sent.Date, 'Date');
  refuseLocked(books, date);
  const overpayment: Overpayment = {
    id: randomUUID(),
    bankTransaction: randomUUID(),
    contact: contact.id,
    account: account.AccountID,
    date,
    ...readOnlyLine(books, sent.LineItems ?? []),
    reference: sent.Reference ?? '',
    isReconciled: sent.IsReconciled ?? false,
    isDeleted: false,
    updated: books.now(),
  };
  books.overpayments.set(overpayment);
  return overpayment;
}

/** One line, untaxed, on what clients owe or on no account. */
function readOnlyLine(books: Books, [line, ...more]: LineInput[]): { amount: number; description: string } {
  if (!line || more.length > 0) throw new Refusal(['An overpayment has one line item.']);
  refuseIf(!line.Description, 'Description must not be empty.');
  const account = books.accounts.find(({ Code }) => Code === line.AccountCode);
  const isOnReceivables = line.AccountCode === undefined || account?.SystemAccount === 'DEBTORS';
  refuseIf(!isOnReceivables, `Account code '${line.AccountCode}' is not a valid code for this document.`);
  refuseIf((line.TaxType ?? 'NONE') !== 'NONE' || (line.TaxAmount ?? 0) !== 0, 'An overpayment has no tax.');
  const amount = amountOf(line);
  refuseIf(amount <= 0, 'The total of an overpayment must be more than zero.');
  return { amount, description: line.Description! };
}

function amountOf({ Quantity = 1, UnitAmount, LineAmount }: LineInput): number {
  const given = LineAmount === undefined ? undefined : readCents(LineAmount, 'LineAmount');
  if (UnitAmount === undefined) return given ?? 0;
  const reckoned = priceOf({ Quantity, UnitAmount }, 2);
  const says = `The line total ${sayMoney(given ?? 0)} does not match the expected line total ${sayMoney(reckoned)}`;
  refuseIf(given !== undefined && given !== reckoned, says);
  return reckoned;
}

/** A bank transaction can only be taken back, and only while nothing of it is used. */
export function removeOverpayment(
  books: Books,
  known: Overpayment,
  { Status, BankTransactionID: _, ...edits }: BankTransactionInput,
): Overpayment {
  refuseIf(
    Status !== 'DELETED' || Object.keys(edits).length > 0,
    'The stand-in changes nothing of a bank transaction but its Status to DELETED.',
  );
  refuseIf(known.isDeleted, 'This bank transaction has been deleted and cannot be changed.');
  refuseIf(hasAllocations(books, known), HAS_ALLOCATIONS);
  refuseLocked(books, known.date);
  const gone = { ...known, isDeleted: true, updated: books.now() };
  books.overpayments.set(gone);
  return gone;
}
