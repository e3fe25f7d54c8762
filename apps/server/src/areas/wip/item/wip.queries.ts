import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listWipItems } from '@dmse/contract/wip/wip';
import type { WipState } from '@dmse/domain/states/wip';
import type { RateRule } from '@dmse/domain/work/rate-choice';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** Where items stand, today from what is kept, for an earlier day from the ledger. */
const NOW = sql`select item, job, task, state, amount, work_date, hold_until, turn from wip_item`;
export type PositionRow = {
  item: string;
  job: number;
  task: number | null;
  state: WipState;
  amount: number;
  work_date: string;
  hold_until: string | null;
  turn: number;
};
export async function listPositions(tx: Tx, job: number, day: string | null): Promise<PositionRow[]> {
  const source =
    day === null
      ? sql`${NOW} where job = ${job}`
      : sql`
    select item, job, task, state, sum(amount)::bigint as amount, work_date, max(hold_until) as hold_until, max(turn) as turn
    from wip_line where job = ${job} and date <= ${day} group by item, job, task, state, work_date having sum(sign) > 0`;
  return (await sql<PositionRow>`${source}`.execute(tx)).rows;
}

type Sources = {
  id: number;
  who: string;
  what: string;
  minutes: number;
  rate: number;
  rate_rule: RateRule;
  rate_valid_from: string | null;
};
/** What time entries were priced from, by their items. */
export async function listTimeSources(tx: Tx, ids: readonly number[]): Promise<Map<string, Sources>> {
  const { rows } = await sql<Sources>`
    select e.id, p.full_name as who, coalesce(nullif(e.note, ''), m.name, '') as what, e.minutes, coalesce(e.rate, 0) as rate,
      coalesce(e.rate_rule, 'role') as rate_rule, e.rate_valid_from
    from time_entry e join app_user p on p.id = e."user" left join milestone m on m.id = e.milestone where e.id = any(${ids}::int[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [`time/${row.id}`, row]));
}

type ExpenseSource = { id: number; who: string; what: string; net: number; gross: number; markup_pct: number; as_agent: boolean };
/** What expenses were charged from, by their items. */
export async function listExpenseSources(tx: Tx, ids: readonly number[]): Promise<Map<string, ExpenseSource>> {
  const { rows } = await sql<ExpenseSource>`
    select e.id, p.full_name as who, coalesce(nullif(e.vendor, ''), kind.name, 'Expense') as what, e.net, e.gross, e.markup_pct, e.as_agent
    from expense e join app_user p on p.id = e."user" left join expense_category kind on kind.id = e.category
    where e.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map((row) => [`expense/${row.id}`, row]));
}

type ItemSource = { id: number; who: string; what: string; quantity: number; unit: string; unit_cost: number; markup_pct: number };
/** What internal items were charged from. */
export async function listItemSources(tx: Tx, ids: readonly number[]): Promise<Map<string, ItemSource>> {
  const { rows } = await sql<ItemSource>`
    select i.id, p.full_name as who, type.name as what, i.quantity, type.unit, i.unit_cost, i.markup_pct
    from disbursement_item i join app_user p on p.id = i."user" join disbursement_type type on type.id = i.disbursement_type
    where i.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map((row) => [`item/${row.id}`, row]));
}

export async function listTaskNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('task')
    .select(['id', 'name'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The tasks of a job in their order, with budget and time. */
export async function listTasks(tx: Tx, job: number) {
  const { rows } = await sql<{ id: number; name: string; budget_amount: number; budget_minutes: number; minutes: number }>`
    select t.id, t.name, coalesce(b.amount, 0)::bigint as budget_amount, coalesce(b.minutes, 0)::int as budget_minutes,
      (select coalesce(sum(e.minutes), 0) from time_entry e where e.task = t.id)::int as minutes
    from task t join task_group g on g.id = t.task_group
    left join (select m.task, sum(e.amount) as amount, sum(e.minutes) as minutes from budget_entry e join milestone m on m.id = e.milestone
      where e.job = ${job} group by m.task) b on b.task = t.id
    where t.job = ${job} order by g."order", t."order", t.id`.execute(tx);
  return rows;
}

export async function page(
  tx: Tx,
  { job, task, no_task, state, page: at = 1, page_size = DEFAULT_PAGE_SIZE }: RequestQuery<typeof listWipItems>,
) {
  const where = sql`job = ${job} and (${task ?? null}::int is null or task = ${task ?? null}) and (not ${no_task ?? false}::boolean or task is null)
    and (${state === undefined}::boolean or state = any(${state ?? []}::text[]))`;
  const { rows } = await sql<PositionRow & { count: number }>`
    select *, count(*) over ()::int as count from (${NOW} where ${where}) found
    order by work_date, item limit ${page_size} offset ${(at - 1) * page_size}`.execute(tx);
  if (rows.length > 0) return { count: rows[0]!.count, results: rows };
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from wip_item where ${where}`.execute(tx);
  return { count: counted[0]!.count, results: [] };
}

