import type { Client } from '@dmse/contract/clients/client';
import { LINE_WORDS } from '@dmse/domain/invoices/line-words';
import { sql } from 'kysely';
import { createInvoice } from '../../areas/invoices/invoice/invoice.service.ts';
import { getSection } from '../../areas/settings/setting/setting.service.ts';
import type { Context } from '../../call/context.ts';
import { advanceIds, type Loading } from '../bulk-load.ts';
import { chance, digestOf, draw, word } from '../firm/chance.ts';
import { writeInLanguages } from './load-languages.ts';

/** Where the payments of the demo are deposited, and who writes its invoices. */
const BANK = '1000';
const IVAN = sql`(select id from app_user where username = 'ivan')`;

const TERMS = 'payment_terms_days' satisfies keyof Client;

type Firm = { firm_name: string; legal_name: string; address: string; phone: string; email: string; website: string; hst_number: string };

const POSTED = ['invoice', 'invoice_line', 'invoice_revision', 'journal', 'payment', 'payment_allocation'] as const;

/**
 * What the ledger says was billed stands on an invoice, one for each job and month; most were paid, some in part, a few were given up, and
 * what was paid went to the bank every Friday. Written without triggers: what they keep is written along.
 */
export async function loadInvoices(context: Pick<Loading, 'tx' | 'now'>, firm: Firm, withHistory: number): Promise<void> {
  const { tx } = context;
  for (const table of POSTED) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
  await writeInLanguages(tx);
  await planInvoices(context);
  await planPayments(context);
  await insertInvoices(context, firm);
  await insertPayments(context);
  await insertJournal(context);
  await tellInvoices(context, withHistory);
  for (const table of POSTED) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  await advanceIds(tx, ['invoice', 'invoice_line', 'invoice_revision', 'payment', 'payment_allocation', 'deposit', 'journal']);
}

/** Which work is on which line of which invoice, with the tax of the client's province on that day. */
async function planInvoices({ tx }: Pick<Loading, 'tx'>): Promise<void> {
  const { home_province } = await getSection(tx, 'region');
  const { time_account, disbursement_account, tax_type, untaxed_type } = await getSection(tx, 'invoicing');
  await sql`create unlogged table demo_invoice as
    select of_month.id, lpad(of_month.id::text, greatest(5, length(of_month.id::text)), '0') as num, of_month.job, of_month.month, of_month.date,
      c.id as client, c.name, c.language, ${sql.ref(`c.${TERMS}`)} as terms, c.is_tax_exempt as is_exempt, c.tax_exempt_reason as exempt_reason,
      coalesce(c.tax_province, ${home_province}) as province,
      concat_ws(e'\n', coalesce(nullif(c.billing_street, ''), 'General Delivery'),
        nullif(concat_ws(' ', nullif(c.billing_city, ''), nullif(c.billing_province, ''), nullif(c.billing_postal_code, '')), ''),
        nullif(c.billing_country, '')) as address,
      ${digestOf(word('invoice'), sql`job`, sql`month`)} as digits
    from (
      select row_number() over (order by max(p.act_date), p.job)::int as id, p.job, p.month, max(p.act_date) as date
      from demo_position p join job on job.id = p.job and job.client is not null where p.state = 'BILLED' group by p.job, p.month
    ) of_month
    join job j on j.id = of_month.job join client c on c.id = j.client`.execute(tx);
  const [isTime, asAgent] = [sql`(p.kind = 'time')`, sql`coalesce(e.as_agent, false)`];
  await sql`create unlogged table demo_work as
    select dense_rank() over (order by i.id, ${isTime} desc, p.task, ${asAgent})::int as line, p.item, i.id as invoice, p.job, p.task, p.amount,
      p.work_date, ${isTime} as is_time, ${asAgent} as as_agent,
      person.full_name as who, coalesce(nullif(t.note, ''), nullif(e.vendor, ''), kind.name, '') as what, coalesce(role.name, '') as role,
      coalesce(task.name, '') as task_name, t.minutes, t.rate
    from demo_position p join demo_invoice i on i.job = p.job and i.month = p.month
    join app_user person on person.id = p."user"
    left join time_entry t on p.kind = 'time' and t.id = p.id left join expense e on p.kind = 'expense' and e.id = p.id
    left join disbursement_item d on p.kind = 'item' and d.id = p.id left join disbursement_type kind on kind.id = d.disbursement_type
    left join job_role role on role.id = t.job_role left join task on task.id = p.task
    where p.state = 'BILLED' order by line, p.work_date, p.item`.execute(tx);
  await sql`create unlogged table demo_line as
    with grouped as (
      select line, invoice, job, task, is_time, as_agent, sum(amount)::bigint as amount from demo_work group by 1, 2, 3, 4, 5, 6
    )
    select g.line as id, (row_number() over (partition by g.invoice order by g.line) - 1)::int as position, g.*,
      case when g.is_time then 'time' else 'disbursement' end as kind,
      case when g.is_time then '' when i.language = 'fr' then ${LINE_WORDS.fr.disbursements('')} else ${LINE_WORDS.en.disbursements('')} end || coalesce(nullif(t.name, ''), nullif(j."desc", ''), 'Job ' || j.num) as description,
      case when g.is_time then ${time_account} else ${disbursement_account} end as account,
      case when g.as_agent then ${untaxed_type} else ${tax_type} end as tax_type, coalesce(taxed.tax, 0)::bigint as tax
    from grouped g join demo_invoice i on i.id = g.invoice join job j on j.id = g.job left join task t on t.id = g.task
    left join lateral (
      select sum(round(g.amount * r.rate / 100 * r.base_fraction)) as tax from tax_rule r
      where not i.is_exempt and not g.as_agent and r.province = i.province and i.date >= r.valid_from and (r.valid_to is null or i.date <= r.valid_to)
    ) taxed on true`.execute(tx);
  await sql`alter table demo_invoice add subtotal bigint, add tax bigint, add paid bigint default 0, add off bigint default 0`.execute(tx);
  await sql`update demo_invoice i set subtotal = sums.amount, tax = sums.tax
    from (select invoice, sum(amount) as amount, sum(tax) as tax from demo_line group by invoice) sums where sums.invoice = i.id`.execute(
    tx,
  );
  await sql`create index on demo_work (line)`.execute(tx);
  await sql`create index on demo_line (invoice)`.execute(tx);
  await sql`analyze demo_invoice, demo_work, demo_line`.execute(tx);
}

