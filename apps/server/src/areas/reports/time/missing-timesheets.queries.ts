import { rolesWith } from '@dmse/domain/access/grants';
import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const missingTimesheets = report({
  name: 'missing-timesheets',
  title: 'Missing timesheets',
  about: 'Past weeks that were not sent, of everybody who is expected to enter hours.',
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
  // The rule of the timesheet screens (`isMissingSheet`), in the weeks for which the firm has timesheets at all.
  rows: ({ from, to, person, today }) => sql`
    select w.first_day as week, u.full_name as person,
      (select string_agg(s.full_name, ', ' order by s.full_name) from supervision v join app_user s on s.id = v.supervisor where v.employee = u.id) as supervisor,
      coalesce((select sum(minutes) from time_entry e where e."user" = u.id and e.date between w.first_day and w.first_day + 6), 0) as entered,
      u.weekly_minutes as expected, '/timesheet?user=' || u.id || '&date=' || w.first_day as path
    from (select distinct first_day from time_batch where first_day between ${from}::date and ${to}::date and first_day + 6 < ${today}::date) w
    join app_user u on u.weekly_minutes > 0 and (u.start_date is null or u.start_date <= w.first_day + 6) and (u.end_date is null or u.end_date >= w.first_day)
    left join (select "user", first_day, bool_or(state = 'OPEN') as is_open from time_batch group by 1, 2) b
      on b."user" = u.id and b.first_day = w.first_day
    where coalesce(b.is_open, u.is_active and u.granted && ${rolesWith('time.own')}::text[]) and ${narrow({ 'u.id': person })}`,
});
