import { FIELD_RUN_STATES } from '@dmse/domain/states/field-run';
import { sql } from 'kysely';
import { dayOf, jobOfRun, narrow, runOfJob } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const fieldProductivity = report({
  name: 'field-productivity',
  title: 'Field productivity',
  about: 'What each run of the period brought home, and how long it took from the field to final coordinates.',
  group: 'Field',
  needs: 'sites.read',
  filters: ['from', 'to', 'job', 'state'],
  states: FIELD_RUN_STATES,
  columns: {
    date: { label: 'Started', kind: 'date' },
    month: { label: 'Month', kind: 'text', groups: true },
    run: { label: 'Field run', kind: 'text' },
    job: { label: 'Job', kind: 'text', groups: true },
    crew: { label: 'Crew', kind: 'text', groups: true },
    state: { label: 'State', kind: 'state', groups: true },
    shots: { label: 'Shots', kind: 'number', sum: true },
    photos: { label: 'Photos', kind: 'number', sum: true },
    pipes: { label: 'Pipes', kind: 'number', sum: true },
    days: { label: 'Days until final', kind: 'number' },
  },
  order: '-date',
  rows: ({ from, to, job, state, zone }) => sql`
    select ${dayOf('r.started_on', zone)} as date, to_char(${dayOf('r.started_on', zone)}, 'YYYY-MM') as month, coalesce(nullif(r.name, ''), 'Without a name') as run, ${jobOfRun} as job,
      coalesce((select string_agg(u.full_name, ', ' order by u.full_name) from app_user u where u.id = any(r.crew)), '') as crew, r.state,
      (select count(*) from shot s where s.field_run = r.id and not s.is_deleted) as shots,
      (select count(*) from shot_image i where i.field_run = r.id and not i.is_deleted) as photos,
      (select count(*) from pipe p where p.field_run = r.id and not p.is_deleted) as pipes,
      ${dayOf('r.finished_on', zone)} - ${dayOf('r.started_on', zone)} as days, '/fieldrun/' || r.id as path
    from field_run r
    where not r.is_deleted and ${dayOf('r.started_on', zone)} between ${from}::date and ${to}::date and ${runOfJob(job)} and ${narrow({ 'r.state': state })}`,
  chart: { kind: 'line', by: 'month', values: ['shots'] },
});
