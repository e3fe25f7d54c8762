import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { getInvoiceTotals, listInvoices, WrittenLine } from '@dmse/contract/invoices/invoice';
import type { Job } from '@dmse/contract/jobs/job';
import { AGE_BUCKETS, type AgeBucket } from '@dmse/domain/invoices/age';
import type { Settlement } from '@dmse/domain/states/invoice';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { InvoiceDocument } from './invoice-document.ts';

export type InvoiceFilter = RequestQuery<typeof listInvoices>;
type Ref = { id: number; full_name: string };

const clientRef = sql<{ id: number; name: string }>`(
  select jsonb_build_object('id', client.id, 'name', client.name) from client where client.id = invoice.client)`;
const jobRefs = sql<{ id: number; num: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', job.id, 'num', job.num) order by job.num), '[]') from job
  where job.id in (select job from invoice_line where invoice_line.invoice = invoice.id))`;
const isPayable = sql<boolean>`invoice.state in ('SUBMITTED', 'EDITING', 'RESTORED')`;

/** What is derived of an invoice, as the rule has it. */
const SETTLED: Record<Settlement, RawBuilder<boolean>> = {
  none: sql<boolean>`not (${isPayable})`,
  paid: sql<boolean>`${isPayable} and invoice.balance = 0`,
  'partly paid': sql<boolean>`${isPayable} and invoice.balance > 0 and invoice.allocated > 0`,
  unpaid: sql<boolean>`${isPayable} and invoice.balance > 0 and invoice.allocated = 0`,
};
const isOverdue = (today: string) => sql<boolean>`(${isPayable} and invoice.balance > 0 and invoice.due_date < ${today}::date)`;

/** What is owed and due for so long, as `ageBucket` has it. */
const isOfAge = (ages: readonly AgeBucket[], today: string) => sql<boolean>`(${isPayable} and invoice.balance > 0
  and least(${AGE_BUCKETS.length - 1}, greatest(0, ceil((${today}::date - invoice.due_date) / 30.0)))::int = any(${ages.map((age) => AGE_BUCKETS.indexOf(age))}::int[]))`;

const COLUMNS = {
  num: sql`invoice.num`,
  date: { notNull: sql`invoice.date` },
  due_date: { notNull: sql`invoice.due_date` },
  total: { notNull: sql`invoice.total` },
  balance: { notNull: sql`invoice.balance` },
  updated_on: { notNull: sql`invoice.updated_on` },
};

function rowsOf(tx: Tx, filter: RequestQuery<typeof getInvoiceTotals>, today: string) {
  const { query, state: states, settlement, is_overdue, age, client, job, date_from, date_to } = filter;
  let rows = tx.selectFrom('invoice');
  if (states?.length) rows = rows.where('state', 'in', states);
  if (settlement?.length) {
    rows = rows.where(
      sql<boolean>`(${sql.join(
        settlement.map((one) => SETTLED[one]),
        sql` or `,
      )})`,
    );
  }
  if (is_overdue !== undefined) rows = rows.where(sql<boolean>`${isOverdue(today)} = ${is_overdue}`);
  if (age?.length) rows = rows.where(isOfAge(age, today));
  if (client !== undefined) rows = rows.where('client', '=', client);
  if (job !== undefined)
    rows = rows.where(
      sql<boolean>`exists (select from invoice_line where invoice_line.invoice = invoice.id and invoice_line.job = ${job})`,
    );
  if (date_from !== undefined) rows = rows.where('date', '>=', date_from);
  if (date_to !== undefined) rows = rows.where('date', '<=', date_to);
  const words = query ? matchesWords(sql`invoice.search`, query) : null;
  return words ? rows.where(words) : rows;
}

export function list(tx: Tx, { ordering, page, page_size, ...filter }: InvoiceFilter, today: string) {
  const rows = rowsOf(tx, filter, today)
    .select(['invoice.id', 'num', 'date', 'due_date', 'total', 'balance', 'allocated', 'reference', 'updated_on', 'version'])
    .select(['state', clientRef.as('client'), jobRefs.as('jobs')]);
  const order = orderBy<OrderOf<typeof listInvoices>>(ordering, COLUMNS, '-date', sql`invoice.id`);
  return pageOf(rows, { page, page_size }, order, { isSearch: Boolean(filter.query) });
}

/** What the filter comes to: of drafts and void ones nothing is owed. */
export async function sum(tx: Tx, filter: RequestQuery<typeof getInvoiceTotals>, today: string) {
  return rowsOf(tx, filter, today)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(total) filter (where state <> 'DELETED'), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(balance), 0)::bigint`.as('balance'),
      sql<number>`coalesce(sum(balance) filter (where ${isOverdue(today)}), 0)::bigint`.as('overdue'),
    ])
    .executeTakeFirstOrThrow();
}

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('invoice')
    .select([
      'invoice.id',
      'num',
      'state',
      'date',
      'terms_days',
      'due_date',
      'language',
      'reference',
      'billing_name',
      'billing_address',
      'note',
    ])
    .select(['tax_province', 'is_tax_exempt', 'tax_exempt_reason', 'roll_up', 'has_annex', 'subtotal', 'tax', 'total', 'revision'])
    .select(['issued_total', 'allocated', 'written_off', 'balance', 'reason', 'approved_on', 'approval_comment'])
    .select(['version', 'created_on', 'updated_on'])
    .select([clientRef.as('client'), jobRefs.as('jobs')])
    .select([
      sql<Ref | null>`${personRef('invoice.editor')}`.as('editor'),
      sql<Ref | null>`${personRef('invoice.approved_by')}`.as('approved_by'),
      personRef('invoice.created_by').as('created_by'),
      personRef('invoice.updated_by').as('updated_by'),
    ])
    .where('invoice.id', '=', id)
    .executeTakeFirst();
}
export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof find>>>;

