import { STALE_DAYS } from '@dmse/domain/dates/staleness';
import { sql } from 'kysely';
import { dayOf, JOB, JOB_COLUMNS, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const staleJobs = report({
  name: 'stale-jobs',
  title: 'Stale jobs',
  about: 'Jobs in progress on which nobody has worked for four weeks or more.',
  group: 'Jobs and quotes',
  needs: 'jobs.read',
  filters: ['client', 'manager', 'only'],
  only: { awake: { label: 'Not on hold', holds: ({ today }) => sql`(on_hold_until is null or on_hold_until <= ${today}::date)` } },
  columns: {
    ...JOB_COLUMNS,
    last_worked: { label: 'Last worked', kind: 'date' },
    days: { label: 'Days', kind: 'number' },
    on_hold_until: { label: 'On hold until', kind: 'date' },
    wip: { label: 'WIP', kind: 'money', sum: true },
  },
  order: '-days',
  rows: ({ client, manager, today, zone }) => sql`
    select ${JOB}, w.last_time_entry_date as last_worked,
      ${today}::date - coalesce(w.last_time_entry_date, ${dayOf('j.created_on', zone)}) as days, j.on_hold_until, coalesce(w.wip_cost, 0) as wip, '/job/' || j.id as path
    from job j left join job_wip w on w.job = j.id
    where j.state = 'IN PROGRESS' and ${today}::date - coalesce(w.last_time_entry_date, ${dayOf('j.created_on', zone)}) >= ${STALE_DAYS}
      and ${narrow({ 'j.client': client, 'j.project_manager': manager })}`,
});
