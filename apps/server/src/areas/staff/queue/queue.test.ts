import { searchHistory } from '@dmse/contract/staff/audit';
import { listQueueJobs, listQueues, retryQueueJob } from '@dmse/contract/staff/queue';
import { QUEUE_NAMES } from '@dmse/domain/text/queue-names';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

async function send(queue: string, data: object): Promise<void> {
  await app.adapters.queue.send(app.tx(), queue, data);
}

/** As the queue leaves a job behind whose last try failed. */
async function failAll(queue: string): Promise<void> {
  await sql`
    update pgboss.job set state = 'failed', retry_count = retry_limit, started_on = now(), completed_on = now(),
      output = '{"message": "no route to the mail server"}' where name = ${queue}`.execute(app.tx());
}

describe('the queues', () => {
  test('are listed with a sentence and what stands where', async () => {
    await send('mail', { mail: 1 });
    await failAll('mail');
    await send('mail', { mail: 2 });
    const alice = await app.as('alice');
    const { count, results } = await alice.call(listQueues, {});
    expect(count).toBe(Object.keys(QUEUE_NAMES).length);
    expect(results.find(({ name }) => name === 'mail')).toEqual({
      name: 'mail',
      says: 'Mails on their way out',
      waiting: 1,
      active: 0,
      failed: 1,
      done: 0,
    });
  });

  test('show their jobs, newest first, and why one failed', async () => {
    await send('mail', { mail: 1 });
    await failAll('mail');
    await send('thumbnail', { file: 1 });
    const alice = await app.as('alice');
    const failed = await alice.call(listQueueJobs, { state: ['failed'] });
    expect(failed).toMatchObject({
      count: 1,
      results: [{ queue: 'mail', state: 'failed', tries: 17, error: 'no route to the mail server' }],
    });
    const pictures = await alice.call(listQueueJobs, { queue: 'thumbnail' });
    expect(pictures).toMatchObject({ count: 1, results: [{ state: 'created', tries: 0, error: null, completed_on: null }] });
    expect((await alice.call(listQueueJobs, { page: 2, page_size: 1 })).results).toHaveLength(1);
    expect((await alice.refused(listQueueJobs, { queue: '__pgboss__send-it' })).body.queue).toBeDefined();
  });

  test('a failed job gets another try, which the history tells', async () => {
    await send('mail', { mail: 1 });
    await failAll('mail');
    const alice = await app.as('alice');
    const [job] = (await alice.call(listQueueJobs, { state: ['failed'] })).results;
    expect(await alice.call(retryQueueJob, { id: job!.id })).toMatchObject({ id: job!.id, state: 'retry', completed_on: null });
    const { results } = await alice.call(searchHistory, { noun: 'queue job' });
    expect(results[0]).toMatchObject({ sentence: expect.stringContaining('retried queue job mail'), record_id: job!.id });
  });

  test('one that has not failed does not; an unknown one is not found; Joe may not', async () => {
    await send('mail', { mail: 1 });
    const alice = await app.as('alice');
    const [job] = (await alice.call(listQueueJobs, { queue: 'mail' })).results;
    expect(await alice.refused(retryQueueJob, { id: job!.id })).toMatchObject({
      status: 409,
      body: { detail: 'Only a job that has failed can be tried again.' },
    });
    expect((await alice.refused(retryQueueJob, { id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await (await app.as('joe')).refused(retryQueueJob, { id: job!.id })).status).toBe(403);
  });
});