/** Most clients pay after some weeks, a few in part or not at all; what was owed for too long is given up. A client pays a day's invoices at once. */
async function planPayments({ tx, now }: Pick<Loading, 'tx' | 'now'>): Promise<void> {
  const today = sql`${now.slice(0, 10)}::date`;
  await sql`create unlogged table demo_paid as
    select dense_rank() over (order by day, client)::int as payment, invoice, client, day, case when is_part then total / 2 else total end as amount, digits
    from (
      select id as invoice, client, subtotal + tax as total, date + 8 + floor(70 * ${draw(sql`digits`, 0)} * ${draw(sql`digits`, 1)})::int as day,
        ${draw(sql`digits`, 2)} < 0.05 and date > ${today} - 150 as is_part, digits
      from demo_invoice where ${draw(sql`digits`, 3)} < 0.985
    ) plan where day < ${today} and total > 1`.execute(tx);
  await sql`update demo_invoice i set paid = p.amount from demo_paid p where p.invoice = i.id`.execute(tx);
  await sql`update demo_invoice set off = subtotal + tax where paid = 0 and date < ${today} - 300`.execute(tx);
}

async function insertInvoices({ tx }: Pick<Loading, 'tx'>, firm: Firm): Promise<void> {
  const { payment_text, interest_text, payment_text_fr, interest_text_fr } = await getSection(tx, 'invoicing');
  const { currency } = await getSection(tx, 'region');
  const byLanguage = (en: string, fr: string) => sql`case i.language when 'fr' then ${fr}::text else ${en}::text end`;
  await sql`insert into invoice (id, state, num, client, date, terms_days, language, billing_name, billing_address, tax_province, is_tax_exempt,
      tax_exempt_reason, subtotal, tax, total, revision, issued_total, allocated, written_off, reason, version, created_on, created_by, updated_on, updated_by)
    overriding system value
    select id, case when off > 0 then 'WRITTEN_OFF' else 'SUBMITTED' end, num, client, date, terms, language, name, address, province, is_exempt,
      exempt_reason, subtotal, tax, subtotal + tax, 1, subtotal + tax, paid, off, case when off > 0 then 'The client has gone out of business' else '' end,
      case when off > 0 then 3 else 2 end, date + time '15:00', ${IVAN}, date + time '16:00', ${IVAN}
    from demo_invoice order by demo_invoice.id`.execute(tx);
  await sql`insert into invoice_line (id, invoice, position, kind, job, task, description, amount, tax, account_code, tax_type)
    overriding system value
    select id, invoice, position, kind, job, task, description, amount, tax, account, tax_type from demo_line order by id`.execute(tx);
  await sql`insert into invoice_entry (item, line, invoice, amount)
    select item, line, invoice, amount from demo_work`.execute(tx);
  const { hst_number, ...letterhead } = firm;
  // As the service collects it when an invoice is submitted: everything the client reads. Put together as text and read once at the end: with
  // jsonb each piece would be taken apart again at every level. Aside first: what is inserted at once is made by one process alone.
  await sql`create unlogged table demo_document as
    select i.id, json_build_object(
        'num', i.num, 'revision', 1, 'client', json_build_object('id', i.client, 'name', i.name), 'date', i.date, 'due_date', i.date + i.terms,
        'terms_days', i.terms, 'language', i.language, 'reference', '', 'billing_name', i.name, 'billing_address', i.address, 'note', '',
        'is_tax_exempt', i.is_exempt, 'tax_exempt_reason', i.exempt_reason, 'roll_up', 'task', 'has_annex', false,
        'lines', listed.lines, 'taxes', coalesce(taxed.taxes, '[]'), 'subtotal', i.subtotal, 'tax', i.tax, 'total', i.subtotal + i.tax,
        'jobs', json_build_array(json_build_object('id', j.id, 'num', j.num, 'desc', j."desc")),
        'firm', ${JSON.stringify({ ...letterhead, logo_horizontal: null })}::json, 'registration_numbers', ${JSON.stringify({ HST: hst_number, GST: hst_number })}::json,
        'currency', ${currency}::text,
        'payment_text', ${byLanguage(payment_text, payment_text_fr)}, 'interest_text', ${byLanguage(interest_text, interest_text_fr)})::jsonb as document
    from demo_invoice i join job j on j.id = i.job
    join lateral (
      select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'job', l.job, 'task', l.task, 'description', l.description, 'quantity', 1,
          'unit', '', 'unit_price', null, 'amount', l.amount, 'tax', l.tax, 'account_code', l.account, 'tax_type', l.tax_type, 'division', '',
          'activity', '', 'percent', null, 'fee', null, 'entries', w.entries) order by l.position) as lines
      from demo_line l join lateral (
        select json_agg(e order by e.date, e.item) as entries from (
          select item, amount, null as rest, work_date as date, who, what, task_name as task, role, minutes, rate from demo_work where line = l.id
        ) e
      ) w on true where l.invoice = i.id
    ) listed on true
    left join lateral (
      select json_agg(json_build_object('code', r.code, 'name', r.name, 'rate', r.rate, 'amount', r.amount) order by r.code) as taxes
      from (${taxesOf()}) r where r.amount <> 0
    ) taxed on true`.execute(tx);
  await sql`insert into invoice_revision (id, date, invoice, revision, subtotal, tax, total, document, created_on, created_by) overriding system value
    select id, date, id, 1, subtotal, tax, subtotal + tax, document, date + time '16:00', ${IVAN}
    from demo_invoice join demo_document using (id) order by demo_invoice.id`.execute(tx);
  await sql`insert into posting_number (series, last) select 'invoice', count(*) from demo_invoice having count(*) > 0`.execute(tx);
}

