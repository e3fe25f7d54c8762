import type { InvoiceMirror } from '@dmse/domain/accounting-link/plan-invoice';
import type { MoneyMirror } from '@dmse/domain/accounting-link/plan-payment';
import type { InvoiceState } from '@dmse/domain/states/invoice';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export type Mark = { noun: 'invoice' | 'payment'; record: number };

/** Invoices come before what is paid on them. */
export async function listMarks(tx: Tx): Promise<Mark[]> {
  return (await sql<Mark>`select noun, record from accounting_mark order by noun, record`.execute(tx)).rows;
}

/**
 * Takes one, if nobody else has. What changes meanwhile leaves a mark of its own. People hold a record and wait for its mark, we hold the mark
 * and wait for the record: so we give up, well before PostgreSQL would end one of the two.
 */
export async function takeMark(tx: Tx, { noun, record }: Mark): Promise<boolean> {
  await sql`set local lock_timeout = '200ms'`.execute(tx);
  const { rows } = await sql`
    delete from accounting_mark m using (
      select noun, record from accounting_mark where noun = ${noun} and record = ${record} for update skip locked
    ) taken where taken.noun = m.noun and taken.record = m.record returning m.record`.execute(tx);
  return rows.length > 0;
}

export async function findInvoice(tx: Tx, id: number) {
  const { rows } = await sql<{
    num: string;
    state: InvoiceState;
    revision: number;
    restored: number;
    total: number;
    written_off: number;
    date: string;
    written_off_on: string | null;
    credits: { id: number; amount: number; date: string }[];
  }>`
    select num, state, revision, restored, issued_total as total, written_off, date,
      (select j.date from journal j where j.invoice = i.id and j.act = 'write-off' and j.reverses is null order by j.id desc limit 1) as written_off_on,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'amount', c.amount, 'date', c.date) order by c.id), '[]') from invoice_credit c
        where c.invoice = i.id and c.reverses is null and not exists (select from invoice_credit r where r.reverses = c.id)) as credits
    from invoice i where id = ${id} and num is not null and revision > 0`.execute(tx);
  return rows[0] ?? null;
}

export async function listInvoiceMirrors(tx: Tx, invoice: number): Promise<InvoiceMirror[]> {
  const { rows } = await sql<InvoiceMirror>`
    select id, kind, credit, number, revision, amount, is_void from accounting_document
    where invoice = ${invoice} and kind in ('invoice', 'write-off') order by id`.execute(tx);
  return rows;
}

export async function findPayment(tx: Tx, id: number) {
  const { rows } = await sql<{ amount: number; is_banked: boolean; banked_on: string; account_code: string; reference: string }>`
    select p.amount, p.reversal is null and d.state = 'DEPOSITED' as is_banked, d.date as banked_on, d.account_code, p.reference
    from payment p join deposit d on d.id = p.deposit where p.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** What stands of it, and whether the invoice is one that is sent. */
export async function listAllocations(tx: Tx, payment: number, from: string) {
  const { rows } = await sql<{ id: number; invoice: number; amount: number; date: string; is_sent: boolean }>`
    select a.id, a.invoice, a.amount, a.date,
      i.date >= ${from}::date or exists (select from accounting_document d where d.invoice = i.id and d.kind = 'invoice') as is_sent
    from payment_allocation a join invoice i on i.id = a.invoice
    where a.payment = ${payment} and a.reverses is null and not exists (select from payment_allocation r where r.reverses = a.id)
    order by a.id`.execute(tx);
  return rows;
}

export async function listRefunds(tx: Tx, payment: number) {
  const { rows } = await sql<{ id: number; amount: number; date: string; account_code: string }>`
    select f.id, f.amount, f.date, f.account_code from payment_refund f
    where f.payment = ${payment} and f.reverses is null and not exists (select from payment_refund r where r.reverses = f.id)
    order by f.id`.execute(tx);
  return rows;
}

export async function listMoneyMirrors(tx: Tx, payment: number): Promise<MoneyMirror[]> {
  const { rows } = await sql<MoneyMirror>`
    select id, kind, allocation, refund, source, amount from accounting_document where payment = ${payment} and not is_void order by id`.execute(
    tx,
  );
  return rows;
}
