import type { JobState } from './job.ts';
import type { QuoteState } from './quote.ts';

/** What a quote's manager does next; null where the quote is decided and nothing follows, or it is somebody else's. */
export type QuoteStep = 'submit' | 'accept' | 'promote' | 'open job' | null;

type Quote = { state: QuoteState; promoted_to: unknown; can_edit: boolean };

export function nextQuoteStep({ state, promoted_to, can_edit }: Quote): QuoteStep {
  if (promoted_to) return 'open job';
  if (!can_edit) return null;
  const steps: Record<QuoteState, QuoteStep> = {
    'AWAITING QUOTE': 'submit',
    'QUOTE SUBMITTED': 'accept',
    ACCEPTED: 'promote',
    REJECTED: null,
  };
  return steps[state];
}

/** What a job's manager does next: plan the work, go on with it, close the job. A job that is closed or cancelled waits for nothing. */
export type JobStep = 'plan' | 'work' | 'close' | null;

type Job = { state: JobState; can_edit: boolean; task_count: number; open_milestone_count: number };

export function nextJobStep({ state, can_edit, task_count, open_milestone_count }: Job): JobStep {
  if (state !== 'IN PROGRESS' || !can_edit) return null;
  if (task_count === 0) return 'plan';
  return open_milestone_count > 0 ? 'work' : 'close';
}
