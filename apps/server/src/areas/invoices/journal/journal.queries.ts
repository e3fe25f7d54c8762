import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listJournal } from '@dmse/contract/invoices/invoice';
import type { JournalLine } from '@dmse/domain/ledger/journal';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { orderBy, pageOf } from '../../../db/paging.ts';

export type PostingAct = 'invoice' | 'write-off' | 'credit' | 'payment' | 'deposit' | 'return' | 'refund';
/** The record that a posting is about. */
type About = { invoice: number } | { payment: number } | { deposit: number };
export type Posted = { date: string; says: string; act: PostingAct; of: About };
type Stamp = { created_on: string; created_by: number | null };

/** A posting in one statement. Lines that take others back name them. */
export async function insertPosting(
  tx: Tx,
  { date, says, act, of }: Posted,
  lines: readonly (JournalLine & { reverses?: number })[],
  { created_on, created_by }: Stamp,
): Promise<void> {
  await sql`
    insert into journal (posting, date, says, act, ${sql.ref(Object.keys(of)[0]!)}, account, code, client, amount, reverses, created_on, created_by)
    select (select nextval('journal_posting')), ${date}::date, ${says}, ${act}, ${Object.values(of)[0]}::int, account, code, client, amount, reverses,
      ${created_on}::timestamptz, ${created_by}::int
    from json_to_recordset(${JSON.stringify(lines)}) as line (account text, code text, client int, amount bigint, reverses int)`.execute(
    tx,
  );
}

export type StandingLine = JournalLine & { id: number; posting: number; date: string };

/** What of an act on a record still stands: neither a reversal nor reversed. */
export async function listStanding(tx: Tx, { of, act }: Pick<Posted, 'of' | 'act'>): Promise<StandingLine[]> {
  const { rows } = await sql<StandingLine>`
    select id, posting, date, account, code, client, amount from journal j
    where ${sql.ref(Object.keys(of)[0]!)} = ${Object.values(of)[0]}::int and act = ${act} and reverses is null and not exists (select from journal r where r.reverses = j.id)
    order by id`.execute(tx);
  return rows;
}

export async function getAccount(tx: Tx, client: number): Promise<{ receivable: number; retainer: number }> {
  const row = await tx.selectFrom('client_account').select(['receivable', 'retainer']).where('client', '=', client).executeTakeFirst();
  return row ?? { receivable: 0, retainer: 0 };
}

const clientRef = sql<{ id: number; name: string } | null>`(
  select jsonb_build_object('id', client.id, 'name', client.name) from client where client.id = journal.client)`;
const invoiceRef = sql<{ id: number; num: string | null } | null>`(
  select jsonb_build_object('id', invoice.id, 'num', invoice.num) from invoice where invoice.id = journal.invoice)`;

type Filter = RequestQuery<typeof listJournal>;

function rowsOf(tx: Tx, { date_from, date_to, invoice }: Pick<Filter, 'date_from' | 'date_to' | 'invoice'>) {
  let rows = tx.selectFrom('journal');
  if (date_from !== undefined) rows = rows.where('date', '>=', date_from);
  if (date_to !== undefined) rows = rows.where('date', '<=', date_to);
  return invoice === undefined ? rows : rows.where('invoice', '=', invoice);
}

const withNames = (tx: Tx, filter: Pick<Filter, 'date_from' | 'date_to' | 'invoice'>) =>
  rowsOf(tx, filter)
    .select(['id', 'posting', 'date', 'account', 'code', 'says', 'amount', 'payment', 'deposit'])
    .select([clientRef.as('client'), invoiceRef.as('invoice')]);

/** Everything of a period, in the order it was posted. */
export const listAll = (tx: Tx, period: Pick<Filter, 'date_from' | 'date_to'>, most: number) =>
  withNames(tx, period).orderBy('date').orderBy('id').limit(most).execute();

export function list(tx: Tx, filter: Filter) {
  return pageOf(
    withNames(tx, filter),
    filter,
    orderBy<'date'>(filter.ordering, { date: { notNull: sql`journal.date` } }, 'date', sql`journal.id`),
  );
}

/** Every account with what was debited and credited. */
export async function listTrialBalance(tx: Tx, period: Pick<Filter, 'date_from' | 'date_to'>) {
  return rowsOf(tx, period)
    .select(['account', 'code'])
    .select([
      sql<number>`coalesce(sum(amount) filter (where amount > 0), 0)::bigint`.as('debit'),
      sql<number>`coalesce(-sum(amount) filter (where amount < 0), 0)::bigint`.as('credit'),
      sql<number>`sum(amount)::bigint`.as('balance'),
    ])
    .groupBy(['account', 'code'])
    .orderBy('account')
    .orderBy('code')
    .execute();
}
