import { z } from 'zod';
import { Instant } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

const Finding = z.object({
  level: z.enum(['wrong', 'look']),
  says: z.string(),
  remedy: z.string(),
  /** The page of the staff panel where it is done. */
  page: z.string().nullable(),
});

export const getHealth = endpoint({
  get: '/api/staff/health/',
  response: z.object({ checked_on: Instant, findings: z.array(Finding) }),
  needs: 'queues.read',
  summary: 'What is wrong with the server, in words, and what to do about it',
});
