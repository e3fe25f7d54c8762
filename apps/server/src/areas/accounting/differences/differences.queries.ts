import type { OwnDocument } from '@dmse/domain/accounting-link/compare-ledgers';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** Standing allocations of payments the bank has. */
const banked = sql`
  select a.invoice, a.payment, a.amount from payment_allocation a join payment p on p.id = a.payment join deposit d on d.id = p.deposit
  where p.reversal is null and d.state = 'DEPOSITED' and a.reverses is null and not exists (select from payment_allocation r where r.reverses = a.id)`;

/** Every invoice that is sent, as it should stand over there: what was received and not deposited is still owed there. */
export async function listOwn(tx: Tx, from: string): Promise<(OwnDocument & { undeposited: number })[]> {
  const { rows } = await sql<OwnDocument & { undeposited: number }>`
    with banked as (select invoice, sum(amount) as amount from (${banked}) b group by invoice),
    mirror as (
      select distinct on (d.invoice) d.invoice, d.number, d.upload_status,
        (select u.says from accounting_upload u where u.document = d.id order by u.id desc limit 1) as says
      from accounting_document d where d.kind = 'invoice' order by d.invoice, d.id desc
    ),
    money as (
      select distinct on (d.invoice) d.invoice, case when u.state = 'waiting' then 'NOT_UPLOADED' else d.upload_status end as upload_status, u.says
      from accounting_document d join accounting_upload u on u.document = d.id
      where d.kind <> 'invoice' and d.invoice is not null and u.state in ('waiting', 'failed') and d.upload_status <> 'UPLOADED'
      order by d.invoice, u.state, u.id
    )
    select coalesce(m.number, i.num) as number, i.client, i.issued_total as total, coalesce(r.tax, 0) as tax, i.state = 'DELETED' as is_void,
      i.issued_total - i.written_off - coalesce(b.amount, 0)::bigint as balance, i.allocated - coalesce(b.amount, 0)::bigint as undeposited,
      coalesce(m.upload_status, 'NOT_UPLOADED') as upload_status, coalesce(m.says, '') as upload_error,
      case when o.invoice is not null then jsonb_build_object('upload_status', o.upload_status, 'upload_error', o.says) end as money
    from invoice i left join mirror m on m.invoice = i.id left join banked b on b.invoice = i.id left join money o on o.invoice = i.id
    left join invoice_revision r on r.invoice = i.id and r.reverses is null and not exists (select from invoice_revision x where x.reverses = r.id)
    where i.num is not null and i.revision > 0 and (m.invoice is not null or i.date >= ${from}::date) order by i.id`.execute(tx);
  return rows;
}

/** What the bank has and no invoice: the client's credit over there. */
export async function listCredits(tx: Tx, from: string): Promise<{ client: number; amount: number }[]> {
  const { rows } = await sql<{ client: number; amount: number }>`
    select p.client, sum(p.unapplied)::bigint as amount from payment p join deposit d on d.id = p.deposit
    where p.reversal is null and d.state = 'DEPOSITED' and d.date >= ${from}::date and p.unapplied > 0 group by p.client`.execute(tx);
  return rows;
}

/** Tax of what is in force, by the firm's tax type. */
export async function listTaxes(tx: Tx, from: string): Promise<{ tax_type: string; amount: number }[]> {
  const { rows } = await sql<{ tax_type: string; amount: number }>`
    select l ->> 'tax_type' as tax_type, sum((l ->> 'tax')::bigint)::bigint as amount
    from invoice i join invoice_revision r on r.invoice = i.id and r.reverses is null cross join jsonb_array_elements(r.document -> 'lines') l
    where i.num is not null and not exists (select from invoice_revision x where x.reverses = r.id)
      and (i.date >= ${from}::date or exists (select from accounting_document d where d.invoice = i.id)) group by 1`.execute(tx);
  return rows;
}

export async function listContacts(tx: Tx): Promise<{ client: number; remote_id: string; name: string }[]> {
  const { rows } = await sql<{ client: number; remote_id: string; name: string }>`
    select a.client, a.remote_id, c.name from accounting_contact a join client c on c.id = a.client`.execute(tx);
  return rows;
}

export async function listClientNames(tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return tx
    .selectFrom('client')
    .select(['id', 'name'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .execute();
}

/** By the number over there: the invoice, what can be sent again, and what waits for a decision. */
export async function findActions(tx: Tx, numbers: readonly string[]) {
  const { rows } = await sql<{ number: string; invoice: number; upload: number | null; proposal: number | null }>`
    select d.number, d.invoice,
      (select u.id from accounting_upload u join accounting_document o on o.id = u.document
        where o.invoice = d.invoice and u.state = 'failed' order by u.id desc limit 1) as upload,
      (select p.id from accounting_proposal p where p.invoice = d.invoice and p.state = 'open' order by p.id limit 1) as proposal
    from accounting_document d where d.kind = 'invoice' and d.number = any(${numbers}::text[])
    union all
    select i.num, i.id, null, null from invoice i where i.num = any(${numbers}::text[])
      and not exists (select from accounting_document d where d.kind = 'invoice' and d.number = i.num)`.execute(tx);
  return rows;
}
