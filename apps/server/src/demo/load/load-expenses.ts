import { headingOf } from '@dmse/contract/common/field';
import { ExpensePatch } from '@dmse/contract/expenses/expense';
import { type RawBuilder, sql } from 'kysely';
import { getSection } from '../../areas/settings/setting/setting.service.ts';
import { advanceIds, type Loading } from '../bulk-load.ts';
import { chance, digestOf, draw, pickBy, word } from '../firm/chance.ts';
import { SPENDING, USED } from '../firm/expenses.ts';
import type { Scale } from '../sizes.ts';

const PETTY_CASH = '1050';
const CREDIT_CARD = '2100';
const CHEQUING = '1000';
/** Days on which nobody spends the firm's money. */
const AWAY = ['VAC', 'STAT', 'SICK'];
/** Pays back and fills the box. */
const ALICE = 1;

type Context = Pick<Loading, 'tx' | 'now'>;

/**
 * What people paid on days they worked, on the job they worked on, what they used of the firm's own, what was paid back to them, and the cash
 * box. Everything follows from the time they entered; its WIP comes in with that of the time.
 */
export async function loadExpenses(context: Context, scale: Scale): Promise<void> {
  const { tx } = context;
  await loadPaid(context, scale.expenses);
  await loadUsed(context, scale.disbursement_items);
  await loadRuns(context);
  await loadPettyCash(context);
  await tellExpenses(context, scale.expenses_with_history);
  await advanceIds(tx, ['expense', 'disbursement_item', 'reimbursement_run', 'petty_cash_row']);
}

/** So many of the entries of time, spread over people and days: more of those on jobs, and of the last weeks, in which something waits. */
const whoSpends = (what: string, also: RawBuilder<unknown>, count: number, now: string) => sql`
  select e.id as entry, e."user", e.date, e.job, e.task, ${digestOf(word(what), sql`e.id`)} as digits
  from time_entry e join app_user u on u.id = e."user" left join overhead_code o on o.id = e.overhead_code
  where 'Expenses User' = any(u.granted) and (o.id is null or o.code <> all(${AWAY}::text[])) and ${also}
  order by ${chance(word(`${what} here`), sql`e.id`)} * case when e.job is null then 1 else 0.4 end
    * case when e.date < ${now}::date - 30 then 1 else 0.4 end, e.id limit ${count}`;

/** A list of kinds with the part of the whole, from 0 to 1, that each one takes. */
function inParts<T>(kinds: readonly T[], share: (kind: T) => number): (T & { low: number; high: number })[] {
  const whole = kinds.reduce((sum, kind) => sum + share(kind), 0);
  let low = 0;
  return kinds.map((kind) => {
    const part = { ...kind, low, high: low + share(kind) / whole };
    low = part.high;
    return part;
  });
}