export async function listDueForRelease(tx: Tx, today: string): Promise<PositionRow[]> {
  return (await sql<PositionRow>`${NOW} where state = 'HOLD' and hold_until <= ${today}`.execute(tx)).rows;
}

/** Kept figures that differ from what the ledger adds up to. */
export async function listDifferences(tx: Tx): Promise<{ what: string; says: string }[]> {
  const { rows } = await sql<{ what: string; says: string }>`
    with sums as (
      select job,
        coalesce(sum(amount) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0) as wip_cost,
        coalesce(sum(amount) filter (where state = 'UNBILLED'), 0) as ready,
        coalesce(sum(amount) filter (where state = 'CLAIMED'), 0) as on_draft,
        coalesce(sum(amount) filter (where state = 'HOLD'), 0) as hold,
        coalesce(sum(amount) filter (where state = 'BILLED'), 0) as billed,
        coalesce(sum(amount) filter (where state = 'WRITTEN_OFF'), 0) as written_off,
        coalesce(sum(sign * abs(amount)) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0) as weight,
        coalesce(sum(sign * abs(amount) * (work_date - date '2000-01-01')) filter (where state in ('UNBILLED', 'CLAIMED', 'HOLD')), 0) as weighted_days
      from wip_line group by job
    ), last as (select job, max(date) as date from time_entry where job is not null group by job)
    select 'Job ' || j.num as what, format('%s is kept as %s, the ledger says %s.', figure.name, figure.kept, figure.said) as says
    from job_wip k full join sums s on s.job = k.job full join last l on l.job = coalesce(k.job, s.job)
    join job j on j.id = coalesce(k.job, s.job, l.job)
    cross join lateral (
      select name, '$' || to_char(kept / 100.0, 'FM999,999,999,990.00'), '$' || to_char(said / 100.0, 'FM999,999,999,990.00') from (values
        ('WIP', coalesce(k.wip_cost, 0), coalesce(s.wip_cost, 0)), ('Ready to bill', coalesce(k.ready, 0), coalesce(s.ready, 0)),
        ('On a draft', coalesce(k.on_draft, 0), coalesce(s.on_draft, 0)), ('On hold', coalesce(k.hold, 0), coalesce(s.hold, 0)),
        ('Billed', coalesce(k.billed, 0), coalesce(s.billed, 0)), ('Written off', coalesce(k.written_off, 0), coalesce(s.written_off, 0))
      ) money (name, kept, said)
      union all values
        ('The weight of the average age', coalesce(k.weight, 0)::text, coalesce(s.weight, 0)::text),
        ('The days of the average age', coalesce(k.weighted_days, 0)::text, coalesce(s.weighted_days, 0)::text),
        ('The last time entry', coalesce(k.last_time_entry_date::text, 'never'), coalesce(l.date::text, 'never'))
    ) figure (name, kept, said) where figure.kept <> figure.said
    union all
    select coalesce(i.item, line.item), 'Where it is kept differs from its newest line.' from wip_item i
    full join (select * from (select distinct on (item) * from wip_line order by item, turn desc, sign desc) newest where sign = 1) line
      on line.item = i.item
    where i.item is null or line.item is null
      or (i.job, i.task, i.state, i.amount, i.work_date, i.turn) is distinct from (line.job, line.task, line.state, line.amount, line.work_date, line.turn)
    union all
    select coalesce(i.item, done.item), 'The record and the ledger differ in job, task, day or amount.' from (
      select 'time/' || id as item, job, task, amount, date from time_entry where is_billable and job is not null
      union all
      select 'expense/' || id, job, task, charge, date from expense where is_billable
      union all
      select 'item/' || id, job, task, charge, date from disbursement_item where is_billable
    ) done full join (select * from wip_item where split_part(item, '/', 3) = '') i on i.item = done.item
    left join lateral (select sum(part.amount) as amount from wip_item part where part.item like i.item || '/%') parts on true
    where (i.job, i.task, i.amount + coalesce(parts.amount, 0), i.work_date) is distinct from (done.job, done.task, done.amount, done.date)
    limit 1000`.execute(tx);
  return rows;
}

export async function countChecked(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from job_wip) + (select count(*) from wip_item) as count`.execute(
    tx,
  );
  return rows[0]!.count;
}

export async function listNumbers(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('job')
    .select(['id', 'num'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map(({ id, num }) => [id, num]));
}

export async function listPeople(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'full_name'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
