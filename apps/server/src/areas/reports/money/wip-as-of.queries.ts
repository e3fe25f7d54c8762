import { WIP_FIGURES } from '@dmse/domain/states/wip';
import { sql } from 'kysely';
import { JOB, JOB_COLUMNS, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const wipAsOf = report({
  name: 'wip-as-of',
  title: 'Work in progress as of a day',
  about: 'What was done and not yet billed on any day, as the ledger has it.',
  group: 'Money',
  needs: 'amounts.see',
  filters: ['as_of', 'client', 'manager', 'job'],
  columns: {
    ...JOB_COLUMNS,
    ready: { label: 'Ready to bill', kind: 'money', sum: true },
    on_draft: { label: 'On drafts', kind: 'money', sum: true },
    hold: { label: 'On hold', kind: 'money', sum: true },
    total: { label: 'WIP', kind: 'money', sum: true },
  },
  order: '-total',
  rows: ({ as_of, client, manager, job }) => {
    // Nearly all of it is ready: what is not is summed up apart, and the rest is the difference.
    const sumOf = (state: string) => sql`coalesce(sum(amount) filter (where state = ${state}), 0)`;
    // What is kept for each job less what came after the day: on most days few lines of a ledger of years.
    const then = (kept: string, later: string) => sql`${sql.ref(kept)} - coalesce(${sql.ref(later)}, 0)`;
    const total = then('w.wip_cost', 'l.total');
    return sql`
      select ${JOB}, w.ready - coalesce(l.total - l.on_draft - l.hold, 0) as ready,
        ${then('w.on_draft', 'l.on_draft')} as on_draft, ${then('w.hold', 'l.hold')} as hold,
        ${total} as total, '/job/' || j.id || '/tasks' as path
      from job_wip w join job j on j.id = w.job
      left join (
        select job, ${sumOf('CLAIMED')} as on_draft, ${sumOf('HOLD')} as hold, sum(amount) as total
        from wip_line where date > ${as_of}::date and state = any(${[...WIP_FIGURES.wip]}) group by job
      ) l on l.job = w.job
      where ${total} <> 0 and ${narrow({ 'j.client': client, 'j.project_manager': manager, 'j.id': job })}`;
  },
  chart: { kind: 'bar', by: 'manager', values: ['ready', 'on_draft', 'hold'] },
});