async function loadPaid({ tx, now }: Context, count: number): Promise<void> {
  const { tax_types } = await getSection(tx, 'account_codes');
  const { home_province } = await getSection(tx, 'region');
  const kinds = [
    ...inParts(SPENDING, ({ on_job }) => on_job).map((kind) => ({ ...kind, is_on_job: true })),
    ...inParts(SPENDING, ({ otherwise }) => otherwise).map((kind) => ({ ...kind, is_on_job: false })),
  ];
  // On what, where and how much; who paid it; when it was decided on; whether the client is charged.
  await sql`create unlogged table demo_expense as
    with spot as (${whoSpends('spent', sql`true`, count, now)}), spent as (
      select spot.*, kind.*, c.id as category_id, c.account_code, c.tax_type, c.disbursement_type, ${digestOf(word('more'), sql`entry`)} as more,
        round(kind."from" + (kind."to" - kind."from") * ${draw(sql`digits`, 1)} * ${draw(sql`digits`, 2)})::bigint
          * case when kind.category = 'Survey supplies' and ${draw(sql`digits`, 3)} < 0.06 then -1 else 1 end as gross
      from spot join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as kind(category text, is_on_job boolean, low float8, high float8,
        vendors jsonb, "from" int, "to" int, billable int, as_agent int)
        on kind.is_on_job = (spot.job is not null) and ${draw(sql`digits`, 0)} >= kind.low and ${draw(sql`digits`, 0)} < kind.high
      join expense_category c on c.name = kind.category
    ), charged as (
      select spent.*, vendors ->> floor(jsonb_array_length(vendors) * ${draw(sql`digits`, 4)})::int as vendor,
        job is not null and ${draw(sql`more`, 0)} * 100 < billable as is_billable,
        case when category = 'Subcontractor' then ${CHEQUING} when gross < 0 then ${CREDIT_CARD}
          when gross < 3000 and ${draw(sql`more`, 1)} < 0.25 then ${PETTY_CASH}
          when ${draw(sql`more`, 1)} < 0.62 then null else ${CREDIT_CARD} end as paid_from,
        date + time '20:40' as created_on, date + 2 + floor(16 * ${draw(sql`more`, 2)} * ${draw(sql`more`, 2)})::int as decided_day
      from spent
    ), decided as (
      select charged.*, is_billable and ${draw(sql`more`, 3)} * 100 < charged.as_agent as is_agent,
        case when decided_day + time '14:00' < ${now}::timestamptz then
            case when date > ${now}::date - 90 and ${draw(sql`more`, 4)} < 0.06 and paid_from is distinct from ${PETTY_CASH} then 'REJECTED' else 'APPROVED' end
          when ${draw(sql`more`, 4)} < 0.3 and paid_from is distinct from ${PETTY_CASH} then 'DRAFT' else 'SUBMITTED' end as approval,
        sum(gross) filter (where paid_from = ${PETTY_CASH}) over (partition by date_trunc('month', date) order by date, "user", entry) as out_of_box
      from charged
    )
    select row_number() over (order by date, "user", entry)::int as id, "user", date, job, task, category, category_id, account_code, tax_type,
      vendor, gross, coalesce(taxed.tax, 0) as tax, is_billable, is_agent, approval, created_on,
      case when is_billable and not is_agent then coalesce(price.markup_pct, 0) else 0 end as markup_pct,
      -- What the box does not hold people pay themselves.
      case when paid_from = ${PETTY_CASH} and out_of_box > (select "float" from petty_cash_box) then null else paid_from end as paid_from,
      case when approval in ('APPROVED', 'REJECTED') then decided_day + time '14:00' end as decided_on,
      coalesce((select min(supervisor) from supervision s where s.employee = decided."user"), ${ALICE}) as decided_by,
      -- Each Friday what was approved before is paid back.
      decided_day + 1 + (11 - extract(isodow from decided_day + 1)::int) % 7 as pay_day
    from decided
    left join lateral (
      select sum(round(decided.gross * part / (100 + whole)))::bigint as tax from (
        select r.rate * r.base_fraction as part, sum(r.rate * r.base_fraction) over () as whole
        from tax_rule r join jsonb_to_recordset(${JSON.stringify(tax_types)}::jsonb) as type(code text, tax_codes jsonb) on type.tax_codes ? r.code
        where type.code = decided.tax_type and r.is_active and r.province = ${home_province}
          and decided.date >= r.valid_from and decided.date <= coalesce(r.valid_to, 'infinity')
      ) rule
    ) taxed on true
    left join lateral (
      select markup_pct from disbursement_type_cost cost
      where cost.disbursement_type = decided.disbursement_type and coalesce(cost.valid_from, '-infinity') <= decided.date
      order by cost.valid_from desc nulls last limit 1
    ) price on true`.execute(tx);
  await sql`insert into expense (id, "user", date, vendor, category, account_code, tax_type, gross, tax, paid_from, job, task, is_billable, markup_pct,
      as_agent, charge, note, approval, comment, reimbursement, version, created_on, created_by, updated_on, updated_by)
    overriding system value
    select id, "user", date, vendor, category_id, account_code, tax_type, gross, tax, paid_from, job, task, is_billable, markup_pct, is_agent,
      case when not is_billable then 0 when is_agent then gross else round((gross - tax) * (100 + markup_pct) / 100) end,
      case category when 'Meals' then 'Crew lunch' when 'Fuel' then 'Truck' when 'Accommodation' then 'Overnight for field work' else '' end, approval,
      case when approval = 'REJECTED' then ${pickBy(
        sql`array['Please attach the receipt.', 'This belongs to another job.', 'Which client is this for?']`,
        chance(sql`id`),
      )} else '' end,
      case when paid_from is not null then 'not applicable' when approval = 'APPROVED' and pay_day < ${now}::date then 'reimbursed' else 'owed' end,
      1, created_on, "user", created_on, "user"
    from demo_expense order by id`.execute(tx);
}

