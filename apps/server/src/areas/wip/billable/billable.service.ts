import type { RequestQuery } from '@dmse/contract/endpoint';
import type { BillableJob, listBillableClients as Wire } from '@dmse/contract/wip/billable';
import type { Context } from '../../../call/context.ts';
import { getClient } from '../../clients/client/client.service.ts';
import { findSources } from '../item/sources.ts';
import { explainWip } from '../item/wip.service.ts';
import * as billable from './billable.queries.ts';

export const listBillableClients = ({ tx }: Context, filter: RequestQuery<typeof Wire>) => billable.listClients(tx, filter);

export async function getBillableWork(context: Context, id: number): Promise<{ id: number; name: string; jobs: BillableJob[] }> {
  const { name } = await getClient(context, id);
  const jobs: BillableJob[] = [];
  for (const job of await billable.listJobs(context.tx, id)) {
    const { lines } = await explainWip(context, { job: job.id, figure: 'ready' });
    const sources = await findSources(
      context.tx,
      lines.map(({ item }) => item),
    );
    const items = lines.map((line) => {
      const priced = sources.get(line.item)?.priced;
      const { minutes, rate } = priced?.kind === 'time' ? priced : { minutes: null, rate: null };
      return { ...line, minutes, rate, as_agent: priced?.kind === 'expense' && priced.as_agent };
    });
    jobs.push({ ...job, items });
  }
  return { id, name, jobs };
}
