import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listExpenses } from '@dmse/contract/expenses/expense';
import { type ApprovalState, type ReimbursementState, wipStatesOf } from '@dmse/domain/states/expense';
import type { JobState } from '@dmse/domain/states/job';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

export type ExpenseFilter = RequestQuery<typeof listExpenses>;
type Ref = { id: number; full_name: string };

const USER = sql.ref<number>('expense.user');
const jobRef = sql<{ id: number; num: string; desc: string } | null>`(
  select jsonb_build_object('id', job.id, 'num', job.num, 'desc', job."desc") from job where job.id = expense.job)`;
const categoryRef = sql<{ id: number; name: string } | null>`(
  select jsonb_build_object('id', kind.id, 'name', kind.name) from expense_category kind where kind.id = expense.category)`;
const taskRef = sql<{ id: number; name: string } | null>`(
  select jsonb_build_object('id', task.id, 'name', task.name) from task where task.id = expense.task)`;
const userRef = sql<Ref>`${personRef('expense.user')}`;
const approval = sql<ApprovalState>`expense.approval`;
const reimbursement = sql<ReimbursementState>`expense.reimbursement`;

const COLUMNS = {
  date: { notNull: sql`expense.date` },
  vendor: { notNull: sql`norm(expense.vendor)` },
  gross: { notNull: sql`expense.gross` },
  approval: { notNull: sql`expense.approval` },
  reimbursement: { notNull: sql`expense.reimbursement` },
  updated_on: { notNull: sql`expense.updated_on` },
};

/** Whose expenses somebody sees: `null` for everybody's. */
export type Seen = { me: number; people: readonly number[] | null };

/** What is billable is in the ledger, whose state says how it is billed. */
function isBilledAs(billing: NonNullable<ExpenseFilter['billing']>) {
  const states = billing.flatMap(wipStatesOf);
  return sql<boolean>`(case when expense.is_billable
    then exists (select 1 from wip_item where item = 'expense/' || expense.id and state = any(${states}::text[]))
    else ${billing.includes('not billable')} end)`;
}

function rowsOf(tx: Tx, { me, people }: Seen, filter: ExpenseFilter) {
  const {
    query,
    mine,
    to_approve,
    user,
    job,
    job_num,
    category,
    approval: approvals,
    reimbursement: paid,
    billing,
    date_from,
    date_to,
  } = filter;
  let rows = tx
    .selectFrom('expense')
    .select([
      'expense.id',
      'date',
      'vendor',
      'gross',
      'tax',
      'net',
      'paid_from',
      'is_billable',
      'charge',
      'comment',
      'updated_on',
      'version',
    ])
    .select([userRef.as('user'), jobRef.as('job'), categoryRef.as('category'), approval.as('approval'), reimbursement.as('reimbursement')])
    .select(sql<number>`(select count(*) from expense_receipt receipt where receipt.expense = expense.id)`.as('receipt_count'));
  if (people !== null) rows = rows.where(sql<boolean>`(${USER} = ${me} or ${USER} = any(${people}::int[]))`);
  if (mine) rows = rows.where(sql<boolean>`${USER} = ${me}`);
  if (to_approve) rows = rows.where(sql<boolean>`expense.approval = 'SUBMITTED' and ${USER} <> ${me}`);
  if (user !== undefined) rows = rows.where(sql<boolean>`${USER} = ${user}`);
  if (job !== undefined) rows = rows.where('job', '=', job);
  if (job_num !== undefined) rows = rows.where(sql<boolean>`expense.job in (select id from job where num = ${job_num})`);
  if (category?.length) rows = rows.where('category', 'in', category);
  if (approvals?.length) rows = rows.where('approval', 'in', approvals);
  if (paid?.length) rows = rows.where('reimbursement', 'in', paid);
  if (billing?.length) rows = rows.where(isBilledAs(billing));
  if (date_from !== undefined) rows = rows.where('date', '>=', date_from);
  if (date_to !== undefined) rows = rows.where('date', '<=', date_to);
  const words = query ? matchesWords(sql`expense.search`, query) : null;
  return words ? rows.where(words) : rows;
}

export function list(tx: Tx, seen: Seen, { ordering, page, page_size, ...filter }: ExpenseFilter) {
  const order = orderBy<OrderOf<typeof listExpenses>>(ordering, COLUMNS, '-date', sql`expense.id`);
  return pageOf(rowsOf(tx, seen, filter), { page, page_size }, order, { isSearch: Boolean(filter.query) });
}

