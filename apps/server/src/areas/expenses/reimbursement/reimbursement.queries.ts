import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newestFirst, type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

/** A reversal has no lines of its own: it is about those of the run it takes back. */
const LINES_OF = sql`coalesce(reimbursement_run.reverses, reimbursement_run.id)`;

function select(tx: Tx) {
  return tx
    .selectFrom('reimbursement_run')
    .select(['reimbursement_run.id', 'number', 'date', 'total', 'note', 'reverses', 'created_on'])
    .select([
      sql<number | null>`(select later.id from reimbursement_run later where later.reverses = reimbursement_run.id)`.as('reversed_by'),
      personRef('reimbursement_run.created_by').as('created_by'),
    ]);
}

export function list(tx: Tx, page: PageInput) {
  const count = (what: string) =>
    sql<number>`(select count(distinct ${sql.ref(what)}) from reimbursement_line line where line.run = ${LINES_OF})`;
  const rows = select(tx).select([count('line.user').as('people_count'), count('line.expense').as('expense_count')]);
  return pageOf(rows, page, newestFirst(sql`reimbursement_run.number`));
}

export const find = (tx: Tx, id: number) => select(tx).where('reimbursement_run.id', '=', id).executeTakeFirst();

type Line = { run: number; expense: number; user: number; gross: number };
export async function insertLines(tx: Tx, lines: readonly Line[]): Promise<void> {
  await sql`insert into reimbursement_line (run, expense, "user", gross)
    select * from unnest(${lines.map(({ run }) => run)}::int[], ${lines.map(({ expense }) => expense)}::int[],
      ${lines.map(({ user }) => user)}::int[], ${lines.map(({ gross }) => gross)}::bigint[])`.execute(tx);
}

export type PaidLine = {
  user: number;
  full_name: string;
  id: number;
  date: string;
  vendor: string;
  category: string;
  job: string;
  gross: number;
};

export async function listLines(tx: Tx, run: number): Promise<PaidLine[]> {
  const { rows } = await sql<PaidLine>`
    select line."user", person.full_name, expense.id, expense.date::text as date, expense.vendor, coalesce(kind.name, '') as category,
      coalesce(job.num, '') as job, line.gross
    from reimbursement_line line join expense on expense.id = line.expense join app_user person on person.id = line."user"
    left join expense_category kind on kind.id = expense.category left join job on job.id = expense.job
    where line.run = ${run} order by norm(person.full_name), person.id, expense.date, expense.id`.execute(tx);
  return rows;
}
