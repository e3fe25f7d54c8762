import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listDisbursements } from '@dmse/contract/expenses/disbursement';
import type { ApprovalState } from '@dmse/domain/states/expense';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';

type Ref = { id: number; name: string };
type TypeRef = Ref & { unit: string };
type Person = { id: number; full_name: string };

const typeRef = (column: string) =>
  sql<TypeRef>`(select jsonb_build_object('id', type.id, 'name', type.name, 'unit', type.unit) from disbursement_type type where type.id = ${sql.ref(column)})`;
const taskRef = (column: string) =>
  sql<Ref | null>`(select jsonb_build_object('id', task.id, 'name', task.name) from task where task.id = ${sql.ref(column)})`;

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('disbursement_item')
    .selectAll('disbursement_item')
    .select([
      sql<Person>`${personRef('disbursement_item.user')}`.as('user'),
      sql<{
        id: number;
        num: string;
      }>`(select jsonb_build_object('id', job.id, 'num', job.num) from job where job.id = disbursement_item.job)`.as('job'),
      taskRef('disbursement_item.task').as('task'),
      typeRef('disbursement_item.disbursement_type').as('disbursement_type'),
      personRef('disbursement_item.created_by').as('created_by'),
      personRef('disbursement_item.updated_by').as('updated_by'),
    ])
    .where('disbursement_item.id', '=', id)
    .executeTakeFirst();
}

export async function findType(tx: Tx, id: number) {
  return tx.selectFrom('disbursement_type').select(['id', 'name', 'unit', 'is_active']).where('id', '=', id).executeTakeFirst();
}

export type ListedDisbursement = {
  kind: 'expense' | 'item';
  id: number;
  date: string;
  user: Person;
  what: string;
  task: Ref | null;
  disbursement_type: TypeRef | null;
  category: string | null;
  quantity: number | null;
  note: string;
  is_billable: boolean;
  as_agent: boolean;
  approval: ApprovalState | null;
  unit_cost: number | null;
  markup_pct: number;
  net: number;
  cost: number;
  charge: number;
  version: number;
};

/** Expenses and items of a job in one list: the figures are those that are kept on them. */
const ofJob = (job: number) => sql`
  select 'expense' as kind, e.id, e.date, e."user", coalesce(nullif(e.vendor, ''), kind.name, 'Expense') as what, e.task,
    kind.disbursement_type, kind.name as category, null::numeric as quantity, e.note, e.is_billable, e.as_agent, e.approval,
    null::bigint as unit_cost, e.markup_pct, e.net, case when e.as_agent then e.gross else e.net end as cost, e.charge, e.version
  from expense e left join expense_category kind on kind.id = e.category where e.job = ${job}
  union all
  select 'item', i.id, i.date, i."user", type.name, i.task, i.disbursement_type, null, i.quantity, i.note, i.is_billable, false, null,
    i.unit_cost, i.markup_pct, i.cost, i.cost, i.charge, i.version
  from disbursement_item i join disbursement_type type on type.id = i.disbursement_type where i.job = ${job}`;

export async function listOfJob(
  tx: Tx,
  { job, task, disbursement_type, page = 1, page_size = DEFAULT_PAGE_SIZE }: RequestQuery<typeof listDisbursements>,
): Promise<{ count: number; results: ListedDisbursement[] }> {
  const found = sql`select * from (${ofJob(job)}) line where (${task ?? null}::int is null or line.task = ${task ?? null})
    and (${disbursement_type ?? null}::int is null or line.disbursement_type = ${disbursement_type ?? null})`;
  const { rows } = await sql<ListedDisbursement>`
    select line.*, line.date::text as date, ${personRef('line.user')} as "user", ${taskRef('line.task')} as task,
      ${typeRef('line.disbursement_type')} as disbursement_type
    from (${found}) line order by line.date desc, line.kind, line.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(tx);
  const counted = await sql<{ count: number }>`select count(*) as count from (${found}) line`.execute(tx);
  return { count: counted.rows[0]!.count, results: rows };
}

export type SummedType = {
  disbursement_type: TypeRef | null;
  budget_quantity: number;
  actual_quantity: number;
  count: number;
  budget_amount: number;
  cost: number;
  charge: number;
};

/** By disbursement type, what was budgeted for a job and what has been used of it. */
export async function sumByType(tx: Tx, job: number): Promise<SummedType[]> {
  const { rows } = await sql<SummedType>`
    select case when type.id is null then null else jsonb_build_object('id', type.id, 'name', type.name, 'unit', type.unit) end
        as disbursement_type,
      sum(budget_quantity)::float8 as budget_quantity, sum(actual_quantity)::float8 as actual_quantity, sum(line.count)::int as count,
      sum(budget_amount)::bigint as budget_amount, sum(cost)::bigint as cost, sum(charge)::bigint as charge
    from (
      select disbursement_type, quantity as budget_quantity, amount as budget_amount, 0 as actual_quantity, 0 as count, 0 as cost, 0 as charge
      from budget_entry where job = ${job} and disbursement_type is not null
      union all
      select disbursement_type, 0, 0, coalesce(quantity, 0), 1, cost, charge from (${ofJob(job)}) used
    ) line left join disbursement_type type on type.id = line.disbursement_type
    group by type.id order by type.position nulls last, type.id nulls last`.execute(tx);
  return rows;
}