export type EntryRow = {
  item: string;
  line: number;
  amount: number;
  rest_amount: number;
  rest_act: 'hold' | 'write off' | null;
  rest_reason: string;
};
export type LineRow = Omit<WrittenLine, 'entries'> & { id: number; tax: number };

export async function listLines(tx: Tx, invoice: number): Promise<LineRow[]> {
  return tx
    .selectFrom('invoice_line')
    .select(['id', 'job', 'task', 'description', 'quantity', 'unit', 'unit_price', 'amount', 'tax', 'account_code', 'tax_type'])
    .select(['division', 'activity', 'percent', 'fee', 'kind'])
    .where('invoice', '=', invoice)
    .orderBy('position')
    .execute();
}

/** The entries as they stand, in no order. */
export async function listBareEntries(tx: Tx, invoice: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select item, line, amount, rest_amount, rest_act, rest_reason from invoice_entry where invoice = ${invoice}`.execute(tx);
  return rows;
}

/** The entries in the order of their days, as they are shown. */
export async function listEntries(tx: Tx, invoice: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.item, e.line, e.amount, e.rest_amount, e.rest_act, e.rest_reason
    from invoice_entry e join wip_item i on i.item = e.item where e.invoice = ${invoice} order by i.work_date, e.item`.execute(tx);
  return rows;
}

export type TaxedLine = WrittenLine & { tax: number };

