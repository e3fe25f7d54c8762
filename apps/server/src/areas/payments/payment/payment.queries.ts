import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type {
  getPaymentTotals,
  listPayingClients,
  listPayments,
  Payment,
  PaymentRow,
  PaymentStanding,
} from '@dmse/contract/payments/payment';
import type { DepositState } from '@dmse/domain/states/deposit';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type PaymentFilter = RequestQuery<typeof listPayments>;

const clientRef = sql<{ id: number; name: string }>`(
  select jsonb_build_object('id', client.id, 'name', client.name) from client where client.id = payment.client)`;
const depositIs = (state: DepositState) => sql<boolean>`(select state from deposit where deposit.id = payment.deposit) = ${state}`;
const isReversed = (how: string) => sql<boolean>`payment.reversal is not distinct from ${how}`;

const STANDING: Record<PaymentStanding, RawBuilder<boolean>> = {
  undeposited: sql<boolean>`(payment.reversal is null and payment.deposit is null)`,
  'in a deposit': sql<boolean>`(payment.reversal is null and ${depositIs('OPEN')})`,
  deposited: sql<boolean>`(payment.reversal is null and ${depositIs('DEPOSITED')})`,
  deleted: isReversed('delete'),
  returned: isReversed('return'),
};
const standing = sql<PaymentStanding>`case ${sql.join(
  Object.entries(STANDING).map(([name, isSo]) => sql`when ${isSo} then ${sql.lit(name)}`),
  sql` `,
)} end`;

/** What stands of it on which invoice: what was put there, less what was taken off. */
const ON_INVOICES = sql`
  select a.invoice, sum(a.amount)::bigint as amount from payment_allocation a where a.payment = payment.id
  group by a.invoice having sum(a.amount) <> 0`;
const invoiceRefs = sql<PaymentRow['invoices']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', invoice.id, 'num', invoice.num, 'amount', put.amount) order by invoice.date, invoice.id), '[]')
  from (${ON_INVOICES}) put join invoice on invoice.id = put.invoice)`;

const COLUMNS = {
  received_on: { notNull: sql`payment.received_on` },
  amount: { notNull: sql`payment.amount` },
  unapplied: { notNull: sql`payment.unapplied` },
  updated_on: { notNull: sql`payment.updated_on` },
};

function rowsOf(tx: Tx, filter: RequestQuery<typeof getPaymentTotals>) {
  const { query, method, standing: standings, has_credit, client, invoice, deposit, date_from, date_to } = filter;
  let rows = tx.selectFrom('payment');
  if (method?.length) rows = rows.where('method', 'in', method);
  if (standings?.length) {
    rows = rows.where(
      sql<boolean>`(${sql.join(
        standings.map((one) => STANDING[one]),
        sql` or `,
      )})`,
    );
  }
  if (has_credit !== undefined) rows = rows.where('unapplied', has_credit ? '>' : '=', 0);
  if (client !== undefined) rows = rows.where('payment.client', '=', client);
  if (invoice !== undefined)
    rows = rows.where(sql<boolean>`payment.id in (select a.payment from payment_allocation a where a.invoice = ${invoice})`);
  if (deposit !== undefined) rows = rows.where('deposit', '=', deposit);
  if (date_from !== undefined) rows = rows.where('received_on', '>=', date_from);
  if (date_to !== undefined) rows = rows.where('received_on', '<=', date_to);
  const text = sql`payment.search || ' ' || (select client.search from client where client.id = payment.client)`;
  const words = query ? matchesWords(sql`(${text})`, query) : null;
  return words ? rows.where(words) : rows;
}

const HEAD = ['payment.id', 'received_on', 'method', 'reference', 'note', 'amount', 'unapplied', 'version'] as const;

export function list(tx: Tx, { ordering, page, page_size, ...filter }: PaymentFilter) {
  const rows = rowsOf(tx, filter)
    .select(HEAD)
    .select([clientRef.as('client'), standing.as('standing'), invoiceRefs.as('invoices')]);
  const order = orderBy<OrderOf<typeof listPayments>>(ordering, COLUMNS, '-received_on', sql`payment.id`);
  return pageOf(rows, { page, page_size }, order, { isSearch: Boolean(filter.query) });
}

export function sum(tx: Tx, filter: RequestQuery<typeof getPaymentTotals>) {
  return rowsOf(tx, filter)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(amount) filter (where reversal is null), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(unapplied), 0)::bigint`.as('unapplied'),
      sql<number>`coalesce(sum(amount) filter (where ${STANDING.undeposited}), 0)::bigint`.as('undeposited'),
    ])
    .executeTakeFirstOrThrow();
}

