import { sql } from 'kysely';
import { JOB, JOB_COLUMNS, narrow } from '../report/narrow.queries.ts';
import { report } from '../report/report.ts';

export const jobProfitability = report({
  name: 'job-profitability',
  title: 'Job profitability',
  about: 'What each job was billed in the period, and what its work cost.',
  group: 'Money',
  needs: 'amounts.see',
  filters: ['from', 'to', 'client', 'manager', 'job'],
  columns: {
    ...JOB_COLUMNS,
    minutes: { label: 'Hours', kind: 'minutes', sum: true },
    billed: { label: 'Billed', kind: 'money', sum: true },
    time_cost: { label: 'Cost of time', kind: 'money', sum: true },
    other_cost: { label: 'Other costs', kind: 'money', sum: true },
    margin: { label: 'Margin', kind: 'money', sum: true },
    margin_percent: { label: 'Margin', kind: 'percent' },
  },
  order: '-margin',
  rows: ({ from, to, client, manager, job }) => {
    const period = sql`between ${from}::date and ${to}::date`;
    return sql`
      select ${JOB}, f.minutes, f.billed, f.time_cost,
        f.other_cost, f.billed - f.time_cost - f.other_cost as margin,
        case when f.billed > 0 then round(100.0 * (f.billed - f.time_cost - f.other_cost) / f.billed, 1) end as margin_percent,
        '/job/' || j.id as path
      from (
        select job, sum(minutes) as minutes, sum(billed) as billed, sum(time_cost) as time_cost, sum(other_cost) as other_cost from (
          select job, minutes, 0 as billed, coalesce(cost, 0) as time_cost, 0 as other_cost from time_entry where job is not null and date ${period}
          union all
          select l.job, 0, l.amount, 0, 0 from invoice_line l join invoice i on i.id = l.invoice
          where l.job is not null and i.state in ('SUBMITTED', 'EDITING', 'RESTORED', 'WRITTEN_OFF') and i.date ${period}
          union all
          select job, 0, 0, 0, net from expense where job is not null and approval = 'APPROVED' and date ${period}
          union all
          select job, 0, 0, 0, cost from disbursement_item where date ${period}
        ) part group by job
      ) f join job j on j.id = f.job
      where ${narrow({ 'j.client': client, 'j.project_manager': manager, 'j.id': job })}`;
  },
  chart: { kind: 'bar', by: 'manager', values: ['billed', 'margin'] },
});
