import * as queue from '@dmse/contract/staff/queue';
import { serve } from '../../../call/serve.ts';
import * as queues from './queue.service.ts';

export const queueRoutes = [
  serve(queue.listQueues, (call) => queues.listQueues(call)),
  serve(queue.listQueueJobs, (call) => queues.listQueueJobs(call, call.query)),
  serve(queue.retryQueueJob, (call) => queues.retryQueueJob(call, call.params.id)),
];
