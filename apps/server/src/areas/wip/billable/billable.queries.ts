import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listBillableClients } from '@dmse/contract/wip/billable';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';

const OWN_JOBS = sql`from job_wip join job on job.id = job_wip.job where job.client = client.id and job_wip.ready <> 0`;
const READY = sql<number>`(select coalesce(sum(job_wip.ready), 0)::bigint ${OWN_JOBS})`;
const COLUMNS = { name: { notNull: sql`client.name_key` }, ready: { notNull: READY } };

export function listClients(tx: Tx, { ordering, query, ...page }: RequestQuery<typeof listBillableClients>) {
  const rows = tx
    .selectFrom('client')
    .select(['id', 'name', READY.as('ready'), sql<number>`(select count(*)::int ${OWN_JOBS})`.as('jobs')])
    .where('merged_into', 'is', null);
  const words = query ? matchesWords(sql`client.search`, query, true) : null;
  const order = orderBy<OrderOf<typeof listBillableClients>>(ordering, COLUMNS, '-ready', sql`client.id`);
  return pageOf(words ? rows.where(words) : rows, page, order, { isSearch: Boolean(query) });
}

export async function listJobs(tx: Tx, client: number) {
  return tx
    .selectFrom('job')
    .select(['id', 'num', 'desc'])
    .where('client', '=', client)
    .where(sql<boolean>`exists (select from wip_item where job = job.id and state = 'UNBILLED')`)
    .orderBy('num')
    .execute();
}