export function find(tx: Tx, id: number) {
  return tx
    .selectFrom('expense')
    .select(['expense.id', 'date', 'vendor', 'account_code', 'tax_type', 'gross', 'tax', 'net', 'paid_from', 'is_billable', 'markup_pct'])
    .select(['as_agent', 'charge', 'note', 'comment', 'version', 'created_on', 'updated_on'])
    .select([userRef.as('user'), jobRef.as('job'), categoryRef.as('category'), taskRef.as('task')])
    .select([approval.as('approval'), reimbursement.as('reimbursement')])
    .select([personRef('expense.created_by').as('created_by'), personRef('expense.updated_by').as('updated_by')])
    .where('expense.id', '=', id)
    .executeTakeFirst();
}

/** Holds several at once, always in the same order. */
export async function lockMany(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    user: number;
    gross: number;
    approval: ApprovalState;
    reimbursement: ReimbursementState;
    is_billable: boolean;
  }>`select id, "user", gross, approval, reimbursement, is_billable from expense where id = any(${ids}::int[]) order by id for update`.execute(
    tx,
  );
  return rows;
}

export async function listJobsOf(tx: Tx, ids: readonly number[]): Promise<(number | null)[]> {
  const rows = await tx
    .selectFrom('expense')
    .select('job')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ job }) => job);
}

export async function setReimbursement(tx: Tx, ids: readonly number[], to: ReimbursementState, stamp: { now: string; by: number }) {
  const { rows } = await sql<{ id: number; vendor: string; version: number; from: string }>`
    update expense set reimbursement = ${to}, version = expense.version + 1, updated_on = ${stamp.now}, updated_by = ${stamp.by}
    from expense before where expense.id = any(${ids}::int[]) and before.id = expense.id
    returning expense.id, expense.vendor, expense.version, before.reimbursement as "from"`.execute(tx);
  return rows;
}

export async function findJob(tx: Tx, id: number) {
  return tx
    .selectFrom('job')
    .select(['id', 'num', sql<JobState>`state`.as('state'), 'project_manager', 'project_leads'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listKnownJobs(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from job where id = any(${ids}::int[])`.execute(tx);
  return rows.map(({ id }) => id);
}

export function findTask(tx: Tx, id: number) {
  return tx.selectFrom('task').select(['id', 'name', 'job']).where('id', '=', id).executeTakeFirst();
}

export async function listSupervised(tx: Tx, supervisor: number): Promise<Ref[]> {
  const { rows } = await sql<Ref>`select person.id, person.full_name from supervision s join app_user person on person.id = s.employee
    where s.supervisor = ${supervisor} order by norm(person.full_name), person.id`.execute(tx);
  return rows;
}

export async function listReceipts(tx: Tx, expense: number): Promise<number[]> {
  const rows = await tx.selectFrom('expense_receipt').select('file').where('expense', '=', expense).orderBy('position').execute();
  return rows.map(({ file }) => file);
}

export async function setReceipts(tx: Tx, expense: number, files: readonly number[]): Promise<void> {
  await tx.deleteFrom('expense_receipt').where('expense', '=', expense).execute();
  if (files.length === 0) return;
  await tx
    .insertInto('expense_receipt')
    .values(files.map((file, position) => ({ expense, file, position })))
    .execute();
}

export type Compared = { id: number; vendor: string; date: string; gross: number; user_name: string; receipts: string[] };

/** What may be the same as an expense: of the same day and amount, or with a receipt of the same bytes. */
export async function listAlike(tx: Tx, { id, date, gross }: { id: number; date: string; gross: number }): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    select other.id, other.vendor, other.date::text as date, other.gross, person.full_name as user_name,
      array(select file.sha256 from expense_receipt receipt join file on file.id = receipt.file where receipt.expense = other.id) as receipts
    from expense other join app_user person on person.id = other."user"
    where other.id <> ${id} and other.approval <> 'REJECTED' and other.id in (
      select id from expense where date = ${date} and gross = ${gross}
      union
      select theirs.expense from expense_receipt own join file mine on mine.id = own.file
      join file same on same.sha256 = mine.sha256 join expense_receipt theirs on theirs.file = same.id where own.expense = ${id})
    order by other.id limit 20`.execute(tx);
  return rows;
}