/** What each tax takes of the lines of the invoice `i`, rounded line by line. */
const taxesOf = () => sql`
  select r.code, r.name, r.rate, sum(round(l.amount * r.rate / 100 * r.base_fraction))::bigint as amount
  from demo_line l join tax_rule r on r.province = i.province and i.date >= r.valid_from and (r.valid_to is null or i.date <= r.valid_to)
  where l.invoice = i.id and not i.is_exempt and not l.as_agent group by r.code, r.name, r.rate`;

async function insertPayments({ tx, now }: Pick<Loading, 'tx' | 'now'>): Promise<void> {
  // One in a hundred pays a little too much, which stays as credit.
  await sql`create unlogged table demo_payment as
    select payment as id, client, day, sum(amount)::bigint as allocated, min(digits) as digits,
      case when ${draw(sql`min(digits)`, 4)} < 0.01 then 2500 else 0 end as credit, day + (12 - extract(isodow from day)::int) % 7 as friday
    from demo_paid group by payment, client, day`.execute(tx);
  await sql`insert into deposit (id, state, date, account_code, created_on, created_by, updated_on, updated_by) overriding system value
    select row_number() over (order by friday), 'DEPOSITED', friday, ${BANK}, friday + time '14:00', ${IVAN}, friday + time '14:00', ${IVAN}
    from (select distinct friday from demo_payment where friday < ${now.slice(0, 10)}::date) weeks order by friday`.execute(tx);
  await sql`insert into payment (id, client, received_on, method, reference, amount, allocated, deposit, created_on, created_by, updated_on, updated_by)
    overriding system value
    select p.id, p.client, p.day, method, case when method = 'Check' then (100 + floor(900 * ${draw(sql`p.digits`, 0)}))::int::text else '' end,
      p.allocated + p.credit, p.allocated, d.id, p.day + time '10:00', ${IVAN}, coalesce(d.date, p.day) + time '14:00', ${IVAN}
    from demo_payment p left join deposit d on d.date = p.friday
    cross join lateral (select case when share < 0.48 then 'Check' when share < 0.9 then 'E-Transfer' when share < 0.95 then 'Credit'
      when share < 0.98 then 'Debit' else 'Cash' end as method from (select ${chance(word('method'), sql`p.client`)} as share) drawn) how
    order by p.id`.execute(tx);
  await sql`insert into payment_allocation (date, payment, invoice, amount, created_on, created_by)
    select day, payment, invoice, amount, day + time '10:00', ${IVAN} from demo_paid order by payment, invoice`.execute(tx);
}

