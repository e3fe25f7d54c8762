import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listJobs } from '@dmse/contract/jobs/job';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { exactFirst, matchesWords, type Order, orderBy, pageOf } from '../../../db/paging.ts';
import { isByPerson, rowsByPerson } from '../../../db/person-page.ts';
import { personOrder, personRef } from '../../../db/person-ref.ts';
import { statementName } from '../../../db/pooled-client.ts';
import { projectRefs } from '../project/project.queries.ts';

export type JobFilter = RequestQuery<typeof listJobs>;

// Norming every row costs more than sorting it; letters with accents come after those without.
const COLUMNS = {
  num: { notNull: sql`job.num_key` },
  desc: { notNull: sql`lower(job."desc")` },
  client_name: { notNull: sql`lower(job.client_name)` },
  state: { notNull: sql`job.state` },
  updated_on: { notNull: sql`job.updated_on` },
  created_on: { notNull: sql`job.created_on` },
};

/** Figures that come from time and expenses, kept by job. How old WIP is on a day: days since the work, weighted by amounts. */
function wipColumns(today: string) {
  const kept = <T>(figure: RawBuilder<unknown>) => sql<T>`(select ${figure} from job_wip kept where kept.job = job.id)`;
  const age = sql`round((kept.weight * (${today}::date - date '2000-01-01') - kept.weighted_days) / nullif(kept.weight, 0))::int`;
  return {
    wip_cost: sql<number>`coalesce(${kept(sql`kept.wip_cost`)}, 0)`,
    avg_wip_age: kept<number | null>(age),
    last_time_entry_date: kept<string | null>(sql`kept.last_time_entry_date`),
  };
}

function filtered(tx: Tx, { query, state, project_manager, job_types, discipline, client }: JobFilter) {
  let rows = tx.selectFrom('job');
  const words = query ? matchesWords(sql`job.search`, query) : null;
  if (words) rows = rows.where(words);
  if (state?.length) rows = state.length === 1 ? rows.where('job.state', '=', state[0]!) : rows.where('job.state', 'in', state);
  if (project_manager) rows = rows.where('job.project_manager', '=', project_manager);
  if (job_types?.length) rows = rows.where(sql<boolean>`job.job_types && ${job_types}::text[]`);
  if (discipline?.length) rows = rows.where(sql<boolean>`job.discipline && ${discipline}::text[]`);
  if (client) rows = rows.where('job.client', '=', client);
  return rows;
}

async function order(tx: Tx, { ordering, query }: JobFilter, today: string): Promise<Order> {
  const project_manager = ordering?.includes('project_manager') ? await personOrder(tx, 'job.project_manager') : sql`null`;
  const rank = ordering ? [] : await exactFirst(tx, 'job', { key: 'num_key', hasDigits: true }, query);
  return [
    ...rank,
    ...orderBy<OrderOf<typeof listJobs>>(ordering, { ...COLUMNS, ...wipColumns(today), project_manager }, '-num', sql`job.id`),
  ];
}

export async function list(tx: Tx, filter: JobFilter, today: string) {
  const figures = wipColumns(today);
  const rows = filtered(tx, filter).select([
    figures.wip_cost.as('wip_cost'),
    figures.avg_wip_age.as('avg_wip_age'),
    figures.last_time_entry_date.as('last_time_entry_date'),
    'id',
    'num',
    'desc',
    'long_desc',
    'client',
    'client_name',
    'state',
    'discipline',
    'job_types',
    'project_leads',
    'job.project_manager as manager',
    personRef('job.project_manager').as('project_manager'),
    'updated_on',
    'version',
  ]);
  const manager = { table: 'job', column: 'project_manager' } as const;
  if (isByPerson(filter, manager.column)) return rowsByPerson(tx, rows, filter, manager);
  return pageOf(rows, filter, await order(tx, filter, today), { isSearch: !!filter.query });
}

const LOOKED_UP = sql`norm(job.num || ' ' || job."desc" || ' ' || job.client_name || ' ' || translate(job.num, '-._', ''))`;

/** For whoever may only look a job up: nothing is found by what is not shown. */
export async function lookUp(tx: Tx, filter: JobFilter, today: string) {
  const words = filter.query ? matchesWords(LOOKED_UP, filter.query) : null;
  const { wip_cost, avg_wip_age } = wipColumns(today);
  const figures = [wip_cost.as('wip_cost'), avg_wip_age.as('avg_wip_age')];
  let rows = filtered(tx, filter).select(['id', 'num', 'desc', 'client_name', 'state', ...figures]);
  if (words) rows = rows.where(words);
  return pageOf(rows, filter, await order(tx, filter, today));
}

export function find(tx: Tx, id: number, today: string) {
  const figures = wipColumns(today);
  return tx
    .selectFrom('job')
    .selectAll('job')
    .modifyFront(statementName('job_by_id'))
    .select(['job.project_manager as manager', 'job.project_leads as leads'])
    .select([
      figures.wip_cost.as('wip_cost'),
      figures.avg_wip_age.as('avg_wip_age'),
      figures.last_time_entry_date.as('last_time_entry_date'),
    ])
    .select(projectRefs('job'))
    .select([
      sql<{ id: number; num: string } | null>`(select json_build_object('id', q.id, 'num', q.num) from quote q where q.id = job.quote)`.as(
        'quote',
      ),
      // The memos of the quote it came from are its memos too.
      sql<number>`(select count(*) from memo m where m.is_issue and not m.is_resolved and (m.job = job.id or m.quote = job.quote))`.as(
        'open_issues',
      ),
      sql<number>`(select count(*) from task t where t.job = job.id)`.as('task_count'),
      sql<number>`(select count(*) from milestone m where m.job = job.id)`.as('milestone_count'),
      sql<number>`(select count(*) from milestone m where m.job = job.id and m.state = 'open')`.as('open_milestone_count'),
      sql<number>`(select coalesce(sum(b.amount), 0) from budget_entry b where b.job = job.id)::bigint`.as('total'),
    ])
    .where('job.id', '=', id)
    .executeTakeFirst();
}

export async function exists(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('job').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function findByQuote(tx: Tx, quote: number): Promise<{ id: number; num: string } | null> {
  return (await tx.selectFrom('job').select(['id', 'num']).where('quote', '=', quote).executeTakeFirst()) ?? null;
}
