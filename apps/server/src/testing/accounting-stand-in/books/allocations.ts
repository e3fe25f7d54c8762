import { randomUUID } from 'node:crypto';
import { notFound, refuseIf } from '../calls/refusal.ts';
import type { AllocationInput } from '../calls/wire-input.ts';
import { readCents } from './amounts.ts';
import { type Allocation, type Books, type Document, type Overpayment, remainingOf, settlementOf, touchMoney } from './books.ts';
import { dayOf, readDay } from './days.ts';
import { findOpenInvoice, refuseLocked } from './documents.ts';

/** What credit comes from. */
export type Source = Document | Overpayment;

/** Puts credit of a credit note or an overpayment on an invoice of the same contact. */
export function allocate(books: Books, source: Source, sent: AllocationInput): Allocation {
  const invoice = findOpenInvoice(books, sent.Invoice.InvoiceID ?? sent.Invoice.InvoiceNumber);
  const amount = readCents(sent.Amount, 'Amount');
  const date = sent.Date === undefined ? dayOf(books.now()) : readDay(sent.Date, 'Date');
  refuseIf('kind' in source ? source.status !== 'AUTHORISED' : source.isDeleted, 'Credit can be allocated only from an approved document.');
  refuseIf(invoice.contact !== source.contact, 'The credit and the invoice belong to different contacts.');
  refuseIf(amount <= 0, 'The amount to allocate must be more than zero.');
  refuseIf(amount > remainingOf(books, source), 'The amount to allocate exceeds the remaining credit.');
  refuseIf(amount > settlementOf(books, invoice).due, 'The amount to allocate exceeds the amount outstanding on this document');
  refuseLocked(books, date);
  const kind = 'kind' in source ? ('credit note' as const) : ('overpayment' as const);
  const allocation: Allocation = { id: randomUUID(), from: { kind, id: source.id }, invoice: invoice.id, amount, date };
  books.allocations.set(allocation);
  for (const record of [source, invoice]) touchMoney(books, record);
  return allocation;
}

export function removeAllocation(books: Books, source: Source, id: string): Allocation {
  const allocation = books.allocations.get(id.toLowerCase());
  if (!allocation || allocation.from.id !== source.id) throw notFound(`allocation ${id}`);
  refuseLocked(books, allocation.date);
  books.allocations.delete(allocation.id);
  for (const record of [source, books.documents.get(allocation.invoice)!]) touchMoney(books, record);
  return allocation;
}
