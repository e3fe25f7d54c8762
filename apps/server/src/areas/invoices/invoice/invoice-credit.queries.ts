import type { Invoice } from '@dmse/contract/invoices/invoice';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';

type Credit = Invoice['credits'][number];
const isReversed = sql<boolean>`exists (select from invoice_credit back where back.reverses = invoice_credit.id)`;

const rowsOf = (tx: Tx, invoice: number) =>
  tx
    .selectFrom('invoice_credit')
    .select(['id', 'date', 'amount', 'reason', sql<Credit['created_by']>`${personRef('invoice_credit.created_by')}`.as('created_by')])
    .where('invoice', '=', invoice)
    .where('reverses', 'is', null);

/** Those that stand, the oldest first. */
export const listCredits = (tx: Tx, invoice: number): Promise<Credit[]> =>
  rowsOf(tx, invoice).where(sql<boolean>`not ${isReversed}`).orderBy('id').execute();

export const findCredit = (tx: Tx, invoice: number, id: number) =>
  rowsOf(tx, invoice).select(isReversed.as('is_reversed')).where('id', '=', id).executeTakeFirst();
