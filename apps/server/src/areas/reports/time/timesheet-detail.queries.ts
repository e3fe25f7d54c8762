import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { type Asked, report } from '../report/report.ts';

const mayBeSeen = (time_of: Asked['time_of']) =>
  time_of === 'everybody'
    ? sql`true`
    : sql`(e."user" = ${time_of} or exists (select from supervision v where v.supervisor = ${time_of} and v.employee = e."user"))`;

export const timesheetDetail = report({
  name: 'timesheet-detail',
  title: 'Timesheet detail',
  about: 'Every entry of the period: your own, those of the people you supervise, or everybody’s.',
  group: 'Time',
  needs: 'time.read',
  filters: ['from', 'to', 'person', 'job', 'client'],
  columns: {
    date: { label: 'Date', kind: 'date' },
    person: { label: 'Person', kind: 'text', groups: true },
    job: { label: 'Job', kind: 'text', groups: true },
    client: { label: 'Client', kind: 'text', groups: true },
    task: { label: 'Task or overhead', kind: 'text', groups: true },
    note: { label: 'Note', kind: 'text' },
    billable: { label: 'Billable', kind: 'text', groups: true },
    minutes: { label: 'Hours', kind: 'minutes', sum: true },
    amount: { label: 'Amount', kind: 'money', sum: true },
  },
  order: '-date',
  is_listing: true,
  rows: ({ from, to, person, job, client, time_of }) => sql`
    select e.date, u.full_name as person, coalesce(j.num, '') as job, coalesce(j.client_name, '') as client, coalesce(t.name, o.name, '') as task, e.note,
      case when e.is_billable then 'Billable' else 'Not billable' end as billable, e.minutes, e.amount, '/entry/' || e.id as path
    from time_entry e join app_user u on u.id = e."user" left join job j on j.id = e.job left join task t on t.id = e.task
      left join overhead_code o on o.id = e.overhead_code
    where e.date between ${from}::date and ${to}::date and ${narrow({ 'e.user': person, 'e.job': job, 'j.client': client })}
      and ${mayBeSeen(time_of)}`,
});