/** The lines are what is given, in this order. */
export async function replaceLines(tx: Tx, invoice: number, lines: readonly TaxedLine[]): Promise<void> {
  await sql`delete from invoice_line where invoice = ${invoice}`.execute(tx);
  if (lines.length === 0) return;
  const values = lines.map(({ entries: _, ...line }, position) => ({ ...line, position }));
  const { rows } = await sql<{ id: number; position: number }>`
    insert into invoice_line (invoice, position, kind, job, task, description, quantity, unit, unit_price, amount, tax, account_code, tax_type,
      division, activity, percent, fee)
    select ${invoice}, position, kind, job, task, description, quantity, unit, unit_price, amount, tax, account_code, tax_type, division, activity,
      percent, fee
    from json_to_recordset(${JSON.stringify(values)}) as line (position int, kind text, job int, task int, description text, quantity numeric,
      unit text, unit_price bigint, amount bigint, tax bigint, account_code text, tax_type text, division text, activity text, percent numeric,
      fee bigint)
    returning id, position`.execute(tx);
  const idAt = new Map(rows.map(({ id, position }) => [position, id]));
  const entries = lines.flatMap(({ entries: own }, position) => own.map((entry) => ({ ...entry, line: idAt.get(position)! })));
  if (entries.length === 0) return;
  const rests = entries.flatMap(({ item, rest }) => (rest ? { item, ...rest } : []));
  // Thousands of entries go as lists in one text each; few have a rest.
  const list = (values: readonly (string | number)[]) => sql`string_to_array(${values.join(' ')}, ' ')`;
  await sql`
    insert into invoice_entry (item, line, invoice, amount, rest_amount, rest_act, rest_reason)
    select entry.item, entry.line, ${invoice}, entry.amount, coalesce(rest.amount, 0), rest.act, coalesce(rest.reason, '')
    from unnest(${list(entries.map(({ item }) => item))}, ${list(entries.map(({ line }) => line))}::int[],
      ${list(entries.map(({ amount }) => amount))}::bigint[]) as entry (item, line, amount)
    left join json_to_recordset(${JSON.stringify(rests)}) as rest (item text, amount bigint, act text, reason text) on rest.item = entry.item`.execute(
    tx,
  );
}

/** Its work is free again; the lines stay to be read. */
export async function releaseEntries(tx: Tx, invoice: number): Promise<void> {
  await sql`delete from invoice_entry where invoice = ${invoice}`.execute(tx);
}

/** The version in force: posted, and not reversed. */
export async function findIssued(tx: Tx, invoice: number) {
  const { rows } = await sql<{ id: number; revision: number; date: string; total: number; document: InvoiceDocument }>`
    select id, revision, date, total, document from invoice_revision r where invoice = ${invoice} and reverses is null
      and not exists (select from invoice_revision back where back.reverses = r.id)`.execute(tx);
  return rows[0] ?? null;
}

/** Of the version in force: its day, and its lines without the work on them. */
export async function findIssuedLines(tx: Tx, invoice: number) {
  const { rows } = await sql<{ date: string; lines: Omit<InvoiceDocument['lines'][number], 'entries'>[] }>`
    select date, (select coalesce(jsonb_agg(line - 'entries'), '[]') from jsonb_array_elements(document -> 'lines') line) as lines
    from invoice_revision r where invoice = ${invoice} and reverses is null
      and not exists (select from invoice_revision back where back.reverses = r.id)`.execute(tx);
  return rows[0] ?? null;
}

/** The day an invoice that was void came back on; null where it never was. Only what came back is posted later than it is dated. */
export async function findDayItCameBack(tx: Tx, invoice: number): Promise<string | null> {
  const { rows } = await sql<{ date: string | null }>`
    select max(date) as date from invoice_revision
    where invoice = ${invoice} and reverses is null and date > (document ->> 'date')::date`.execute(tx);
  return rows[0]!.date;
}

export async function findLastTaxes(tx: Tx, invoice: number): Promise<InvoiceDocument['taxes'] | null> {
  const { rows } = await sql<{ taxes: InvoiceDocument['taxes'] }>`
    select document -> 'taxes' as taxes from invoice_revision where invoice = ${invoice} and reverses is null
    order by revision desc limit 1`.execute(tx);
  return rows[0]?.taxes ?? null;
}

/** The newest version, in force or not. */
export async function findLastDocument(tx: Tx, invoice: number): Promise<InvoiceDocument | null> {
  const { rows } = await sql<{ document: InvoiceDocument }>`
    select document from invoice_revision where invoice = ${invoice} and reverses is null order by revision desc limit 1`.execute(tx);
  return rows[0]?.document ?? null;
}

