import { sql } from 'kysely';
import { report } from '../report/report.ts';

export const taxCollected = report({
  name: 'tax-collected',
  title: 'Tax collected',
  about: 'The tax on invoices of the period, by month and tax, as the books have it.',
  group: 'Money',
  needs: 'invoices.read',
  filters: ['from', 'to'],
  columns: {
    month: { label: 'Month', kind: 'text', groups: true },
    code: { label: 'Tax', kind: 'text', groups: true },
    invoices: { label: 'Invoices', kind: 'number' },
    amount: { label: 'Amount', kind: 'money', sum: true },
  },
  order: 'month',
  rows: ({ from, to }) => sql`
    select to_char(date, 'YYYY-MM') as month, code, count(distinct invoice) as invoices, -sum(amount) as amount,
      '/report/invoice-register?from=' || greatest(date_trunc('month', min(date))::date, ${from}::date) || '&to='
        || least((date_trunc('month', min(date)) + interval '1 month - 1 day')::date, ${to}::date) as path
    from journal where account = 'tax' and date between ${from}::date and ${to}::date group by 1, 2`,
  chart: { kind: 'line', by: 'month', values: ['amount'] },
});
