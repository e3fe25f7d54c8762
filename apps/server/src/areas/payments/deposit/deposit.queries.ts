import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listDeposits } from '@dmse/contract/payments/deposit';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type DepositFilter = RequestQuery<typeof listDeposits>;

/** A deposit is what its payments come to; one the bank sent back was in it all the same. */
const total = sql<number>`(select coalesce(sum(payment.amount), 0)::bigint from payment where payment.deposit = deposit.id)`;
const count = sql<number>`(select count(*)::int from payment where payment.deposit = deposit.id)`;

const COLUMNS = {
  date: { notNull: sql`deposit.date` },
  total: { notNull: total },
  updated_on: { notNull: sql`deposit.updated_on` },
};

const select = (tx: Tx) =>
  tx
    .selectFrom('deposit')
    .select(['deposit.id', 'state', 'date', 'account_code', 'note', 'version'])
    .select([total.as('total'), count.as('count')]);

export function list(tx: Tx, { ordering, page, page_size, query, state: states, account_code, date_from, date_to }: DepositFilter) {
  let rows = select(tx);
  if (states?.length) rows = rows.where('state', 'in', states);
  if (account_code !== undefined) rows = rows.where('account_code', '=', account_code);
  if (date_from !== undefined) rows = rows.where('date', '>=', date_from);
  if (date_to !== undefined) rows = rows.where('date', '<=', date_to);
  const words = query ? matchesWords(sql`norm(deposit.id || ' ' || deposit.note)`, query) : null;
  const order = orderBy<OrderOf<typeof listDeposits>>(ordering, COLUMNS, '-date', sql`deposit.id`);
  return pageOf(words ? rows.where(words) : rows, { page, page_size }, order, { isSearch: Boolean(query) });
}

export function find(tx: Tx, id: number) {
  return select(tx)
    .select(['created_on', 'updated_on'])
    .select([personRef('deposit.created_by').as('created_by'), personRef('deposit.updated_by').as('updated_by')])
    .where('deposit.id', '=', id)
    .executeTakeFirst();
}

/** Held so that nobody takes it to the bank, or undoes it, until the end. */
export async function holdShared(tx: Tx, id: number) {
  return tx.selectFrom('deposit').select(['id', 'account_code']).where('id', '=', id).forShare().executeTakeFirst();
}

export async function isInBooks(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('journal').select('id').where('deposit', '=', id).limit(1).executeTakeFirst()) !== undefined;
}
