import { JOB_STATES } from '@dmse/domain/states/job';
import { sql } from 'kysely';
import { JOB, JOB_COLUMNS, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const budgetVsActual = report({
  name: 'budget-vs-actual',
  title: 'Budget and actual',
  about: 'How much of its budget each job has used.',
  group: 'Money',
  needs: 'amounts.see',
  filters: ['client', 'manager', 'job', 'state', 'only'],
  states: JOB_STATES,
  only: { over: { label: 'Over budget', holds: () => sql`used > 100` } },
  columns: {
    ...JOB_COLUMNS,
    state: { label: 'State', kind: 'state', groups: true },
    budget: { label: 'Budget', kind: 'money', sum: true },
    actual: { label: 'Actual', kind: 'money', sum: true },
    left: { label: 'Left', kind: 'money', sum: true },
    used: { label: 'Used', kind: 'percent', share: ['actual', 'budget'] },
  },
  order: '-used',
  rows: ({ client, manager, job, state }) => sql`
    select ${JOB}, j.state, b.budget,
      coalesce(w.actual, 0) as actual, b.budget - coalesce(w.actual, 0) as "left",
      case when b.budget > 0 then round(100.0 * coalesce(w.actual, 0) / b.budget, 1) end as used, '/job/' || j.id || '/budget' as path
    from (select job, sum(amount) as budget from budget_entry where job is not null group by job) b
    join job j on j.id = b.job
    left join (select job, wip_cost + billed + written_off as actual from job_wip) w on w.job = j.id
    where ${narrow({ 'j.client': client, 'j.project_manager': manager, 'j.id': job, 'j.state': state })}`,
  chart: { kind: 'bar', by: 'manager', values: ['budget', 'actual'] },
});