export async function findClientName(tx: Tx, id: number): Promise<string> {
  return (await tx.selectFrom('client').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}

type DepositRef = NonNullable<Payment['deposit']>;

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('payment')
    .select(HEAD)
    .select(['allocated', 'refunded', 'reversal', 'reversed_on', 'reason', 'fee', 'created_on', 'updated_on'])
    .select([
      clientRef.as('client'),
      standing.as('standing'),
      sql<DepositRef | null>`(select jsonb_build_object('id', id, 'date', date, 'state', state) from deposit where id = payment.deposit)`.as(
        'deposit',
      ),
      personRef('payment.created_by').as('created_by'),
      personRef('payment.updated_by').as('updated_by'),
    ])
    .where('payment.id', '=', id)
    .executeTakeFirst();
}

export async function listAllocations(tx: Tx, payment: number): Promise<Payment['allocations']> {
  const { rows } = await sql<Payment['allocations'][number]>`
    select invoice.id, invoice.num, invoice.date, invoice.due_date, invoice.issued_total as total, invoice.balance, put.amount
    from payment cross join lateral (${ON_INVOICES}) put join invoice on invoice.id = put.invoice
    where payment.id = ${payment} order by invoice.date, invoice.id`.execute(tx);
  return rows;
}

/** What was paid back, and when that was taken back. */
export async function listRefunds(tx: Tx, payment: number): Promise<Omit<Payment['refunds'][number], 'why_not_reverse'>[]> {
  const { rows } = await sql<Omit<Payment['refunds'][number], 'why_not_reverse'>>`
    select id, date, account_code, reference, amount, ${personRef('payment_refund.created_by')} as created_by,
      (select back.date from payment_refund back where back.reverses = payment_refund.id) as reversed_on
    from payment_refund where payment = ${payment} and reverses is null order by id`.execute(tx);
  return rows;
}

/** The posted rows by which a payment is on its invoices now. */
export async function listStanding(
  tx: Tx,
  payments: readonly number[],
): Promise<{ id: number; payment: number; invoice: number; amount: number }[]> {
  const { rows } = await sql<{ id: number; payment: number; invoice: number; amount: number }>`
    select id, payment, invoice, amount from payment_allocation a
    where payment = any(${payments}::int[]) and reverses is null and not exists (select from payment_allocation back where back.reverses = a.id)
    order by id`.execute(tx);
  return rows;
}

export async function listCredits(tx: Tx, client: number) {
  return tx
    .selectFrom('payment')
    .select(['id', 'received_on', 'method', 'reference', 'unapplied'])
    .where('client', '=', client)
    .where('unapplied', '>', 0)
    .orderBy('received_on')
    .orderBy('id')
    .execute();
}

const OWED = sql<number>`(select coalesce(sum(invoice.balance), 0)::bigint from invoice where invoice.client = client.id and invoice.balance > 0)`;

export function listClients(tx: Tx, { ordering, query, ...page }: RequestQuery<typeof listPayingClients>) {
  const rows = tx
    .selectFrom('client')
    .select(['id', 'name', OWED.as('balance')])
    .where('merged_into', 'is', null);
  const words = query ? matchesWords(sql`client.search`, query, true) : null;
  const columns = { name: { notNull: sql`client.name_key` }, balance: { notNull: OWED } };
  const order = orderBy<OrderOf<typeof listPayingClients>>(ordering, columns, '-balance', sql`client.id`);
  return pageOf(words ? rows.where(words) : rows, page, order, { isSearch: Boolean(query) });
}

/** Payments that are about to be changed, held in the order of their ids. */
export async function hold(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('payment')
    .select(['id', 'client', 'received_on', 'method', 'amount', 'unapplied', 'deposit', 'reversal', 'version'])
    .where('id', 'in', [...ids, 0])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Puts payments into a deposit, or takes them out of theirs. */
export async function setDeposit(
  tx: Tx,
  ids: readonly number[],
  deposit: number | null,
  stamp: { now: string; by: number | null },
): Promise<void> {
  await sql`update payment set deposit = ${deposit}, version = version + 1, updated_on = ${stamp.now}, updated_by = ${stamp.by}
    where id = any(${ids}::int[])`.execute(tx);
}

/** Of a deposit, or of none yet: the payments as a slip has them. */
export async function listTicked(tx: Tx, deposit: number | null) {
  const rows = tx
    .selectFrom('payment')
    .select(['payment.id', 'received_on', 'method', 'reference', 'amount'])
    .select([clientRef.as('client'), sql<boolean>`payment.reversal is not null`.as('is_returned')]);
  const some = deposit === null ? rows.where(STANDING.undeposited) : rows.where('deposit', '=', deposit);
  return some.orderBy('received_on').orderBy('payment.id').limit(2000).execute();
}
