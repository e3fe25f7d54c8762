import { sql } from 'kysely';
import { dayOf, jobOfRun, narrow, runOfJob } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const riskAssessments = report({
  name: 'risk-assessments',
  title: 'Risk assessments',
  about: 'Which runs of the period have a risk assessment, which hazards were found, and what was worn.',
  group: 'Field',
  needs: 'sites.read',
  filters: ['from', 'to', 'job', 'state'],
  states: ['Done', 'Missing'],
  columns: {
    date: { label: 'Started', kind: 'date' },
    run: { label: 'Field run', kind: 'text' },
    job: { label: 'Job', kind: 'text', groups: true },
    crew: { label: 'Crew', kind: 'text', groups: true },
    state: { label: 'Assessment', kind: 'state', groups: true },
    hazards: { label: 'Hazards', kind: 'text', groups: true },
    controls: { label: 'Controls', kind: 'text' },
    equipment: { label: 'Protective equipment', kind: 'text' },
  },
  order: '-date',
  rows: ({ from, to, job, state, zone }) => sql`
    select * from (
      select ${dayOf('r.started_on', zone)} as date, coalesce(nullif(r.name, ''), 'Without a name') as run, ${jobOfRun} as job,
        coalesce((select string_agg(u.full_name, ', ' order by u.full_name) from app_user u where u.id = any(r.crew)), '') as crew,
        case when r.present_hazards is null then 'Missing' else 'Done' end as state, coalesce(array_to_string(r.present_hazards, ', '), '') as hazards,
        coalesce(r.hazard_controls, '') as controls, coalesce(array_to_string(r.personal_protective_equipment_used, ', '), '') as equipment,
        '/fieldrun/' || r.id as path
      from field_run r
      where not r.is_deleted and ${dayOf('r.started_on', zone)} between ${from}::date and ${to}::date and ${runOfJob(job)}
    ) found where ${narrow({ state })}`,
});
