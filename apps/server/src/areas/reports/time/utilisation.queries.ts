import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const utilisation = report({
  name: 'utilisation',
  title: 'Utilisation',
  about: 'How much of each person’s time was billable, and how it compares with their week.',
  group: 'Time',
  needs: 'time.admin',
  filters: ['from', 'to', 'person'],
  columns: {
    person: { label: 'Person', kind: 'text' },
    role: { label: 'Role', kind: 'text', groups: true },
    billable: { label: 'Billable', kind: 'minutes', sum: true },
    unbillable: { label: 'On jobs, not billable', kind: 'minutes', sum: true },
    overhead: { label: 'Overhead', kind: 'minutes', sum: true },
    total: { label: 'Hours', kind: 'minutes', sum: true },
    expected: { label: 'Expected', kind: 'minutes', sum: true },
    utilisation: { label: 'Billable', kind: 'percent', share: ['billable', 'total'] },
  },
  order: '-utilisation',
  rows: ({ from, to, person }) => sql`
    select u.full_name as person, coalesce(u.job_role, '') as role, t.billable, t.unbillable, t.overhead, t.total,
      round(coalesce(u.weekly_minutes, 0) * (${to}::date - ${from}::date + 1) / 7.0) as expected,
      case when t.total > 0 then round(100.0 * t.billable / t.total, 1) end as utilisation,
      '/report/timesheet-detail?person=' || u.id || '&from=' || ${from}::text || '&to=' || ${to}::text as path
    from (
      select "user", coalesce(sum(minutes) filter (where is_billable), 0) as billable,
        coalesce(sum(minutes) filter (where not is_billable and job is not null), 0) as unbillable,
        coalesce(sum(minutes) filter (where job is null), 0) as overhead, sum(minutes) as total
      from time_entry where date between ${from}::date and ${to}::date group by "user"
    ) t join app_user u on u.id = t."user" where ${narrow({ 'u.id': person })}`,
  chart: { kind: 'bar', by: 'person', values: ['billable', 'unbillable', 'overhead'] },
});
