import { billingOf, REIMBURSEMENT_STATES } from '@dmse/domain/states/expense';
import { WIP_STATES } from '@dmse/domain/states/wip';
import { sql } from 'kysely';
import { narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

/** How the client pays, in the words of an expense. */
const billing = sql`case when not e.is_billable then 'not billable'
  else case coalesce((select w.state from wip_item w where w.item = 'expense/' || e.id), 'UNBILLED') ${sql.join(
    WIP_STATES.map((wip_state) => sql`when ${wip_state} then ${billingOf({ is_billable: true, wip_state })}`),
    sql` `,
  )} end end`;

export const expenses = report({
  name: 'expenses',
  title: 'Expenses and reimbursements',
  about: 'What people spent, what is billed to clients, and what people are still owed.',
  group: 'Time',
  needs: 'expenses.admin',
  filters: ['from', 'to', 'person', 'job', 'state'],
  states: REIMBURSEMENT_STATES,
  columns: {
    date: { label: 'Date', kind: 'date' },
    person: { label: 'Person', kind: 'text', groups: true },
    vendor: { label: 'Vendor', kind: 'text', groups: true },
    category: { label: 'Category', kind: 'text', groups: true },
    job: { label: 'Job', kind: 'text', groups: true },
    approval: { label: 'Approval', kind: 'state', groups: true },
    reimbursement: { label: 'Reimbursement', kind: 'state', groups: true },
    billing: { label: 'Billing', kind: 'state', groups: true },
    gross: { label: 'Paid', kind: 'money', sum: true },
    tax: { label: 'Tax in it', kind: 'money', sum: true },
    owed: { label: 'Owed to the person', kind: 'money', sum: true },
  },
  order: '-date',
  rows: ({ from, to, person, job, state }) => sql`
    select e.date, u.full_name as person, e.vendor, c.name as category, coalesce(j.num, '') as job, e.approval, e.reimbursement, ${billing} as billing, e.gross, e.tax,
      case when e.reimbursement = 'owed' then e.gross else 0 end as owed, '/expense/' || e.id as path
    from expense e join app_user u on u.id = e."user" left join expense_category c on c.id = e.category left join job j on j.id = e.job
    where e.date between ${from}::date and ${to}::date and ${narrow({ 'e.user': person, 'e.job': job, 'e.reimbursement': state })}`,
  chart: { kind: 'bar', by: 'category', values: ['gross'] },
});
