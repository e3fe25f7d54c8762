import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const payments = report({
  name: 'payments',
  title: 'Payments and undeposited money',
  about: 'What was received, where it was put, and what has not been deposited yet.',
  group: 'Money',
  needs: 'payments.read',
  filters: ['from', 'to', 'client', 'state'],
  states: ['Deposited', 'Undeposited', 'Taken back'],
  columns: {
    date: { label: 'Received', kind: 'date' },
    month: { label: 'Month', kind: 'text', groups: true },
    client: { label: 'Client', kind: 'text', groups: true },
    method: { label: 'Method', kind: 'text', groups: true },
    reference: { label: 'Reference', kind: 'text' },
    state: { label: 'State', kind: 'state', groups: true },
    amount: { label: 'Amount', kind: 'money', sum: true },
    allocated: { label: 'On invoices', kind: 'money', sum: true },
    refunded: { label: 'Refunded', kind: 'money', sum: true },
    unapplied: { label: 'Credit left', kind: 'money', sum: true },
  },
  order: '-date',
  rows: ({ from, to, client, state }) => sql`
    select * from (
      select p.received_on as date, to_char(p.received_on, 'YYYY-MM') as month, c.name as client, p.method, p.reference,
        case when p.reversal is not null then 'Taken back' when d.state = 'DEPOSITED' then 'Deposited' else 'Undeposited' end as state,
        case when p.reversal is null then p.amount else 0 end as amount, p.allocated, p.refunded, p.unapplied, '/payment/' || p.id as path
      from payment p join client c on c.id = p.client left join deposit d on d.id = p.deposit
      where p.received_on between ${from}::date and ${to}::date and ${narrow({ 'p.client': client })}
    ) found where ${narrow({ state })}`,
  chart: { kind: 'line', by: 'month', values: ['amount'] },
});
