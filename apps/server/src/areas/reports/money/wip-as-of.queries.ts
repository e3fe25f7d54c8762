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
    const sumOf = (state: string) => sql`coalesce(sum(l.amount) filter (where l.state = ${state}), 0)`;
    return sql`
      select ${JOB},
        ${sumOf('UNBILLED')} as ready, ${sumOf('CLAIMED')} as on_draft, ${sumOf('HOLD')} as hold, sum(l.amount) as total,
        '/job/' || j.id || '/tasks' as path
      from wip_line l join job j on j.id = l.job
      where l.date <= ${as_of}::date and l.state = any(${[...WIP_FIGURES.wip]})
        and ${narrow({ 'j.client': client, 'j.project_manager': manager, 'j.id': job })}
      group by j.id having sum(l.amount) <> 0`;
  },
});
