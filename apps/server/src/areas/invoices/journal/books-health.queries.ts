import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export type Difference = { what: string; says: string };
const MOST = 200;

const money = (value: RawBuilder<unknown>) => sql`'$' || to_char(coalesce(${value}, 0) / 100.0, 'FM999,999,999,990.00')`;

/** Rows of `what, name, kept, said` where two sums that should be one differ. */
async function listUnequal(tx: Tx, compared: RawBuilder<unknown>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select what, format('%s is kept as %s, what it is made of says %s.', name, ${money(sql`kept`)}, ${money(sql`said`)}) as says
    from (${compared}) one where coalesce(kept, 0) <> coalesce(said, 0) limit ${MOST}`.execute(tx);
  return rows;
}

/** What an invoice keeps, against its versions, the payments on it and the journal. */
const INVOICES = sql`
  select 'Invoice ' || coalesce(i.num, 'draft ' || i.id) as what, figure.name, figure.kept, figure.said from invoice i
  left join (select invoice, sum(total) as total from invoice_revision group by invoice) r on r.invoice = i.id
  left join (select invoice, sum(amount) as amount from payment_allocation group by invoice) a on a.invoice = i.id
  left join (select invoice, sum(amount) filter (where account = 'write-off') as off, sum(amount) filter (where account = 'receivable') as owed,
    sum(amount) filter (where account = 'write-off' and act = 'credit') as credited
    from journal where invoice is not null group by invoice) j on j.invoice = i.id
  left join (select invoice, sum(amount) as amount from invoice_credit group by invoice) c on c.invoice = i.id
  cross join lateral (values ('The total', i.issued_total, r.total), ('What is paid', i.allocated, a.amount),
    ('What is written off', i.written_off, j.off), ('What is credited', c.amount, j.credited), ('What is owed without payments', i.issued_total - i.written_off, j.owed)
  ) figure (name, kept, said)`;

const PAYMENTS = sql`
  select 'Payment ' || p.id as what, figure.name, figure.kept, figure.said from payment p
  left join (select payment, sum(amount) as amount from payment_allocation group by payment) a on a.payment = p.id
  left join (select payment, sum(amount) as amount from payment_refund group by payment) r on r.payment = p.id
  left join (select payment, -sum(amount) filter (where account = 'receivable') as amount from journal where payment is not null group by payment) j
    on j.payment = p.id
  cross join lateral (values ('What is on invoices', p.allocated, a.amount), ('What is paid back', p.refunded, r.amount),
    ('What is received', p.allocated + p.unapplied, j.amount)) figure (name, kept, said)`;

const DEPOSITS = sql`
  select 'Deposit ' || d.id as what, 'The total' as name, case when d.state = 'DEPOSITED' then p.amount else 0 end as kept, j.amount as said from deposit d
  left join (select deposit, sum(amount) as amount from payment group by deposit) p on p.deposit = d.id
  left join (select deposit, sum(amount) filter (where account = 'bank') as amount from journal where deposit is not null group by deposit) j
    on j.deposit = d.id`;

/** What a client owes by the journal, against what is kept and against invoices and credits. */
const CLIENTS = sql`
  select 'Client ' || c.name as what, figure.name, figure.kept, figure.said from client_account k join client c on c.id = k.client
  left join (select client, sum(amount) filter (where account = 'receivable') as owed, -sum(amount) filter (where account = 'retainer') as retainer
    from journal where client is not null group by client) j on j.client = k.client
  left join (select client, sum(balance) as balance from invoice group by client) i on i.client = k.client
  left join (select client, sum(unapplied) as credit from payment group by client) p on p.client = k.client
  cross join lateral (values ('What is owed', k.receivable, j.owed), ('The retainer', k.retainer, j.retainer),
    ('What is owed less the credit', coalesce(i.balance, 0) - coalesce(p.credit, 0), j.owed)) figure (name, kept, said)`;

const MONEY_ON_HAND = sql`
  select 'Undeposited payments' as what, 'The sum' as name,
    (select sum(p.amount) from payment p left join deposit d on d.id = p.deposit where p.reversal is null and (d.id is null or d.state = 'OPEN')) as kept,
    (select sum(amount) from journal where account = 'undeposited') as said`;

/** Work on an invoice is claimed while it is written and billed once it is sent; what is claimed is on an invoice. */
async function listWrongWork(tx: Tx): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select coalesce(e.item, w.item) as what, case
        when e.item is null then 'It is on an invoice by the ledger, and on none by the invoices.'
        else format('It is on an invoice that is %s, and %s by the ledger.', i.state, coalesce(w.state, 'nowhere')) end as says
    from invoice_entry e join invoice i on i.id = e.invoice
    full join (select item, state from wip_item where state in ('CLAIMED', 'BILLED')) w on w.item = e.item
    where case when e.item is null then true
      when i.state = 'DRAFT' then w.state is distinct from 'CLAIMED'
      when i.state = 'EDITING' then w.state is null
      else w.state is distinct from 'BILLED' end limit ${MOST}`.execute(tx);
  return rows;
}

async function listUnbalanced(tx: Tx): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select 'Posting ' || posting as what, format('Debits and credits differ by %s.', ${money(sql`abs(sum(amount))`)}) as says
    from journal group by posting having sum(amount) <> 0 limit ${MOST}`.execute(tx);
  return rows;
}

export async function listDifferences(tx: Tx): Promise<Difference[]> {
  const lists = [];
  for (const compared of [INVOICES, PAYMENTS, DEPOSITS, CLIENTS, MONEY_ON_HAND]) lists.push(await listUnequal(tx, compared));
  return [...lists.flat(), ...(await listWrongWork(tx)), ...(await listUnbalanced(tx))];
}

export async function countChecked(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from invoice) + (select count(*) from payment) + (select count(*) from deposit) + (select count(*) from journal) as count`.execute(
    tx,
  );
  return Number(rows[0]!.count);
}
