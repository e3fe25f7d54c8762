import type { QueueJob } from '@dmse/contract/staff/queue';
import { QUEUES } from '../../../background/queues.ts';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { recordHistory } from '../../../records/history.ts';
import * as jobs from './queue.queries.ts';

const NAMES = Object.keys(QUEUES);

export async function listQueues({ tx }: Pick<Context, 'tx'>) {
  const counts = await jobs.countByState(tx);
  const results = Object.entries(QUEUES).map(([name, { says }]) => {
    const count = (...states: jobs.JobState[]) =>
      counts.filter((row) => row.queue === name && states.includes(row.state)).reduce((sum, row) => sum + row.count, 0);
    return { name, says, waiting: count('created', 'retry'), active: count('active'), failed: count('failed'), done: count('completed') };
  });
  return { count: results.length, results };
}

type Filter = PageInput & { queue?: string | undefined; state?: jobs.JobState[] | undefined };

export async function listQueueJobs({ tx }: Context, { queue, ...filter }: Filter) {
  if (queue !== undefined && !NAMES.includes(queue))
    throw invalid({ queue: `There is no queue of this name. There are: ${NAMES.join(', ')}.` });
  const { count, results } = await jobs.page(tx, { ...filter, queues: queue === undefined ? NAMES : [queue] });
  return { count, results: results.map(toJob) };
}

function toJob(row: NonNullable<Awaited<ReturnType<typeof jobs.find>>>): QueueJob {
  const { id, queue, state, created_on, completed_on, error } = row;
  return { id, queue, state, tries: row.retry_count + (row.has_started ? 1 : 0), created_on, completed_on, error };
}

export async function retryQueueJob(context: Context, id: string): Promise<QueueJob> {
  const { tx, adapters } = context;
  const job = await jobs.find(tx, NAMES, id);
  if (!job) throw notFound();
  const isRetried = job.state === 'failed' && (await adapters.queue.retry(tx, job.queue, id));
  if (!isRetried) throw new Refusal('WRONG_STATE', 'Only a job that has failed can be tried again.');
  await recordHistory(context, {
    noun: 'queue job',
    record_id: id,
    record_name: job.queue,
    version: null,
    action: 'retried',
    changes: [],
  });
  return toJob((await jobs.find(tx, NAMES, id))!);
}
