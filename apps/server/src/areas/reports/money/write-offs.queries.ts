import { sql } from 'kysely';
import { nameOf, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const writeOffs = report({
  name: 'write-offs',
  title: 'Write-offs',
  about: 'Work and invoices written off, and write-offs taken back, with the reasons.',
  group: 'Money',
  needs: 'amounts.see',
  filters: ['from', 'to', 'client', 'manager'],
  columns: {
    date: { label: 'Date', kind: 'date' },
    what: { label: 'What', kind: 'text', groups: true },
    job: { label: 'Job', kind: 'text' },
    client: { label: 'Client', kind: 'text', groups: true },
    manager: { label: 'Project manager', kind: 'text', groups: true },
    by: { label: 'By', kind: 'text', groups: true },
    reason: { label: 'Reason', kind: 'text' },
    amount: { label: 'Amount', kind: 'money', sum: true },
  },
  order: '-date',
  rows: ({ from, to, client, manager }) => sql`
    select l.date, 'Work' as what, j.num as job, j.client_name as client, ${nameOf('j.project_manager')} as manager, ${nameOf('l.created_by')} as by,
      coalesce(l.reason, '') as reason, l.amount as amount, '/job/' || j.id || '/tasks' as path
    from wip_line l join job j on j.id = l.job
    where l.state = 'WRITTEN_OFF' and l.date between ${from}::date and ${to}::date and ${narrow({ 'j.client': client, 'j.project_manager': manager })}
    union all
    select l.date, 'Invoice', '', c.name, null, ${nameOf('l.created_by')}, l.says, l.amount, '/invoice/' || l.invoice
    from journal l join client c on c.id = l.client
    where l.account = 'write-off' and l.date between ${from}::date and ${to}::date and ${narrow({ 'l.client': client })}
      ${manager === undefined ? sql`` : sql`and false`}`,
  chart: { kind: 'bar', by: 'client', values: ['amount'] },
});
