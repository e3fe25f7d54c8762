import { sql } from 'kysely';
import { JOB, JOB_COLUMNS, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const readyToBill = report({
  name: 'ready-to-bill',
  title: 'Ready to bill',
  about: 'Jobs with work that can be put on an invoice today.',
  group: 'Money',
  needs: 'amounts.see',
  filters: ['client', 'manager'],
  columns: {
    ...JOB_COLUMNS,
    state: { label: 'State', kind: 'state' },
    last_worked: { label: 'Last worked', kind: 'date' },
    billed: { label: 'Billed so far', kind: 'money', sum: true },
    on_draft: { label: 'On drafts', kind: 'money', sum: true },
    ready: { label: 'Ready', kind: 'money', sum: true },
  },
  order: '-ready',
  rows: ({ client, manager, may_bill }) => sql`
    select ${JOB}, j.state, w.last_time_entry_date as last_worked, w.billed, w.on_draft, w.ready,
      ${may_bill ? sql`'/invoice?client=' || j.client || '&job=' || j.id` : sql`'/job/' || j.id || '/tasks?mode=wip'`} as path
    from job_wip w join job j on j.id = w.job
    where w.ready > 0 and ${narrow({ 'j.client': client, 'j.project_manager': manager })}`,
  chart: { kind: 'bar', by: 'manager', values: ['ready'] },
});
