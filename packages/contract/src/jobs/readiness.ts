import { BILLING_TYPES } from '@dmse/domain/jobs/billing-types';
import { READINESS_WEIGHTS, type ReadinessPart } from '@dmse/domain/jobs/readiness';
import { z } from 'zod';
import { Cents, Instant, JobId, optionalLine, PersonRef } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

/** What stands in the way of an invoice. It warns and forbids nothing. */
export const READINESS_BLOCKERS = [
  'NO_CLIENT',
  'NO_ADDRESS',
  'ON_HOLD',
  'OPEN_INVOICE',
  'UNAPPROVED_TIME',
  'UNAPPROVED_EXPENSE',
  'MISSING_RECEIPT',
  'UNFINISHED_FIELD_RUN',
  'OPEN_ISSUE',
] as const;

const percent = z.number().min(0, 'Use 0 to 100.').max(100, 'Use 0 to 100.');
const PARTS = Object.keys(READINESS_WEIGHTS) as [ReadinessPart['name'], ...ReadinessPart['name'][]];

export const BillingReadiness = z.object({
  job: z.object({ id: JobId, num: z.string() }),
  can_accept: z.boolean(),
  billing_type: z.enum(BILLING_TYPES),
  /** The fixed fee or the cap; where none was agreed, the budget. */
  fee: Cents,
  earned: Cents,
  /** On invoices that were sent. */
  billed: Cents,
  percent,
  parts: z.array(z.object({ name: z.enum(PARTS), weight: z.number(), done: z.number(), says: z.string() })),
  blockers: z.array(z.object({ code: z.enum(READINESS_BLOCKERS), says: z.string(), path: z.string() })),
  /** What whoever runs the job said last. */
  accepted: z.object({ percent, proposed: percent, reason: z.string(), earned: Cents, at: Instant, by: PersonRef }).nullable(),
});
export type BillingReadiness = z.infer<typeof BillingReadiness>;

export const getBillingReadiness = endpoint({
  get: '/api/jobs/:id/billing-readiness/',
  response: BillingReadiness,
  needs: 'amounts.see',
  summary: 'How much of a job’s fee is earned by what was done, and what stands in the way of an invoice',
});
export const acceptBillingProgress = endpoint({
  post: '/api/jobs/:id/billing-readiness/',
  body: z.strictObject({
    percent,
    /** What was proposed to whoever accepts it. */
    proposed: percent,
    reason: optionalLine(500).optional(),
  }),
  response: BillingReadiness,
  needs: 'jobs.write',
  summary: 'Accept the proposed progress of a job, or another with a reason',
});