/** Mileage, monuments and equipment, by those who are out in the field. */
async function loadUsed({ tx, now }: Context, count: number): Promise<void> {
  const kinds = inParts(USED, ({ share }) => share);
  await sql`insert into disbursement_item (id, "user", date, job, task, disbursement_type, quantity, is_billable, unit_cost, markup_pct, cost, charge,
      note, created_on, created_by, updated_on, updated_by)
    overriding system value
    select row_number() over (order by date, "user", entry), "user", date, job, task, type, quantity, is_billable, unit_cost, markup_pct,
      round(quantity * unit_cost), case when is_billable then round(quantity * unit_cost * (100 + markup_pct) / 100) else 0 end,
      case when kind = 'Mileage' then 'To the site and back' else '' end, date + time '20:45', "user", date + time '20:45', "user"
    from (
      select spot.*, kind.type as kind, t.id as type, ${draw(sql`digits`, 2)} < 0.9 as is_billable, price.unit_cost, price.markup_pct,
        (kind."from" + kind.step * floor((kind."to" - kind."from" + kind.step) / kind.step * ${draw(sql`digits`, 1)}))::numeric(12, 4) as quantity
      from (${whoSpends('used', sql`e.job is not null and norm(u.job_role) in ('party chief', 'survey technician')`, count, now)}) spot
      join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as kind(type text, low float8, high float8, "from" float8, "to" float8, step float8)
        on ${draw(sql`digits`, 0)} >= kind.low and ${draw(sql`digits`, 0)} < kind.high
      join disbursement_type t on t.name = kind.type
      join lateral (
        select unit_cost, markup_pct from disbursement_type_cost cost
        where cost.disbursement_type = t.id and coalesce(cost.valid_from, '-infinity') <= spot.date
        order by cost.valid_from desc nulls last limit 1
      ) price on true
    ) used`.execute(tx);
}

/** What people paid themselves comes back to them on Fridays. */
async function loadRuns({ tx }: Context): Promise<void> {
  await sql`create unlogged table demo_run as
    select pay_day, sum(e.gross)::bigint as total, row_number() over (order by pay_day)::int as number
    from demo_expense d join expense e on e.id = d.id where e.reimbursement = 'reimbursed' group by pay_day`.execute(tx);
  await sql`insert into reimbursement_run (id, number, date, total, created_on, created_by)
    overriding system value
    select number, number, pay_day, total, pay_day + time '16:00', ${ALICE} from demo_run order by number`.execute(tx);
  await sql`insert into reimbursement_line (run, expense, "user", gross)
    select r.number, e.id, e."user", e.gross from demo_expense d join expense e on e.id = d.id join demo_run r on r.pay_day = d.pay_day
    where e.reimbursement = 'reimbursed' order by 1, 2`.execute(tx);
  await sql`insert into posting_number (series, last) select 'reimbursement', max(number) from demo_run having max(number) is not null`.execute(
    tx,
  );
}

