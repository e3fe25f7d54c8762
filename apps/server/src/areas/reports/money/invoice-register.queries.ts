import { INVOICE_STATES } from '@dmse/domain/states/invoice';
import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const invoiceRegister = report({
  name: 'invoice-register',
  title: 'Invoice register',
  about: 'Every invoice number in order, voids included.',
  group: 'Money',
  needs: 'invoices.read',
  filters: ['from', 'to', 'client', 'state'],
  states: INVOICE_STATES.filter((state) => state !== 'DRAFT'),
  columns: {
    num: { label: 'Invoice', kind: 'text' },
    date: { label: 'Date', kind: 'date' },
    month: { label: 'Month', kind: 'text', groups: true },
    client: { label: 'Client', kind: 'text', groups: true },
    state: { label: 'State', kind: 'state', groups: true },
    due_date: { label: 'Due', kind: 'date' },
    subtotal: { label: 'Before tax', kind: 'money', sum: true },
    tax: { label: 'Tax', kind: 'money', sum: true },
    total: { label: 'Total', kind: 'money', sum: true },
    balance: { label: 'Owed', kind: 'money', sum: true },
  },
  order: 'num',
  rows: ({ from, to, client, state }) => {
    // A void invoice counts for nothing; its number stays in the list.
    const counted = (column: string) => sql`case when i.state = 'DELETED' then 0 else ${sql.ref(column)} end`;
    return sql`
      select i.num, i.date, to_char(i.date, 'YYYY-MM') as month, c.name as client, i.state, i.due_date, ${counted('i.subtotal')} as subtotal,
        ${counted('i.tax')} as tax, ${counted('i.total')} as total, i.balance, '/invoice/' || i.id as path
      from invoice i join client c on c.id = i.client
      where i.num is not null and i.date between ${from}::date and ${to}::date and ${narrow({ 'i.client': client, 'i.state': state })}`;
  },
  chart: { kind: 'line', by: 'month', values: ['total'] },
});
