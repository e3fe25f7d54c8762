import { WIP_FIGURES } from '@dmse/domain/states/wip';
import { sql } from 'kysely';
import { JOB, JOB_COLUMNS, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

const sumOf = (condition: ReturnType<typeof sql>) => sql`coalesce(sum(w.amount) filter (where ${condition}), 0)`;

export const wip = report({
  name: 'wip',
  title: 'Work in progress',
  about: 'What was done and not yet billed, by job, manager or client, and how long ago.',
  group: 'Money',
  needs: 'amounts.see',
  filters: ['client', 'manager', 'job'],
  columns: {
    ...JOB_COLUMNS,
    age_30: { label: '0–30 days', kind: 'money', sum: true },
    age_60: { label: '31–60', kind: 'money', sum: true },
    age_90: { label: '61–90', kind: 'money', sum: true },
    older: { label: 'Over 90', kind: 'money', sum: true },
    total: { label: 'WIP', kind: 'money', sum: true },
  },
  order: '-total',
  rows: ({ client, manager, job, today }) => {
    const days = sql`${today}::date - w.work_date`;
    return sql`
      select ${JOB},
        ${sumOf(sql`${days} <= 30`)} as age_30, ${sumOf(sql`${days} between 31 and 60`)} as age_60,
        ${sumOf(sql`${days} between 61 and 90`)} as age_90, ${sumOf(sql`${days} > 90`)} as older, sum(w.amount) as total,
        '/job/' || j.id || '/tasks' as path
      from wip_item w join job j on j.id = w.job
      where w.state = any(${[...WIP_FIGURES.wip]}) and ${narrow({ 'j.client': client, 'j.project_manager': manager, 'j.id': job })}
      group by j.id`;
  },
  chart: { kind: 'bar', by: 'manager', values: ['age_30', 'age_60', 'age_90', 'older'] },
});
