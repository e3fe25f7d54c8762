import { sql } from 'kysely';
import type { Loading } from '../bulk-load.ts';
import { digestOf, draw } from '../firm/chance.ts';

/** What is older has been billed. */
const BILLED_AFTER = 45;

/**
 * Everything billable comes in on its day. What is older than a bill, and all of jobs that are over, was billed; a little is held or
 * written off. What is not approved stays. Written without triggers; the kept figures follow at the end.
 */
export async function loadLedger({ tx, now }: Pick<Loading, 'tx' | 'now'>): Promise<void> {
  const today = now.slice(0, 10);
  await sql`alter table wip_line disable trigger user`.execute(tx);
  await sql`create unlogged table demo_position as with placed as (
    select kind || '/' || work.id as item, kind, work.id, date_trunc('month', work_date)::date as month, work.job, work.task, work.amount, work.work_date, work.created_on, work."user",
      case when not is_approved then 'UNBILLED'
        when j.state <> 'IN PROGRESS' or work_date < ${today}::date - ${sql.lit(BILLED_AFTER)} then
          case when ${draw(sql`drawn.digits`, 0)} < 0.02 then 'WRITTEN_OFF' else 'BILLED' end
        when ${draw(sql`drawn.digits`, 1)} < 0.05 then 'HOLD' else 'UNBILLED' end as state
    from (
      select 'time' as kind, id, job, task, amount, date as work_date, created_on, "user", true as is_approved from time_entry where is_billable
      union all
      select 'expense', id, job, task, charge, date, created_on, "user", approval = 'APPROVED' from expense where is_billable
      union all
      select 'item', id, job, task, charge, date, created_on, "user", true from disbursement_item where is_billable
    ) work join job j on j.id = work.job
    cross join lateral (select ${digestOf(sql`work.kind`, sql`work.id`)} as digits offset 0) drawn
    ), summed as (
      select *, sum(amount) filter (where state = 'BILLED') over (partition by job, month) as billed from placed
    ), decided as (
      -- Nobody is billed less than nothing: a refund by itself waits for work to go with it.
      select item, kind, id, month, job, task, amount, work_date, created_on, "user",
        case when state = 'BILLED' and billed < 0 then 'UNBILLED' else state end as state
      from summed
    )
    -- What was done in a month is billed in the first days of the next.
    select *, greatest(least((month + interval '1 month')::date + 4, ${today}::date - 1), max(work_date) over (partition by job, month, state)) as act_date
    from decided order by work_date, kind, id`.execute(tx);
  const columns = sql`(item, turn, sign, act, job, task, state, amount, work_date, date, reason, created_on, created_by)`;
  await sql`insert into wip_line ${columns}
    select item, 1, 1, 'enter', job, task, 'UNBILLED', amount, work_date, work_date, null, created_on, "user" from demo_position`.execute(
    tx,
  );
  await sql`insert into wip_line ${columns}
    select item, 2, sign, case state when 'BILLED' then 'bill' when 'HOLD' then 'hold' else 'write off' end, job, task,
      case when sign = -1 then 'UNBILLED' else state end, sign * amount, work_date, act_date,
      case when state = 'WRITTEN_OFF' then 'Over the quoted fee' end, act_date + time '18:00', 1
    from demo_position cross join (values (-1), (1)) as signs (sign) where state <> 'UNBILLED'`.execute(tx);
  await sql`insert into wip_item (item, job, task, state, amount, work_date, turn)
    select item, job, task, state, amount, work_date, case when state = 'UNBILLED' then 1 else 2 end from demo_position`.execute(tx);
  const sum = (of: string, states: string) => sql.raw(`coalesce(sum(${of}) filter (where state in (${states})), 0)`);
  const open = `'UNBILLED', 'HOLD'`;
  await sql`insert into job_wip (job, wip_cost, ready, hold, billed, written_off, weight, weighted_days, last_time_entry_date)
    select job, coalesce(wip_cost, 0), coalesce(ready, 0), coalesce(hold, 0), coalesce(billed, 0), coalesce(written_off, 0), coalesce(weight, 0),
      coalesce(weighted_days, 0), last
    from (
      select job, ${sum('amount', open)} as wip_cost, ${sum('amount', `'UNBILLED'`)} as ready, ${sum('amount', `'HOLD'`)} as hold,
        ${sum('amount', `'BILLED'`)} as billed, ${sum('amount', `'WRITTEN_OFF'`)} as written_off, ${sum('abs(amount)', open)} as weight,
        ${sum(`abs(amount) * (work_date - date '2000-01-01')`, open)} as weighted_days
      from demo_position group by job
    ) sums full join (select job, max(date) as last from time_entry where job is not null group by job) worked using (job)`.execute(tx);
  await sql`alter table wip_line enable trigger user`.execute(tx);
}