/** The box is filled up to its float on the first of each month and counted on the last of each quarter; nobody takes more out than is in it. */
async function loadPettyCash({ tx }: Context): Promise<void> {
  await sql`insert into petty_cash_row (id, kind, date, amount, balance, note, expense, created_on, created_by)
    overriding system value
    select row_number() over posted, kind, date, amount, sum(amount) over posted, note, expense, date + time '21:00', by
    from (
      select 1 as place, 'expense' as kind, date, -gross as amount, vendor as note, id as expense, "user" as by from expense
      where paid_from = ${PETTY_CASH}
      union all
      select 0, 'top-up', month + interval '1 month', spent, 'Filled up to the float', null, ${ALICE}
      from (select date_trunc('month', date) as month, sum(gross) as spent from expense where paid_from = ${PETTY_CASH} group by 1) months
      where month + interval '1 month' <= (select max(date) from expense)
      union all
      select 0, 'top-up', date_trunc('month', min(date)), (select "float" from petty_cash_box), 'The box is opened', null, ${ALICE}
      from expense where paid_from = ${PETTY_CASH} having count(*) > 0
      union all
      select 2, 'count', quarter - interval '1 day', 0, 'Counted, nothing missing', null, ${ALICE}
      from generate_series((select date_trunc('quarter', min(date)) + interval '3 months' from expense where paid_from = ${PETTY_CASH}),
        (select max(date) from expense), '3 months') as quarter
    ) moved window posted as (order by date, place, expense)`.execute(tx);
  await sql`update petty_cash_box set balance = coalesce((select balance from petty_cash_row order by id desc limit 1), 0)`.execute(tx);
}

/** What happened to an expense, as its own saves would have told it; of a large firm the newest ones only. */
async function tellExpenses({ tx }: Context, count: number): Promise<void> {
  const change = (field: keyof typeof ExpensePatch.shape, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql`jsonb_build_object('field', ${sql.lit(field)}, 'label', ${sql.lit(headingOf(ExpensePatch.shape[field]))}, 'from', ${from}, 'to', ${to})`;
  const none = sql`null::text`;
  await sql`create unlogged table demo_told as
    select e.id, e.vendor, step.*, row_number() over (partition by e.id order by step.place)::int as version
    from (select * from expense order by id desc limit ${count}) e join demo_expense d on d.id = e.id
    left join demo_run r on r.pay_day = d.pay_day and e.reimbursement = 'reimbursed'
    cross join lateral (values
      (1, true, 'created', e.created_on, e."user", jsonb_build_array(
        ${change('date', none, sql`to_char(e.date, 'FMDD Mon YYYY')`)}, ${change('vendor', none, sql`e.vendor`)},
        ${change('category', none, sql`d.category`)}, ${change('gross', none, sql`to_char(e.gross / 100.0, 'FM$999,999,990.00PR')`)})),
      (2, e.approval <> 'DRAFT', 'changed', e.created_on + interval '5 minutes', e."user",
        jsonb_build_array(${change('approval', sql`'DRAFT'`, sql`'SUBMITTED'`)})),
      (3, d.decided_on is not null, 'changed', d.decided_on, d.decided_by,
        jsonb_build_array(${change('approval', sql`'SUBMITTED'`, sql`e.approval`)})
        || case when e.comment = '' then '[]' else jsonb_build_array(${change('comment', none, sql`e.comment`)}) end),
      (4, r.number is not null, 'changed', r.pay_day + time '16:00', ${ALICE}, jsonb_build_array(jsonb_build_object(
        'field', 'reimbursement', 'label', 'Reimbursement', 'from', 'owed', 'to', 'reimbursed (run ' || r.number || ')')))
    ) step (place, is_so, action, at, by, changes) where step.is_so`.execute(tx);
  await sql`insert into demo_history (entry, at)
    select jsonb_build_object('noun', 'expense', 'record_id', id::text, 'record_name', vendor, 'version', version, 'action', action,
      'changes', changes, 'by', by), at
    from demo_told order by id, version`.execute(tx);
  await sql`update expense set version = last.version, updated_on = last.at, updated_by = last.by
    from (select distinct on (id) id, version, at, by from demo_told order by id, version desc) last where last.id = expense.id`.execute(
    tx,
  );
}