export async function hold(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('invoice')
    .select(['id', 'client', 'state', 'date', 'balance', 'allocated', sql<string>`coalesce(num, '')`.as('number')])
    .where('id', 'in', [...ids, 0])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function listOwed(tx: Tx, which: { ids: readonly number[] } | { client: number }) {
  const rows = tx
    .selectFrom('invoice')
    .select(['id', 'client', 'num', 'date', 'due_date', 'issued_total as total', 'balance'])
    .where(isPayable)
    .where('balance', '>', 0);
  const named = 'ids' in which ? rows.where('id', 'in', [...which.ids, 0]) : rows.where('client', '=', which.client);
  return named.orderBy('date').orderBy('id').limit(500).execute();
}

export async function findClientName(tx: Tx, id: number): Promise<string | null> {
  return (await tx.selectFrom('client').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
}

/** The jobs of lines, with whose they are and who runs them. */
export async function listJobs(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; num: string; desc: string; client: number | null; manager: Ref | null }>`
    select job.id, job.num, job."desc", job.client, ${personRef('job.project_manager')} as manager
    from job where job.id = any(${ids}::int[]) order by job.num`.execute(tx);
  return rows;
}

export async function listTasks(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; job: number | null }>`
    select id, name, job from task where id = any(${ids}::int[])`.execute(tx);
  return rows;
}

type ChosenTask = { id: number; name: string; budget_amount: number };
/** The open jobs of a client and those on an invoice, with tasks, budgets and what other invoices have billed. */
export async function listChoices(tx: Tx, invoice: number, client: number) {
  type Row = {
    id: number;
    num: string;
    desc: string;
    fee_cap: NonNullable<Job['fee_cap']> | null;
    billed: number;
    progress: number | null;
    tasks: ChosenTask[];
  };
  const { rows } = await sql<Row>`
    select job.id, job.num, job."desc", job.fee_cap, coalesce(job_wip.billed, 0) - coalesce((
        select sum(i.amount) from invoice_entry e join wip_item i on i.item = e.item
        where e.invoice = ${invoice} and i.job = job.id and i.state = 'BILLED'), 0)::bigint as billed,
      (select p.accepted from billing_progress p where p.job = job.id order by p.id desc limit 1) as progress,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'budget_amount', coalesce(b.amount, 0))
          order by g."order", t."order", t.id), '[]')
        from task t join task_group g on g.id = t.task_group
        left join (select m.task, sum(e.amount) as amount from budget_entry e join milestone m on m.id = e.milestone
          where e.job = job.id group by m.task) b on b.task = t.id
        where t.job = job.id) as tasks
    from job left join job_wip on job_wip.job = job.id
    where job.client = ${client}
      and (job.state = 'IN PROGRESS' or job.id in (select job from invoice_line where invoice_line.invoice = ${invoice}))
    order by job.num`.execute(tx);
  return rows;
}

/** What other invoices have billed of the fee of tasks by progress lines. */
export async function listProgressBefore(tx: Tx, invoice: number, tasks: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ task: number; amount: number }>`
    select l.task, sum(l.amount)::bigint as amount from invoice_line l join invoice i on i.id = l.invoice
    where l.kind = 'progress' and l.task = any(${tasks}::int[]) and l.invoice <> ${invoice} and i.state not in ('DRAFT', 'DELETED')
    group by l.task`.execute(tx);
  return new Map(rows.map(({ task, amount }) => [task, amount]));
}

export async function setNumber(tx: Tx, id: number, num: string): Promise<void> {
  await sql`update invoice set num = ${num} where id = ${id} and num is null`.execute(tx);
}

export async function setWrittenOff(tx: Tx, id: number, amount: number): Promise<void> {
  await sql`update invoice set written_off = ${amount} where id = ${id}`.execute(tx);
}
