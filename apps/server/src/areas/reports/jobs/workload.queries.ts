import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const workload = report({
  name: 'workload',
  title: 'Workload',
  about: 'How much is waiting for each person, and how much of it is late.',
  group: 'Jobs and quotes',
  needs: 'work.read',
  filters: ['person'],
  columns: {
    person: { label: 'Person', kind: 'text' },
    late: { label: 'Late', kind: 'number', sum: true },
    this_week: { label: 'Due within 7 days', kind: 'number', sum: true },
    later: { label: 'Due later', kind: 'number', sum: true },
    undated: { label: 'Without a date', kind: 'number', sum: true },
    total: { label: 'Open milestones', kind: 'number', sum: true },
    budgeted: { label: 'Budgeted', kind: 'minutes', sum: true },
  },
  order: '-total',
  rows: ({ person, today }) => sql`
    select u.full_name as person, count(*) filter (where m.due_date < ${today}::date) as late,
      count(*) filter (where m.due_date between ${today}::date and ${today}::date + 7) as this_week,
      count(*) filter (where m.due_date > ${today}::date + 7) as later, count(*) filter (where m.due_date is null) as undated, count(*) as total,
      coalesce(sum((select sum(b.minutes) from budget_entry b where b.milestone = m.id)), 0) as budgeted,
      '/report/milestones-due?person=' || u.id as path
    from milestone m join job j on j.id = m.job join app_user u on u.id = m.assigned_user
    where m.state = 'open' and j.state = 'IN PROGRESS' and ${narrow({ 'u.id': person })}
    group by u.id`,
  chart: { kind: 'bar', by: 'person', values: ['late', 'this_week', 'later', 'undated'] },
});
