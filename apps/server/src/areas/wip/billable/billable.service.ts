import type { BillableJob } from '@dmse/contract/wip/billable';
import type { Context } from '../../../call/context.ts';
import { getClient } from '../../clients/client/client.service.ts';
import { explainWip } from '../item/wip.service.ts';
import * as billable from './billable.queries.ts';

export async function getBillableWork(context: Context, id: number): Promise<{ id: number; name: string; jobs: BillableJob[] }> {
  const { name } = await getClient(context, id);
  const jobs: BillableJob[] = [];
  for (const job of await billable.listJobs(context.tx, id)) {
    const { lines } = await explainWip(context, { job: job.id, figure: 'ready' });
    jobs.push({ ...job, items: lines });
  }
  return { id, name, jobs };
}
