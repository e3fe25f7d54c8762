import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listMilestones } from '@dmse/contract/work/milestone';
import type { JobState } from '@dmse/domain/states/job';
import type { MilestoneState } from '@dmse/domain/states/milestone';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { isByPerson, pageByPerson } from '../../../db/person-page.ts';
import { personOrder, personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

type Listed = SelectQueryBuilder<DB, 'milestone', { id: number }>;

export type MilestoneFilter = Omit<RequestQuery<typeof listMilestones>, 'assigned_user' | 'assigned_users' | 'my_assignments'> & {
  assigned_users: number[];
};

const COLUMNS = {
  due_date: sql`milestone.due_date`,
  name: { notNull: sql`milestone.name` },
  task_name: { notNull: sql`task.name` },
  task: { notNull: sql`task.id` },
  job: { notNull: sql`job.num_key` },
};

function filtered(tx: Tx, filter: MilestoneFilter) {
  const { job, task, is_blocked, assigned_users, project_manager, name, state, due_before } = filter;
  let rows = tx.selectFrom('milestone').where('milestone.job', 'is not', null);
  // Said without a parameter, so that the partial indexes over what is ready are seen to hold.
  if (is_blocked !== undefined) rows = rows.where(is_blocked ? sql<boolean>`milestone.is_blocked` : sql<boolean>`not milestone.is_blocked`);
  if (job !== undefined) rows = rows.where('milestone.job', '=', job);
  if (task !== undefined) rows = rows.where('milestone.task', '=', task);
  for (const user of assigned_users) rows = rows.where('milestone.assigned_user', '=', user);
  if (project_manager !== undefined) rows = rows.where(isManagedBy(project_manager, is_blocked === false));
  if (name?.length) rows = rows.where('milestone.name', 'in', name);
  if (state?.length) rows = rows.where('milestone.state', 'in', state);
  if (due_before !== undefined) rows = rows.where('milestone.due_date', '<', due_before);
  return rows;
}

/**
 * Those among the rows where every word stands somewhere: in the job, the task's name or their own. Found once for the count and the
 * page; names repeat a lot, so each different one is brought into search form once.
 */
async function findByWords(tx: Tx, filter: MilestoneFilter, query: string): Promise<number[] | null> {
  const words = matchesWords(sql`(known.normed || ' ' || job.search)`, query);
  if (!words) return null;
  const rows = filtered(tx, filter).select(['milestone.id', 'milestone.job', 'milestone.task', 'milestone.name']);
  const found = await sql<{ id: number }>`
    with said as materialized (
      select row.id, row.job, row.name || ' ' || task.name as words from (${rows}) row join task on task.id = row.task
    ), known as materialized (select words, norm(words) as normed from (select distinct words from said) one)
    select said.id from said join known using (words) join job on job.id = said.job where ${words}`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** What is ready belongs to a job in progress: said again here, it spares a look at all the jobs somebody ever had. */
function isManagedBy(person: number, isReady: boolean) {
  const open = isReady ? sql`and job.state = 'IN PROGRESS'` : sql``;
  return sql<boolean>`milestone.job in (select job.id from job where job.project_manager = ${person} ${open})`;
}

/** A list joins only what it is ordered by. Every milestone listed has a task and a job, so that none is lost. */
function joinOrder(rows: Listed, ordering: string): Listed {
  const withTask = ordering.includes('task_name') ? (rows.innerJoin('task', 'task.id', 'milestone.task') as Listed) : rows;
  return ordering.includes('job') ? (withTask.innerJoin('job', 'job.id', 'milestone.job') as Listed) : withTask;
}

export async function list(tx: Tx, filter: MilestoneFilter) {
  const found = filter.query ? await findByWords(tx, filter, filter.query) : null;
  const rows = found ? tx.selectFrom('milestone').where(sql<boolean>`milestone.id = any(${found}::int[])`) : filtered(tx, filter);
  const { count, ids } = await findPage(tx, rows.select('milestone.id'), filter);
  return { count, results: await describe(tx, ids) };
}

/**
 * Of all milestones those of one task stand together, so that they are read task by task and not sorted. Of a few among them, as of those
 * that are ready, sorting is quicker than passing over the tasks that have none.
 */
function orderingOf({ page, page_size, ordering, assigned_users, ...filters }: MilestoneFilter): string | undefined {
  const isAll = assigned_users.length === 0 && Object.values(filters).every((value) => value === undefined);
  return isAll ? ordering?.replace(/(-?)task_name/, '$1task_name,$1task') : ordering;
}

async function findPage(tx: Tx, rows: Listed, filter: MilestoneFilter): Promise<{ count: number; ids: number[] }> {
  const { ordering = '' } = filter;
  if (isByPerson(filter, 'assigned_user')) return pageByPerson(tx, rows, filter, { table: 'milestone', column: 'assigned_user' });
  const assigned_user = ordering.includes('assigned_user') ? await personOrder(tx, 'milestone.assigned_user') : sql`null`;
  const order = orderBy<OrderOf<typeof listMilestones> | 'task'>(
    orderingOf(filter),
    { ...COLUMNS, assigned_user },
    'due_date',
    sql`milestone.id`,
  );
  // Counted without what is joined for the order.
  const known = sql<number>`(${rows.clearSelect().select(sql<number>`count(*)`.as('count'))})`;
  const { count, results } = await pageOf(joinOrder(rows, ordering), filter, order, { known });
  return { count, ids: results.map((row) => row.id) };
}

/** The rest of the rows of a page. A memo is featured when it is the newest issue in the way, or else the newest there is. */
async function describe(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<ListedMilestone>`
    select milestone.id, milestone.name, milestone.task, task.name as task_name, milestone.state, milestone.due_date, milestone.is_blocked,
      milestone.version, ${personRef('milestone.assigned_user')} as assigned_user, job.id as job, job.num, job."desc", job.client_name,
      job.state as job_state,
      job.project_leads, ${personRef('job.project_manager')} as project_manager,
      coalesce(issue.id, newest.id) as featured_memo_id, coalesce(issue.title, newest.title) as featured_memo_title,
      issue.id is not null as featured_memo_is_active_issue,
      (select kept.last_time_entry_date from job_wip kept where kept.job = milestone.job) as last_time_entry_date
    from unnest(${ids}::int[]) with ordinality as page (id, place)
    join milestone on milestone.id = page.id
    join task on task.id = milestone.task
    join job on job.id = milestone.job
    left join lateral (
      select memo.id, memo.title from memo
      where memo.job = milestone.job and memo.is_issue and not memo.is_resolved and (memo.task is null or memo.task = milestone.task)
      order by memo.id desc limit 1
    ) issue on true
    left join lateral (select memo.id, memo.title from memo where memo.job = milestone.job order by memo.id desc limit 1) newest on true
    order by page.place`.execute(tx);
  return rows;
}

export type ListedMilestone = {
  id: number;
  name: string;
  task: number;
  task_name: string;
  state: MilestoneState;
  due_date: string | null;
  is_blocked: boolean;
  version: number;
  assigned_user: { id: number; full_name: string } | null;
  job: number;
  num: string;
  desc: string;
  client_name: string;
  job_state: JobState;
  last_time_entry_date: string | null;
  project_leads: number[];
  project_manager: { id: number; full_name: string } | null;
  featured_memo_id: number | null;
  featured_memo_title: string | null;
  featured_memo_is_active_issue: boolean;
};
