import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listBillableClients } from '@dmse/contract/wip/billable';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';

const READY = sql<number>`coalesce(ready.ready, 0)`;
const COLUMNS = { name: { notNull: sql`client.name_key` }, ready: { notNull: READY } };

export function listClients(tx: Tx, { ordering, query, ...page }: RequestQuery<typeof listBillableClients>) {
  const ready = tx
    .selectFrom('job_wip')
    .innerJoin('job', 'job.id', 'job_wip.job')
    .select(['job.client', sql<number>`sum(job_wip.ready)::bigint`.as('ready'), sql<number>`count(*)::int`.as('jobs')])
    .where('job_wip.ready', '<>', 0)
    .groupBy('job.client');
  const rows = tx
    .selectFrom('client')
    .leftJoin(ready.as('ready'), 'ready.client', 'client.id')
    .select(['client.id', 'client.name', READY.as('ready'), sql<number>`coalesce(ready.jobs, 0)`.as('jobs')])
    .where('client.merged_into', 'is', null);
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
