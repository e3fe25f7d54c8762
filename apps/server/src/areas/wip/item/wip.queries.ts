import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listWipItems } from '@dmse/contract/wip/wip';
import type { Language } from '@dmse/domain/clients/party';
import type { WipState } from '@dmse/domain/states/wip';
import type { RateRule } from '@dmse/domain/work/rate-choice';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { inLanguage } from '../../../db/name-in.ts';

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

/** What a piece of work is, whatever it is: the day it was done, its task, who did it and what it was. */
type Told = { id: number; date: string; task: string; who: string; what: string };

type Sources = Told & {
  role: string;
  minutes: number;
  rate: number;
  rate_rule: RateRule;
  rate_valid_from: string | null;
};
/** What time entries were priced from, by their items. */
export async function listTimeSources(tx: Tx, ids: readonly number[], language: Language): Promise<Map<string, Sources>> {
  const { rows } = await sql<Sources>`
    select e.id, e.date, coalesce(t.name, '') as task, p.full_name as who, coalesce(nullif(e.note, ''), m.name, '') as what,
      coalesce(${inLanguage('r.name', language)}, '') as role, e.minutes, coalesce(e.rate, 0) as rate, coalesce(e.rate_rule, 'role') as rate_rule, e.rate_valid_from
    from time_entry e join app_user p on p.id = e."user" left join milestone m on m.id = e.milestone left join job_role r on r.id = e.job_role
      left join task t on t.id = e.task
    where e.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map((row) => [`time/${row.id}`, row]));
}

type ExpenseSource = Told & { net: number; gross: number; markup_pct: number; as_agent: boolean };
/** What expenses were charged from, by their items. */
export async function listExpenseSources(tx: Tx, ids: readonly number[]): Promise<Map<string, ExpenseSource>> {
  const { rows } = await sql<ExpenseSource>`
    select e.id, e.date, coalesce(t.name, '') as task, p.full_name as who, coalesce(nullif(e.vendor, ''), kind.name, 'Expense') as what, e.net,
      e.gross, e.markup_pct, e.as_agent
    from expense e join app_user p on p.id = e."user" left join expense_category kind on kind.id = e.category left join task t on t.id = e.task
    where e.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map((row) => [`expense/${row.id}`, row]));
}

