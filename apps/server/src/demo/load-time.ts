import { addDays } from '@dmse/domain/dates/local-date';
import { startOfWeek } from '@dmse/domain/dates/week';
import { type RawBuilder, sql } from 'kysely';
import { advanceIds, type Loading } from './bulk-load.ts';

/** Two years of time, as far back as anybody looks. */
const DAYS = 730;
/** What is older has been billed. */
const BILLED_AFTER = 45;
const LOCKED_WEEKS = 6;

/** Seven digits of a digest, from a place on, as something between 0 and 1. */
const slice = (digits: RawBuilder<unknown>, from: number) =>
  sql`(('x' || substr(${digits}, ${sql.lit(from)}, 7))::bit(28)::int / 268435456.0)`;
/** Something between 0 and 1 that is the same each time, from what it is about. */
const chance = (...about: readonly RawBuilder<unknown>[]) =>
  slice(
    sql`md5(${sql.join(
      about.map((one) => sql`(${one})::text`),
      sql` || '/' || `,
    )})`,
    1,
  );
const word = (text: string) => sql`${sql.lit(text)}`;

/**
 * What everybody worked: on jobs about as much as was budgeted, by people of the role, while the job went on; the rest of each working day
 * on overhead. Made by the database itself, since there is much of it. Written without triggers; the kept figures follow at the end.
 */
export async function loadTime({ tx, now }: Loading): Promise<void> {
  const today = now.slice(0, 10);
  const first = addDays(today, -DAYS);
  const quiet = ['time_entry', 'wip_line'];
  for (const table of quiet) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);

  await sql`create temporary table demo_worker on commit drop as
    select u.id, r.id as job_role, rate.charge_rate, rate.cost_rate, rate.valid_from, u.start_date,
      row_number() over (partition by r.id order by u.id) - 1 as place, count(*) over (partition by r.id) as mates
    from app_user u join job_role r on norm(r.name) = norm(u.job_role)
    join lateral (select * from job_role_rate x where x.job_role = r.id order by x.valid_from desc limit 1) rate on true
    where u.granted && array['Timesheet User', 'Timesheet Admin']`.execute(tx);

  await sql`create temporary table demo_time on commit drop as
    with budget as (
      select b.id, b.job, m.task, m.id as milestone, m.name, b.job_role,
        case when m.state = 'done' then b.minutes * (0.75 + 0.45 * ${chance(sql`b.id`, word('use'))})
          when j.state = 'IN PROGRESS' and ${chance(sql`b.id`, word('begun'))} < 0.3 then b.minutes * 0.6 * ${chance(sql`b.id`, word('use'))}
          else 0 end as wanted,
        j.created_on::date as first,
        greatest(least(case when j.state = 'IN PROGRESS' then ${today}::date - 1 else j.updated_on::date end, ${today}::date - 1), j.created_on::date) as last
      from budget_entry b join milestone m on m.id = b.milestone join job j on j.id = b.job
      where b.job_role is not null and b.minutes > 0
    ), piece as (
      select budget.*, at, (array[120, 180, 240, 300, 360])[1 + floor(5 * ${chance(sql`id`, sql`at`, word('long'))})::int] as minutes,
        first + floor((last - first + 1) * ${chance(sql`id`, sql`at`, word('day'))})::int as day
      from budget cross join lateral generate_series(1, ceil(wanted / 240.0)::int) as at
    ), worked as (
      select piece.*, day - case extract(isodow from day) when 6 then 1 when 7 then 2 else 0 end as date from piece
    ), placed as (
      select w.id as "user", worked.*, w.job_role as own_role, w.charge_rate, w.cost_rate, w.valid_from,
        sum(minutes) over (partition by w.id, worked.date order by worked.id, at) as so_far
      from worked join demo_worker w on w.job_role = worked.job_role
        and w.place = floor(w.mates * ${chance(sql`worked.id`, sql`at`, word('who'))})::int
      where worked.date between greatest(${first}::date, worked.first, w.start_date) and ${today}::date - 1
    )
    select "user", date, job, task, milestone, null::int as overhead_code, minutes, ${chance(sql`id`, sql`at`, word('bill'))} < 0.93 as is_billable,
      own_role as job_role, charge_rate, cost_rate, valid_from,
      name || (array['', ', continued', ' on site', ' and checks', ', as discussed with the client'])[1 + floor(5 * ${chance(sql`id`, sql`at`, word('note'))})::int] as note
    from placed where so_far <= 570`.execute(tx);

  await sql`insert into demo_time
    select open.id, open.date, null, null, null, o.id, open.minutes, false, open.job_role, null, open.cost_rate, null, ''
    from (
      select w.id, day.date, 480 - coalesce(spent.minutes, 0) as minutes, w.job_role, w.cost_rate, case
        when to_char(day.date, 'MM-DD') in ('01-01', '07-01', '09-30', '11-11', '12-25', '12-26') then 'STAT'
        when spent.minutes is null and ${slice(sql`md5(w.id || '/' || day.week)`, 1)} < 0.06 then 'VAC'
        when ${slice(sql`drawn.digits`, 1)} < 0.012 then 'SICK'
        when ${slice(sql`drawn.digits`, 8)} < 0.08 then 'TRN'
        when ${slice(sql`drawn.digits`, 8)} < 0.2 then 'BD'
        when ${slice(sql`drawn.digits`, 8)} < 0.35 then 'EQP' else 'ADM' end as code
      from demo_worker w
      cross join (
        select d::date as date, date_trunc('week', d)::date as week from generate_series(${first}::date, ${today}::date - 1, '1 day') d
        where extract(isodow from d) < 6) day
      left join (select "user", date, sum(minutes) as minutes from demo_time group by 1, 2) spent on spent."user" = w.id and spent.date = day.date
      cross join lateral (select md5(w.id || '/' || day.date) as digits offset 0) drawn
      where day.date >= w.start_date and 480 - coalesce(spent.minutes, 0) >= 15
        and not (day.date >= ${today}::date - 14 and ${slice(sql`drawn.digits`, 15)} < 0.05)
    ) open join overhead_code o on o.code = open.code`.execute(tx);

  const locked = addDays(startOfWeek(today, 'Monday'), -7 * LOCKED_WEEKS - 1);
  await sql`insert into time_batch ("user", first_day, number, state, submitted_on, decided_on, decided_by, created_on, updated_on)
    select "user", week, 1, state, case when state <> 'OPEN' then week + time '20:00' + interval '4 days' end,
      case when state in ('APPROVED', 'LOCKED') then week + time '13:00' + interval '7 days' end,
      case when state in ('APPROVED', 'LOCKED') then (select min(supervisor) from supervision s where s.employee = "user") end,
      week + time '12:00', week + time '12:00'
    from (
      select "user", week, case when week + 6 <= ${locked}::date then 'LOCKED' when week + 13 < ${today}::date then 'APPROVED'
        when week + 6 < ${today}::date and ${chance(sql`"user"`, sql`week`, word('sent'))} < 0.8 then 'SUBMITTED' else 'OPEN' end as state
      from (select distinct "user", date_trunc('week', date)::date as week from demo_time) weeks
    ) made order by week, "user"`.execute(tx);
  await sql`update period_lock set locked_through = ${locked}::date where ledger = 'time'`.execute(tx);

  await sql`insert into time_entry ("user", date, batch, job, task, milestone, overhead_code, minutes, is_billable, job_role, rate, rate_rule,
      rate_valid_from, cost_rate, amount, cost, note, created_on, created_by, updated_on, updated_by)
    select t."user", t.date, b.id, t.job, t.task, t.milestone, t.overhead_code, t.minutes, t.is_billable, t.job_role, t.charge_rate,
      case when t.charge_rate is not null then 'role' end, t.valid_from, t.cost_rate,
      case when t.is_billable then round(t.minutes * t.charge_rate / 60.0) else 0 end, round(t.minutes * t.cost_rate / 60.0), t.note,
      t.date + time '20:30', t."user", t.date + time '20:30', t."user"
    from demo_time t join time_batch b on b."user" = t."user" and b.first_day = date_trunc('week', t.date)::date
    order by t.date, t."user", t.job, t.milestone, t.minutes, t.note`.execute(tx);

  await loadLedger({ tx, now } as Loading, today);
  for (const table of quiet) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  await advanceIds(tx, ['time_batch', 'time_entry', 'wip_line']);
  await sql`analyze time_batch, time_entry, wip_line, wip_item, job_wip`.execute(tx);
}

