import type { LocalDate } from '@dmse/domain/dates/local-date';
import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

/** What was owed on each invoice on a day, by the books. Dates are those of its newest version. */
const owedOn = (as_of: LocalDate, client: number | undefined) => sql`
  select owed.client, i.num, i.id, r.date, r.due_date, owed.balance
  from (
    select client, invoice, sum(amount) as balance from (
      select client, invoice, amount from journal where account = 'receivable' and invoice is not null and date <= ${as_of}::date
      union all
      select p.client, a.invoice, -a.amount from payment_allocation a join payment p on p.id = a.payment where a.date <= ${as_of}::date
    ) changes where ${narrow({ client })} group by client, invoice having sum(amount) <> 0
  ) owed
  join invoice i on i.id = owed.invoice
  join lateral (
    select (document ->> 'date')::date as date, (document ->> 'due_date')::date as due_date from invoice_revision where invoice = i.id and reverses is null
    order by revision desc limit 1
  ) r on true`;

export const agedReceivables = report({
  name: 'aged-receivables',
  title: 'Aged receivables',
  about: 'What every client owes, by how long it has been overdue.',
  group: 'Money',
  needs: 'invoices.read',
  filters: ['as_of', 'client'],
  columns: {
    client: { label: 'Client', kind: 'text' },
    not_due: { label: 'Not due', kind: 'money', sum: true },
    age_30: { label: '1–30 days', kind: 'money', sum: true },
    age_60: { label: '31–60', kind: 'money', sum: true },
    age_90: { label: '61–90', kind: 'money', sum: true },
    older: { label: 'Over 90', kind: 'money', sum: true },
    total: { label: 'Owed', kind: 'money', sum: true },
  },
  order: '-total',
  rows: ({ as_of, client }) => {
    const sumOf = (condition: ReturnType<typeof sql>) => sql`coalesce(sum(o.balance) filter (where ${condition}), 0)`;
    const days = sql`${as_of}::date - o.due_date`;
    return sql`
      select c.name as client, ${sumOf(sql`${days} <= 0`)} as not_due, ${sumOf(sql`${days} between 1 and 30`)} as age_30,
        ${sumOf(sql`${days} between 31 and 60`)} as age_60, ${sumOf(sql`${days} between 61 and 90`)} as age_90,
        ${sumOf(sql`${days} > 90`)} as older, sum(o.balance) as total, '/report/client-statement?client=' || c.id || '&as_of=' || ${as_of}::text as path
      from (${owedOn(as_of, client)}) o join client c on c.id = o.client group by c.id`;
  },
  chart: { kind: 'bar', by: 'client', values: ['not_due', 'age_30', 'age_60', 'age_90', 'older'] },
});

/** Invoices on which a job of this manager stands. */
const hasJobOf = (manager: number | undefined) =>
  manager === undefined
    ? sql`true`
    : sql`exists (select from invoice_line l join job j on j.id = l.job where l.invoice = o.id and j.project_manager = ${manager})`;

export const clientStatement = report({
  name: 'client-statement',
  title: 'Client statement',
  about: 'The invoices that are not paid in full, client by client, on any day.',
  group: 'Money',
  needs: 'invoices.read',
  filters: ['as_of', 'client', 'manager', 'only'],
  only: { overdue: { label: 'Past due', holds: () => sql`days > 0` } },
  columns: {
    client: { label: 'Client', kind: 'text', groups: true },
    invoice: { label: 'Invoice', kind: 'text' },
    date: { label: 'Date', kind: 'date' },
    due_date: { label: 'Due', kind: 'date' },
    days: { label: 'Days past due', kind: 'number' },
    balance: { label: 'Owed', kind: 'money', sum: true },
  },
  order: 'due_date',
  rows: ({ as_of, client, manager }) => sql`
    select c.name as client, o.num as invoice, o.date, o.due_date, greatest(${as_of}::date - o.due_date, 0) as days, o.balance, '/invoice/' || o.id as path
    from (${owedOn(as_of, client)}) o join client c on c.id = o.client
    where ${hasJobOf(manager)}`,
});
