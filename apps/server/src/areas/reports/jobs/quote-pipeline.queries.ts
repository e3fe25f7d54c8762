import { QUOTE_STATES } from '@dmse/domain/states/quote';
import { sql } from 'kysely';
import { dayOf, nameOf, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const quotePipeline = report({
  name: 'quote-pipeline',
  title: 'Quote pipeline and win rate',
  about: 'Quotes begun in the period: what they are worth, what became of them, and why some were lost.',
  group: 'Jobs and quotes',
  needs: 'quotes.read',
  filters: ['from', 'to', 'client', 'manager', 'state'],
  states: QUOTE_STATES,
  columns: {
    num: { label: 'Quote', kind: 'text' },
    description: { label: 'Description', kind: 'text' },
    client: { label: 'Client', kind: 'text', groups: true },
    manager: { label: 'Project manager', kind: 'text', groups: true },
    state: { label: 'State', kind: 'state', groups: true },
    begun: { label: 'Begun', kind: 'date' },
    submitted: { label: 'Submitted', kind: 'date' },
    lost_reason: { label: 'Lost because', kind: 'text', groups: true },
    won: { label: 'Won', kind: 'number', sum: true },
    decided: { label: 'Decided', kind: 'number', sum: true },
    total: { label: 'Worth', kind: 'money', sum: true },
    win_rate: { label: 'Win rate', kind: 'percent', share: ['won', 'decided'] },
  },
  order: '-begun',
  rows: ({ from, to, client, manager, state, zone }) => sql`
    select q.num, q."desc" as description, q.client_name as client, ${nameOf('q.project_manager')} as manager, q.state, ${dayOf('q.created_on', zone)} as begun,
      ${dayOf('q.submitted_on', zone)} as submitted, q.lost_reason, (q.state = 'ACCEPTED')::int as won, (q.state in ('ACCEPTED', 'REJECTED'))::int as decided,
      coalesce((select sum(amount) from budget_entry b where b.quote = q.id), 0) as total,
      case q.state when 'ACCEPTED' then 100 when 'REJECTED' then 0 end as win_rate, '/quote/' || q.id as path
    from quote q
    where ${dayOf('q.created_on', zone)} between ${from}::date and ${to}::date
      and ${narrow({ 'q.client': client, 'q.project_manager': manager, 'q.state': state })}`,
  chart: { kind: 'bar', by: 'manager', values: ['decided', 'won'] },
});