/** Every billable entry comes in on its day. What is older than a bill, and all of jobs that are over, was billed; a little is held or written off. */
async function loadLedger({ tx }: Pick<Loading, 'tx'>, today: string): Promise<void> {
  await sql`create temporary table demo_position on commit drop as
    select 'time/' || e.id as item, e.job, e.task, e.amount, e.date as work_date, e.created_on, e."user",
      case when j.state <> 'IN PROGRESS' or e.date < ${today}::date - ${sql.lit(BILLED_AFTER)} then
          case when ${chance(sql`e.id`, word('lost'))} < 0.02 then 'WRITTEN_OFF' else 'BILLED' end
        when ${chance(sql`e.id`, word('hold'))} < 0.05 then 'HOLD' else 'UNBILLED' end as state,
      least(e.date + 20, ${today}::date - 1) as act_date
    from time_entry e join job j on j.id = e.job where e.is_billable order by e.id`.execute(tx);
  const columns = sql`(item, turn, sign, act, job, task, state, amount, work_date, date, reason, created_on, created_by)`;
  await sql`insert into wip_line ${columns}
    select item, 1, 1, 'enter', job, task, 'UNBILLED', amount, work_date, work_date, null, created_on, "user" from demo_position`.execute(
    tx,
  );
  await sql`insert into wip_line ${columns}
    select item, 2, sign, case state when 'BILLED' then 'bill' when 'HOLD' then 'hold' else 'write off' end, job, task,
      case when sign = -1 then 'UNBILLED' else state end, sign * amount, work_date, greatest(act_date, work_date),
      case when state = 'WRITTEN_OFF' then 'Over the quoted fee' end, act_date + time '18:00', 1
    from demo_position cross join (values (-1), (1)) as signs (sign) where state <> 'UNBILLED'`.execute(tx);
  await sql`insert into wip_item (item, job, task, state, amount, work_date, turn)
    select item, job, task, state, amount, work_date, case when state = 'UNBILLED' then 1 else 2 end from demo_position`.execute(tx);
  await sql`insert into job_wip (job, wip_cost, ready, hold, billed, written_off, weight, weighted_days, last_time_entry_date)
    select e.job, coalesce(sum(p.amount) filter (where p.state in ('UNBILLED', 'HOLD')), 0), coalesce(sum(p.amount) filter (where p.state = 'UNBILLED'), 0),
      coalesce(sum(p.amount) filter (where p.state = 'HOLD'), 0), coalesce(sum(p.amount) filter (where p.state = 'BILLED'), 0),
      coalesce(sum(p.amount) filter (where p.state = 'WRITTEN_OFF'), 0), coalesce(sum(p.amount) filter (where p.state in ('UNBILLED', 'HOLD')), 0),
      coalesce(sum(p.amount * (p.work_date - date '2000-01-01')) filter (where p.state in ('UNBILLED', 'HOLD')), 0), max(e.date)
    from time_entry e left join demo_position p on p.item = 'time/' || e.id where e.job is not null group by e.job`.execute(tx);
}
