import { JOB, type JobState } from '../states/job.ts';

/** What a job takes over from its quote. Tasks and budget are copied, memos linked; both are done beside it. */
export const PROMOTED_FIELDS = [
  'desc',
  'long_desc',
  'client',
  'client_contact',
  'billing_contact',
  'project_manager',
  'project_leads',
  'job_types',
  'discipline',
  'po_number',
  'billing_type',
  'fee_cap',
  'location',
] as const;

type Promoted = (typeof PROMOTED_FIELDS)[number];

/** The fields of the job a quote becomes, under the names they have on the quote. The number comes from the sequence, not from here. */
export function jobFromQuote<Q extends { id: number } & Partial<Record<Promoted, unknown>>>(
  quote: Q,
): Pick<Q, Extract<keyof Q, Promoted>> & { quote: number; state: JobState } {
  const taken = PROMOTED_FIELDS.filter((field) => field in quote).map((field) => [field, quote[field as keyof Q]]);
  return { ...(Object.fromEntries(taken) as Pick<Q, Extract<keyof Q, Promoted>>), quote: quote.id, state: JOB.first };
}
