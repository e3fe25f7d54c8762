import { sql } from 'kysely';
import { nameOf, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const milestonesDue = report({
  name: 'milestones-due',
  title: 'Milestones due and overdue',
  about: 'What has to be done by when, and what is late.',
  group: 'Jobs and quotes',
  needs: 'work.read',
  filters: ['client', 'manager', 'person', 'job'],
  columns: {
    due: { label: 'Due', kind: 'date' },
    late: { label: 'Days late', kind: 'number' },
    job: { label: 'Job', kind: 'text', groups: true },
    client: { label: 'Client', kind: 'text', groups: true },
    task: { label: 'Task', kind: 'text' },
    milestone: { label: 'Milestone', kind: 'text', groups: true },
    person: { label: 'Assigned to', kind: 'text', groups: true },
    manager: { label: 'Project manager', kind: 'text', groups: true },
  },
  order: 'due',
  rows: ({ client, manager, person, job, today }) => sql`
    select m.due_date as due, greatest(${today}::date - m.due_date, 0) as late, j.num as job, j.client_name as client, t.name as task, m.name as milestone,
      ${nameOf('m.assigned_user')} as person, ${nameOf('j.project_manager')} as manager, '/job/' || j.id || '/tasks' as path
    from milestone m join job j on j.id = m.job join task t on t.id = m.task
    where m.state = 'open' and m.due_date is not null and j.state = 'IN PROGRESS'
      and ${narrow({ 'j.client': client, 'j.project_manager': manager, 'm.assigned_user': person, 'j.id': job })}`,
});