type ItemSource = Told & { quantity: number; unit: string; unit_cost: number; markup_pct: number };
/** What internal items were charged from. */
export async function listItemSources(tx: Tx, ids: readonly number[], language: Language): Promise<Map<string, ItemSource>> {
  const { rows } = await sql<ItemSource>`
    select i.id, i.date, coalesce(t.name, '') as task, p.full_name as who, ${inLanguage('type.name', language)} as what,
      i.quantity, type.unit, i.unit_cost, i.markup_pct
    from disbursement_item i join app_user p on p.id = i."user" join disbursement_type type on type.id = i.disbursement_type
      left join task t on t.id = i.task
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

type Difference = { what: string; says: string };
const MOST_DIFFERENCES = sql.lit(1000);
const FIGURES: [string, string][] = [
  ['wip_cost', 'WIP'],
  ['ready', 'Ready to bill'],
  ['on_draft', 'On a draft'],
  ['hold', 'On hold'],
  ['billed', 'Billed'],
  ['written_off', 'Written off'],
];

/** Kept figures that differ from what the ledger adds up to. Everything is read once, in memory of its own: millions of lines take a while. */
export async function listDifferences(tx: Tx): Promise<Difference[]> {
  await sql`set local work_mem = '256MB'`.execute(tx);
  await sql`set local statement_timeout = '120s'`.execute(tx);
  return [...(await listWrongSums(tx)), ...(await listWrongPositions(tx)), ...(await listWrongSources(tx))];
}

/** The figures of jobs, against the sums of their lines. A line adds a piece of work to its job or takes it away again. */
async function listWrongSums(tx: Tx): Promise<Difference[]> {
  const sum = (of: string, states: string) => sql.raw(`coalesce(sum(${of}) filter (where state in (${states})), 0)`);
  const open = `'UNBILLED', 'CLAIMED', 'HOLD'`;
  const value = (of: string, name: string) => sql`coalesce(${sql.ref(`${of}.${name}`)}, 0)`;
  const money = ([name, label]: [string, string]) =>
    sql`(${sql.lit(label)}, ${sql.join(['k', 's'].map((of) => sql`'$' || to_char(${value(of, name)} / 100.0, 'FM999,999,999,990.00')`))})`;
  const { rows } = await sql<Difference>`
    with states as (
      select job, state, sum(amount) as amount, sum(sign * abs(amount)) as weight, sum(sign) as pieces,
        sum(sign * abs(amount) * (work_date - date '2000-01-01')) as days
      from wip_line group by job, state
    ), sums as (
      select job, ${sum('amount', open)} as wip_cost, ${sum('amount', `'UNBILLED'`)} as ready, ${sum('amount', `'CLAIMED'`)} as on_draft,
        ${sum('amount', `'HOLD'`)} as hold, ${sum('amount', `'BILLED'`)} as billed, ${sum('amount', `'WRITTEN_OFF'`)} as written_off,
        ${sum('weight', open)} as weight, ${sum('days', open)} as weighted_days, sum(pieces) as pieces
      from states group by job
    ), last as (select job, max(date) as date from time_entry where job is not null group by job),
    held as (select job, count(*) as pieces from wip_item group by job)
    select 'Job ' || j.num as what, format('%s is kept as %s, the ledger says %s.', figure.name, figure.kept, figure.said) as says
    from job_wip k full join sums s on s.job = k.job full join last l on l.job = coalesce(k.job, s.job)
    full join held h on h.job = coalesce(k.job, s.job, l.job)
    join job j on j.id = coalesce(k.job, s.job, l.job, h.job)
    cross join lateral (values
      ${sql.join(FIGURES.map(money))},
      ('The weight of the average age', coalesce(k.weight, 0)::text, coalesce(s.weight, 0)::text),
      ('The days of the average age', coalesce(k.weighted_days, 0)::text, coalesce(s.weighted_days, 0)::text),
      ('The last time entry', coalesce(k.last_time_entry_date::text, 'never'), coalesce(l.date::text, 'never')),
      ('The number of pieces', coalesce(h.pieces, 0)::text, coalesce(s.pieces, 0)::text)
    ) figure (name, kept, said) where figure.kept <> figure.said limit ${MOST_DIFFERENCES}`.execute(tx);
  return rows;
}

/** Where each piece is, against its lines: the newest one says it, and what is kept nowhere has been taken away as often as it came. */
async function listWrongPositions(tx: Tx): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select line.item as what, 'Where it is kept differs from its newest line.' as says
    from wip_line line left join wip_item i on i.item = line.item
    where i.item is null or line.turn > i.turn or (line.turn = i.turn and line.sign = 1
      and (i.job, i.task, i.state, i.amount, i.work_date) is distinct from (line.job, line.task, line.state, line.amount, line.work_date))
    group by line.item having bool_or(i.item is not null) or sum(line.sign) <> 0 limit ${MOST_DIFFERENCES}`.execute(tx);
  return rows;
}

/** What people entered, against where its worth is, with all the parts that it was billed in. */
async function listWrongSources(tx: Tx): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select coalesce(i.item, work.item) as what, case
        when work.item is null then 'The entry of this work is gone, or is not billable.'
        when work.item like 'time/%' then 'The entry and the ledger differ in job, task, day or amount.'
        else 'The expense or item and the ledger differ in job, task, day or charge.' end as says
    from (
      select 'time/' || id as item, job, task, amount, date from time_entry where is_billable and job is not null
      union all
      select 'expense/' || id, job, task, charge, date from expense where is_billable
      union all
      select 'item/' || id, job, task, charge, date from disbursement_item where is_billable
    ) work full join (
      select split_part(item, '/', 1) || '/' || split_part(item, '/', 2) as item, min(job) as job, min(task) as task, sum(amount) as amount,
        min(work_date) as work_date
      from wip_item group by 1
    ) i on i.item = work.item
    where (i.job, i.task, i.amount, i.work_date) is distinct from (work.job, work.task, work.amount, work.date) limit ${MOST_DIFFERENCES}`.execute(
    tx,
  );
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
