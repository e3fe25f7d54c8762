import { sql } from 'kysely';
import { dayOf } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const controlChecks = report({
  name: 'control-checks',
  title: 'Control checks',
  about: 'Every shot on a published control point, and how far off it was.',
  group: 'Field',
  needs: 'sites.read',
  filters: ['from', 'to'],
  columns: {
    date: { label: 'Measured', kind: 'date' },
    control: { label: 'Control point', kind: 'text', groups: true },
    run: { label: 'Field run', kind: 'text', groups: true },
    shot: { label: 'Shot', kind: 'text' },
    easting: { label: 'ΔE (mm)', kind: 'number' },
    northing: { label: 'ΔN (mm)', kind: 'number' },
    elevation: { label: 'ΔZ (mm)', kind: 'number' },
    horizontal: { label: 'Horizontal (mm)', kind: 'number' },
  },
  order: '-date',
  rows: ({ from, to, zone }) => sql`
    select ${dayOf('c.measured_on', zone)} as date, p.name as control, coalesce(nullif(r.name, ''), '') as run, coalesce(c.shot_name, '') as shot,
      round((1000 * (c.easting - c.published_easting))::numeric) as easting, round((1000 * (c.northing - c.published_northing))::numeric) as northing,
      round((1000 * (c.elevation - c.published_elevation))::numeric) as elevation,
      round((1000 * sqrt((c.easting - c.published_easting) ^ 2 + (c.northing - c.published_northing) ^ 2))::numeric) as horizontal, '/control/' || p.id as path
    from control_check c join control_point p on p.id = c.control_point left join field_run r on r.id = c.field_run
    where ${dayOf('c.measured_on', zone)} between ${from}::date and ${to}::date`,
});
