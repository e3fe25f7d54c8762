import type { OpenInvoice } from '@dmse/contract/payments/payment';
import { sayCents } from '@dmse/domain/money/cents';
import type { Context } from '../../../call/context.ts';
import type { Tx } from '../../../db/database.ts';
import { recordHistory } from '../../../records/history.ts';
import * as invoices from './invoice.queries.ts';
import { invoiceNoun } from './invoice.service.ts';

/** Invoices as a payment sees them, held until the end in the order of their ids. */
export const holdInvoices = (tx: Tx, ids: readonly number[]) => invoices.hold(tx, ids);

/** On which invoices something is owed, the oldest first: those that are named, or all of a client. */
export const listOwed = (tx: Tx, which: { ids: readonly number[] } | { client: number }): Promise<(OpenInvoice & { client: number })[]> =>
  invoices.listOwed(tx, which);

/** The history of each invoice says what was paid on it. */
export async function notePaid(context: Context, changes: readonly { id: number; num: string; from: number; to: number }[]): Promise<void> {
  for (const { id, num, from, to } of changes) {
    const paid = { field: 'allocated', label: 'Paid', from: sayCents(from), to: sayCents(to) };
    await recordHistory(context, {
      noun: invoiceNoun.noun,
      record_id: id,
      record_name: num,
      version: null,
      action: 'changed',
      changes: [paid],
    });
  }
}
