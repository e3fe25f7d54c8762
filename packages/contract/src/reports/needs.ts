import { z } from 'zod';
import { Cents } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

export const NEED_NAMES = ['ready', 'over_budget', 'overdue', 'unapproved_time', 'unapproved_expenses', 'waiting', 'stale'] as const;

const Need = z.object({
  name: z.enum(NEED_NAMES),
  title: z.string(),
  count: z.int(),
  /** What all of them come to. */
  amount: Cents.nullable(),
  /** All of them, from `/app/` on. */
  path: z.string(),
  /** What is done with one of them. */
  action: z.string(),
  /** The first of them. */
  items: z.array(z.object({ title: z.string(), text: z.string(), amount: Cents.nullable(), path: z.string() })),
});
export type Need = z.infer<typeof Need>;

export const getNeeds = endpoint({
  get: '/api/reports/needs/',
  response: z.object({
    /** Of one's own jobs, or of the whole firm for whoever is Jobs Admin and Invoices Admin. */
    is_of_firm: z.boolean(),
    needs: z.array(Need),
  }),
  needs: 'jobs.write',
  summary: 'What needs somebody who runs jobs today',
});