async function insertJournal({ tx }: Pick<Loading, 'tx'>): Promise<void> {
  await sql`create unlogged table demo_posting as
    select i.date, 1 as rank, 'Invoice ' || i.num as says, 'invoice' as act, i.id as invoice, null::int as payment, null::int as deposit, line.*
    from demo_invoice i cross join lateral (
      select 'receivable' as account, '' as code, i.client, i.subtotal + i.tax as amount
      union all select 'revenue', l.account, i.client, -sum(l.amount)::bigint from demo_line l where l.invoice = i.id group by l.account
      union all select 'tax', r.code, i.client, -r.amount from (${taxesOf()}) r
    ) line
    union all
    select date + terms + 180, 4, 'Write-off of invoice ' || num, 'write-off', id, null, null, line.account, '', client, line.amount
    from demo_invoice cross join lateral (values ('write-off', off), ('receivable', -off)) line (account, amount) where off > 0
    union all
    select received_on, 2, 'Payment ' || payment.id, 'payment', null, payment.id, null, line.account, '', line.client, line.amount
    from payment cross join lateral (values ('undeposited', null::int, amount), ('receivable', client, -amount)) line (account, client, amount)
    union all
    select d.date, 3, 'Deposit ' || d.id, 'deposit', null, null, d.id, line.account, line.code, null, line.amount
    from deposit d cross join lateral (select sum(amount)::bigint as total from payment where payment.deposit = d.id) sums
    cross join lateral (values ('bank', ${BANK}, total), ('undeposited', '', -total)) line (account, code, amount)`.execute(tx);
  await sql`insert into journal (posting, date, says, act, invoice, payment, deposit, account, code, client, amount, created_on, created_by)
    select dense_rank() over (order by date, rank, invoice, payment, deposit), date, says, act, invoice, payment, deposit, account, code, client, amount,
      date + time '16:00', ${IVAN}
    from demo_posting where amount <> 0 order by 1, account`.execute(tx);
  await sql`select setval('journal_posting', (select coalesce(max(posting), 1) from journal))`.execute(tx);
  await sql`insert into client_account (client, receivable)
    select client, coalesce(sum(amount) filter (where account = 'receivable'), 0) from journal where client is not null group by client`.execute(
    tx,
  );
}

/** The newest invoices tell how they came to be. */
async function tellInvoices({ tx }: Pick<Loading, 'tx'>, withHistory: number): Promise<void> {
  const state = (from: string, to: string) =>
    sql`jsonb_build_object('field', 'state', 'label', 'State', 'from', ${from}::text, 'to', ${to}::text)`;
  await sql`insert into demo_history (entry, at)
    select jsonb_build_object('noun', 'invoice', 'record_id', i.id::text, 'record_name', i.num, 'version', step.version, 'action', step.action,
      'changes', step.changes, 'by', ${IVAN}), step.at
    from (select * from demo_invoice order by id desc limit ${withHistory}) i cross join lateral (values
      (1, true, 'created', i.date + time '15:00', jsonb_build_array(jsonb_build_object('field', 'client', 'label', 'Client', 'from', null, 'to', i.name))),
      (2, true, 'submitted', i.date + time '16:00', jsonb_build_array(${state('DRAFT', 'SUBMITTED')})),
      (3, i.off > 0, 'wrote off', i.date + i.terms + 180 + time '16:00', jsonb_build_array(${state('SUBMITTED', 'WRITTEN_OFF')}))
    ) step (version, is_so, action, at, changes) where step.is_so order by i.id, step.version`.execute(tx);
}

/** A few drafts wait to be sent: the work of the last weeks of some jobs. */
export async function loadDrafts(context: Context, count: number): Promise<void> {
  const { rows } = await sql<{ client: number; items: { item: string; turn: number }[] }>`
    select j.client, jsonb_agg(jsonb_build_object('item', w.item, 'turn', w.turn) order by w.item) as items
    from wip_item w join job j on j.id = w.job where w.state = 'UNBILLED' and j.state = 'IN PROGRESS' group by j.id
    having count(*) between 2 and 12 and sum(w.amount) > 50000 order by ${chance(word('draft'), sql`j.id`)} limit ${count}`.execute(
    context.tx,
  );
  for (const { client, items } of rows) await createInvoice(context, { client, items });
}
