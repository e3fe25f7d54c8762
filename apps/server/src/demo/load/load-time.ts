import { addDays } from '@dmse/domain/dates/local-date';
import { startOfWeek } from '@dmse/domain/dates/week';
import { type RawBuilder, sql } from 'kysely';
import type { Loading } from '../bulk-load.ts';
import { chance, digestOf, draw, pickBy, word } from '../firm/chance.ts';
import type { Scale } from '../sizes.ts';

/** Monday is 0. Counted from a Monday, since this is asked of each of millions of rows. */
const weekday = (day: RawBuilder<unknown>) => sql`((${day} - date '2001-01-01') % 7)`;
const monday = (day: RawBuilder<unknown>) => sql`(${day} - ${weekday(day)})`;

/** Two years of time, as far back as anybody looks. */
const DAYS = 730;
const LOCKED_WEEKS = 6;

/**
 * What everybody worked: on jobs about as much as was budgeted, by people of the role, while the job went on; the rest of each working day
 * on overhead. Made by the database itself, since there is much of it.
 */
export async function loadTime(
  { tx, now }: Pick<Loading, 'tx' | 'now'>,
  { minutes_at_once, entries_of_longest_job }: Scale,
): Promise<void> {
  const today = now.slice(0, 10);
  const first = addDays(today, -DAYS);
  // The last day on each job follows with the ledger.
  await sql`alter table time_entry disable trigger user`.execute(tx);

  await sql`create unlogged table demo_worker as
    select u.id, r.id as job_role, rate.charge_rate, rate.cost_rate, rate.valid_from, u.start_date,
      row_number() over (partition by r.id order by u.id) - 1 as place, count(*) over (partition by r.id) as mates
    from app_user u join job_role r on norm(r.name) = norm(u.job_role)
    join lateral (select * from job_role_rate x where x.job_role = r.id order by x.valid_from desc limit 1) rate on true
    where u.granted && array['Timesheet User', 'Timesheet Admin']`.execute(tx);

  await sql`create unlogged table demo_time as
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
      select budget.*, at, ${draw(sql`digits`, 0)} as long, ${draw(sql`digits`, 1)} as day, ${draw(sql`digits`, 2)} as who,
        ${draw(sql`digits`, 3)} as bill, ${draw(sql`digits`, 4)} as note
      from budget cross join lateral generate_series(1, ceil(wanted / ${minutes_at_once})::int) as at
      cross join lateral (select ${digestOf(sql`budget.id`, sql`at`)} as digits offset 0) drawn offset 0
    ), spread as (
      select piece.*, (${minutes_at_once} * ${pickBy(sql`array[0.5, 0.75, 1, 1.25, 1.5]`, sql`long`)})::int as minutes,
        first + floor((last - first + 1) * day)::int as some_day, floor(mates * who)::int as place
      from piece join (select job_role, count(*) as mates from demo_worker group by 1) role on role.job_role = piece.job_role offset 0
    ), worked as (
      select spread.*, some_day - greatest(${weekday(sql`some_day`)} - 4, 0) as date from spread offset 0
    ), placed as (
      select w.id as "user", worked.id, at, worked.date, job, task, milestone, minutes, bill, name, note, w.job_role as own_role, w.charge_rate, w.cost_rate, w.valid_from,
        sum(minutes) over (partition by w.id, worked.date order by worked.id, at) as so_far
      from worked join demo_worker w on w.job_role = worked.job_role and w.place = worked.place
      where worked.date between greatest(${first}::date, worked.first, w.start_date) and ${today}::date - 1
    )
    select "user", date, job, task, milestone, null::int as overhead_code, minutes, bill < 0.93 as is_billable, own_role as job_role, charge_rate,
      cost_rate, valid_from,
      name || ${pickBy(sql`array['', ', continued', ' on site', ' and checks', ', as discussed with the client']`, sql`note`)} as note,
      null::uuid as field_run
    from placed where so_far <= 570`.execute(tx);
  if (entries_of_longest_job > 0) await lengthenOneJob({ tx, now }, entries_of_longest_job);
  await writeRunTime({ tx, now }, first);

  await sql`insert into demo_time
    select open.id, open.date, null, null, null, o.id, open.minutes, false, open.job_role, null, open.cost_rate, null, '', null
    from (
      select w.id, day.date, 480 - coalesce(spent.minutes, 0) as minutes, w.job_role, w.cost_rate, case
        when to_char(day.date, 'MM-DD') in ('01-01', '07-01', '09-30', '11-11', '12-25', '12-26') then 'STAT'
        when spent.minutes is null and ${chance(sql`w.id`, sql`day.week`)} < 0.06 then 'VAC'
        when ${draw(sql`drawn.digits`, 0)} < 0.012 then 'SICK'
        when ${draw(sql`drawn.digits`, 1)} < 0.08 then 'TRN'
        when ${draw(sql`drawn.digits`, 1)} < 0.2 then 'BD'
        when ${draw(sql`drawn.digits`, 1)} < 0.35 then 'EQP' else 'ADM' end as code
      from demo_worker w
      cross join (
        select date, ${monday(sql`date`)} as week from (select d::date as date from generate_series(${first}::date, ${today}::date - 1, '1 day') d) days
        where ${weekday(sql`date`)} < 5) day
      left join (select "user", date, sum(minutes) as minutes from demo_time group by 1, 2) spent on spent."user" = w.id and spent.date = day.date
      cross join lateral (select md5(w.id || '/' || day.date) as digits offset 0) drawn
      where day.date >= w.start_date and 480 - coalesce(spent.minutes, 0) >= 15
        and not (day.date >= ${today}::date - 14 and ${draw(sql`drawn.digits`, 2)} < 0.05)
    ) open join overhead_code o on o.code = open.code`.execute(tx);

  const locked = addDays(startOfWeek(today, 'Monday'), -7 * LOCKED_WEEKS - 1);
  await sql`insert into time_batch ("user", first_day, number, state, submitted_on, decided_on, decided_by, created_on, updated_on)
    select made."user", week, 1, state, case when state <> 'OPEN' then week + time '20:00' + interval '4 days' end,
      case when state in ('APPROVED', 'LOCKED') then week + time '13:00' + interval '7 days' end,
      case when state in ('APPROVED', 'LOCKED') then supervisor end,
      week + time '12:00', week + time '12:00'
    from (
      select "user", week, case when week + 6 <= ${locked}::date then 'LOCKED' when week + 13 < ${today}::date then 'APPROVED'
        when week + 6 < ${today}::date and ${chance(sql`"user"`, sql`week`, word('sent'))} < 0.8 then 'SUBMITTED' else 'OPEN' end as state
      from (select distinct "user", ${monday(sql`date`)} as week from demo_time) weeks
    ) made left join (select employee, min(supervisor) as supervisor from supervision group by 1) s on s.employee = made."user"
    order by week, made."user"`.execute(tx);
  await sql`update period_lock set locked_through = ${locked}::date where ledger = 'time'`.execute(tx);

  await sql`insert into time_entry ("user", date, batch, job, task, milestone, overhead_code, minutes, is_billable, job_role, rate, rate_rule,
      rate_valid_from, cost_rate, amount, cost, note, field_run, created_on, created_by, updated_on, updated_by)
    select t."user", t.date, b.id, t.job, t.task, t.milestone, t.overhead_code, t.minutes, t.is_billable, t.job_role, t.charge_rate,
      case when t.charge_rate is not null then 'role' end, t.valid_from, t.cost_rate,
      case when t.is_billable then round(t.minutes * t.charge_rate / 60.0) else 0 end, round(t.minutes * t.cost_rate / 60.0), t.note, t.field_run,
      t.date + time '20:30', t."user", t.date + time '20:30', t."user"
    from demo_time t join time_batch b on b."user" = t."user" and b.first_day = ${monday(sql`t.date`)}
    order by t.date, t."user", t.job, t.milestone, t.minutes, t.note`.execute(tx);

  await sql`alter table time_entry enable trigger user`.execute(tx);
}

