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
    margin_percent: { label: 'Margin', kind: 'percent', share: ['margin', 'billed'] },
  },
  order: '-margin',
  rows: ({ from, to, client, manager, job }) => {
    const period = sql`between ${from}::date and ${to}::date`;
    return sql`
      select ${JOB}, f.minutes, f.billed, f.time_cost,
        f.other_cost, f.billed - f.time_cost - f.other_cost as margin,
        case when f.billed > 0 then round(100.0 * (f.billed - f.time_cost - f.other_cost) / f.billed, 1) end as margin_percent,
        '/job/' || j.id as path
      from job j
      left join (
        select job, sum(minutes) as minutes, sum(cost) as cost from time_entry where job is not null and date ${period} group by job
      ) t on t.job = j.id
      left join (
        select l.job, sum(l.amount) as amount from invoice_line l join invoice i on i.id = l.invoice
        where l.job is not null and i.state in ('SUBMITTED', 'EDITING', 'RESTORED', 'WRITTEN_OFF') and i.date ${period} group by l.job
      ) b on b.job = j.id
      left join (
        select job, sum(net) as cost from expense where job is not null and approval = 'APPROVED' and date ${period} group by job
      ) e on e.job = j.id
      left join (select job, sum(cost) as cost from disbursement_item where date ${period} group by job) d on d.job = j.id
      cross join lateral (
        select coalesce(t.minutes, 0) as minutes, coalesce(b.amount, 0) as billed, coalesce(t.cost, 0) as time_cost,
          coalesce(e.cost, 0) + coalesce(d.cost, 0) as other_cost
      ) f
      where coalesce(t.job, b.job, e.job, d.job) is not null
        and ${narrow({ 'j.client': client, 'j.project_manager': manager, 'j.id': job })}`;
  },
  chart: { kind: 'bar', by: 'manager', values: ['billed', 'margin'] },
});
