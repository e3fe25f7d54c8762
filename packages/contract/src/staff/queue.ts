import { z } from 'zod';
import { Instant, Uuid } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

export const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;

export const Queue = z.object({ name: z.string(), says: z.string(), waiting: z.int(), active: z.int(), failed: z.int(), done: z.int() });
export const QueueJob = z.object({
  id: Uuid,
  queue: z.string(),
  state: z.enum(JOB_STATES),
  tries: z.int(),
  created_on: Instant,
  completed_on: Instant.nullable(),
  error: z.string().nullable(),
});
export type QueueJob = z.infer<typeof QueueJob>;

export const listQueues = endpoint({ get: '/api/staff/queue/', page: Queue, needs: 'queues.read', summary: 'The background queues' });
export const listQueueJobs = endpoint({
  get: '/api/staff/queue-job/',
  query: z.strictObject({
    queue: z.string().max(80).optional(),
    state: anyOf(z.enum(JOB_STATES)),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: QueueJob,
  needs: 'queues.read',
  summary: 'Jobs in the queues',
});
export const retryQueueJob = endpoint({
  post: '/api/staff/queue-job/:id/retry/',
  params: { id: Uuid },
  response: QueueJob,
  needs: 'queues.retry',
  summary: 'Try a failed job again',
});