/** A crew enters its field run as it comes home, in place of what it would have done in the office that day. */
async function writeRunTime({ tx, now }: Pick<Loading, 'tx' | 'now'>, first: string): Promise<void> {
  await sql`create unlogged table demo_run_time as
    select w.id as "user", r.date, j.id as job, step.task, step.id as milestone, ${pickBy(sql`array[180, 240]`, chance(sql`r.id`, word('out')))}::int as minutes,
      w.job_role, w.charge_rate, w.cost_rate, w.valid_from, step.name || ' on site' as note, r.id as field_run
    from (select id, job_num, crew, started_on::date as date from field_run where started_on is not null) r
    join job j on j.num = r.job_num cross join lateral unnest(r.crew) as member join demo_worker w on w.id = member and w.start_date <= r.date
    join (select distinct on (job) job, id, task, name from milestone where job is not null
      order by job, name not in ('Field work', 'Site visit'), id) step on step.job = j.id
    where r.date between ${first}::date and ${now.slice(0, 10)}::date - 1 and r.date >= j.created_on::date`.execute(tx);
  await sql`delete from demo_time t using demo_run_time out where t."user" = out."user" and t.date = out.date`.execute(tx);
  await sql`insert into demo_time
    select "user", date, job, task, milestone, null, minutes, true, job_role, charge_rate, cost_rate, valid_from, note, field_run from demo_run_time`.execute(
    tx,
  );
}

/** A job that has gone on for long and that many work on: a part of what was done in the firm was done on it. */
async function lengthenOneJob({ tx, now }: Pick<Loading, 'tx' | 'now'>, entries: number): Promise<void> {
  await sql`with step as (
      select m.job, m.task, m.id as milestone, m.name, j.created_on::date as first, row_number() over (order by m.id) - 1 as place, count(*) over () as steps
      from milestone m join job j on j.id = m.job
      where j.id = (select min(id) from job where state = 'IN PROGRESS' and created_on < ${now}::timestamptz - interval '400 days')
    ), moved as (
      select ctid as row, row_number() over () as at from demo_time where job is not null and date >= (select min(first) from step)
      order by ${chance(sql`"user"`, sql`date`, sql`milestone`, sql`note`)}, minutes, ctid limit ${entries}
    )
    update demo_time set job = step.job, task = step.task, milestone = step.milestone, note = step.name
    from moved join step on step.place = moved.at % step.steps where demo_time.ctid = moved.row`.execute(tx);
}
