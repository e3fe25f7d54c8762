import { z } from 'zod';
import { Cents, ClientId, EnteredDate, Id, JobId, LocalDate, Minutes } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

const Repricing = z.object({
  count: z.int(),
  before: Cents,
  after: Cents,
  entries: z.array(
    z.object({
      id: Id,
      job: z.object({ id: JobId, num: z.string() }),
      user_name: z.string(),
      date: LocalDate,
      minutes: Minutes,
      before: Cents,
      after: Cents,
      rate_before: Cents.nullable(),
      rate_after: Cents.nullable(),
      says: z.string(),
    }),
  ),
});
export type Repricing = z.infer<typeof Repricing>;
const body = z
  .strictObject({ job: JobId.optional(), client: ClientId.optional(), from: EnteredDate.optional(), to: EnteredDate.optional() })
  .refine(({ job, client }) => (job === undefined) !== (client === undefined), {
    error: 'Name a job or a client, one of them.',
    path: ['job'],
  });
export const previewReprice = endpoint({
  post: '/api/timesheet/reprice/preview/',
  body,
  response: Repricing,
  reads: true,
  needs: 'jobs.write',
  summary: 'What pricing unbilled entries anew would change; writes nothing',
});
export const repriceTime = endpoint({
  post: '/api/timesheet/reprice/',
  body,
  response: Repricing,
  needs: 'jobs.write',
  summary: 'Price unbilled entries anew by the rates that hold now for their days',
});
