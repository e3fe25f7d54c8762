import type { LocalDate } from '@dmse/domain/dates/local-date';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export type Movement = { date: LocalDate; act: string; says: string; invoice: { id: number; num: string } | null; amount: number };

/**
 * What changed the account of a client up to a day, in the order of the days. A version of an invoice and its reversal on the same day
 * are one movement, or none. Whatever is posted to the receivable of the client stands here.
 */
export async function listMovements(tx: Tx, client: number, as_of: LocalDate): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select j.date, j.act, (array_agg(j.says order by j.id desc))[1] as says, sum(j.amount)::bigint as amount,
      case when j.invoice is not null then jsonb_build_object('id', j.invoice, 'num', i.num) end as invoice
    from journal j left join invoice i on i.id = j.invoice
    where j.client = ${client} and j.account = 'receivable' and j.date <= ${as_of}::date
    group by j.date, j.act, j.invoice, i.num, case when j.invoice is null then j.posting end
    having sum(j.amount) <> 0 order by j.date, min(j.id)`.execute(tx);
  return rows;
}

export type OpenInvoice = { invoice: { id: number; num: string }; date: LocalDate; due_date: LocalDate; total: number; balance: number };

/** The invoices on which something is owed on a day, the longest due first. Dates and totals are those of the newest version. */
export async function listOpenInvoices(tx: Tx, client: number, as_of: LocalDate): Promise<OpenInvoice[]> {
  const { rows } = await sql<OpenInvoice>`
    select jsonb_build_object('id', i.id, 'num', i.num) as invoice, (r.document ->> 'date')::date as date, (r.document ->> 'due_date')::date as due_date, r.total, owed.balance
    from (
      select invoice, sum(amount)::bigint as balance from (
        select invoice, amount from journal
        where client = ${client} and account = 'receivable' and invoice is not null and date <= ${as_of}::date
        union all
        select a.invoice, -a.amount from payment_allocation a join payment p on p.id = a.payment
        where p.client = ${client} and a.date <= ${as_of}::date
      ) changes group by invoice having sum(amount) <> 0
    ) owed
    join invoice i on i.id = owed.invoice
    join lateral (
      select total, document from invoice_revision where invoice = i.id and reverses is null order by revision desc limit 1
    ) r on true
    order by due_date, i.id`.execute(tx);
  return rows;
}
