import type { LocalDate } from '@dmse/domain/dates/local-date';
import type { BLOCKERS, CloseOutFacts } from '@dmse/domain/states/job-blockers';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** `date` where the day says where it is dealt with. */
type InTheWay = { id: number | string; name: string; date?: LocalDate };
/** `sum` is in cents or minutes, where the sentence names one. */
export type Found = { count: number; records: InTheWay[]; sum?: number };

/** Looks for one kind of thing that closing a job would strand. An area whose records can be in the way adds its finder to the list. */
export type BlockerFinder = {
  code: keyof typeof BLOCKERS;
  find: (tx: Tx, job: { id: number; num: string; quote: number | null }) => Promise<Found>;
  /** What was found, as the checklist's sentences ask for it. */
  fact: (found: Found) => Partial<CloseOutFacts>;
};

/** As many as a person would click through; the count says how many there are. */
const NAMED = 20;

async function look(tx: Tx, query: ReturnType<typeof sql>): Promise<Found> {
  const { rows } = await sql<InTheWay & { count: number }>`
    select found.*, count(*) over () as count from (${query}) found order by place limit ${NAMED}`.execute(tx);
  return { count: rows[0]?.count ?? 0, records: rows.map(({ id, name, date }) => ({ id, name, ...(date ? { date } : {}) })) };
}

async function lookAndSum(tx: Tx, query: ReturnType<typeof sql>): Promise<Found> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(size), 0)::bigint as sum from (${query}) found`.execute(tx);
  return { ...(await look(tx, query)), sum: rows[0]!.sum };
}

export const BLOCKER_FINDERS: readonly BlockerFinder[] = [
  {
    code: 'OPEN_INVOICE',
    find: (tx, { id }) =>
      look(
        tx,
        sql`select i.id, coalesce('Invoice ' || i.num, 'Draft of ' || i.date) as name, i.id as place from invoice i
            where i.state in ('DRAFT', 'EDITING') and exists (select from invoice_line l where l.invoice = i.id and l.job = ${id})`,
      ),
    fact: ({ count }) => ({ open_invoices: count }),
  },
  {
    code: 'UNBILLED_WIP',
    find: (tx, { id }) =>
      lookAndSum(
        tx,
        sql`select i.item as id, coalesce(t.name, 'No task') || ', ' || i.work_date as name, i.work_date as place, i.amount as size
            from wip_item i left join task t on t.id = i.task where i.job = ${id} and i.state in ('UNBILLED', 'CLAIMED', 'HOLD')`,
      ),
    fact: ({ sum = 0 }) => ({ unbilled_wip: sum }),
  },
  {
    code: 'UNAPPROVED_TIME',
    find: (tx, { id }) =>
      lookAndSum(
        tx,
        sql`select e.id, p.full_name || ', ' || e.date as name, e.date, e.date as place, e.minutes as size
            from time_entry e join time_batch b on b.id = e.batch join app_user p on p.id = e."user"
            where e.job = ${id} and b.state in ('OPEN', 'SUBMITTED')`,
      ),
    fact: ({ sum = 0 }) => ({ unapproved_minutes: sum }),
  },
  {
    code: 'UNAPPROVED_EXPENSE',
    find: (tx, { id }) =>
      look(
        tx,
        sql`select id, coalesce(nullif(vendor, ''), 'Expense ' || id) as name, id as place from expense
            where job = ${id} and approval in ('DRAFT', 'SUBMITTED')`,
      ),
    fact: ({ count }) => ({ unapproved_expenses: count }),
  },
  {
    code: 'OPEN_ISSUE',
    find: (tx, { id, quote }) =>
      look(
        tx,
        sql`select id, title as name, id as place from memo where is_issue and not is_resolved and (job = ${id} or quote = ${quote}::int)`,
      ),
    fact: ({ count }) => ({ open_issues: count }),
  },
  {
    code: 'UNFINISHED_FIELD_RUN',
    // A run from before the job was known here names it by its number.
    find: (tx, { id, num }) =>
      look(
        tx,
        sql`select id::text, coalesce(nullif(btrim(name), ''), 'Name Unset') as name, created_on as place from field_run
            where not is_deleted and state <> 'Finished' and (job = ${id} or (job is null and norm(job_num) = norm(${num})))`,
      ),
    fact: ({ count }) => ({ unfinished_field_runs: count }),
  },
  {
    code: 'OPEN_MILESTONE',
    find: (tx, { id }) =>
      look(
        tx,
        sql`select m.id, task.name || ': ' || m.name as name, row_number() over (order by g."order", task."order", m."order", m.id) as place
            from milestone m join task on task.id = m.task join task_group g on g.id = task.task_group
            where m.job = ${id} and m.state = 'open'`,
      ),
    fact: ({ count }) => ({ open_milestones: count }),
  },
];
