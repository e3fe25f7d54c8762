import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const missingTimesheets = report({
  name: 'missing-timesheets',
  title: 'Missing timesheets',
  about: 'Weeks in which somebody of those who keep time has not sent theirs.',
  group: 'Time',
  needs: 'time.admin',
  filters: ['from', 'to', 'person'],
  columns: {
    week: { label: 'Week of', kind: 'date' },
    person: { label: 'Person', kind: 'text', groups: true },
    supervisor: { label: 'Supervisor', kind: 'text', groups: true },
    entered: { label: 'Entered', kind: 'minutes', sum: true },
    expected: { label: 'Expected', kind: 'minutes', sum: true },
  },
  order: '-week',
  // Whoever has ever sent a week keeps time; a week is missing from their first one on.
  rows: ({ from, to, person, today }) => sql`
    select w.first_day as week, u.full_name as person,
      (select string_agg(s.full_name, ', ' order by s.full_name) from supervision v join app_user s on s.id = v.supervisor where v.employee = u.id) as supervisor,
      coalesce((select sum(minutes) from time_entry e where e."user" = u.id and e.date between w.first_day and w.first_day + 6), 0) as entered,
      coalesce(u.weekly_minutes, 0) as expected, '/timesheet?user=' || u.id || '&date=' || w.first_day as path
    from (select distinct first_day from time_batch where first_day between ${from}::date and ${to}::date and first_day + 6 < ${today}::date) w
    join (select "user", min(first_day) as since from time_batch where state <> 'OPEN' group by "user") k on k.since <= w.first_day
    join app_user u on u.id = k."user"
    where u.is_active and (u.end_date is null or u.end_date >= w.first_day) and ${narrow({ 'u.id': person })}
      and not exists (select from time_batch b where b."user" = u.id and b.first_day = w.first_day and b.state <> 'OPEN')`,
});
