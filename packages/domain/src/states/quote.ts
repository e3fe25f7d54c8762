import { addDays, daysBetween, type LocalDate } from '../dates/local-date.ts';
import type { Cents } from '../money/cents.ts';
import { machine, type Reason } from './machine.ts';

export const QUOTE_STATES = ['AWAITING QUOTE', 'QUOTE SUBMITTED', 'ACCEPTED', 'REJECTED'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/** Any state can be picked, also back, until the quote has become a job. */
export const QUOTE = machine(QUOTE_STATES, {
  'AWAITING QUOTE': { tone: 'muted', moves: ['QUOTE SUBMITTED', 'ACCEPTED', 'REJECTED'] },
  'QUOTE SUBMITTED': { tone: 'warning', moves: ['AWAITING QUOTE', 'ACCEPTED', 'REJECTED'] },
  ACCEPTED: { tone: 'success', moves: ['AWAITING QUOTE', 'QUOTE SUBMITTED', 'REJECTED'] },
  REJECTED: { tone: 'error', moves: ['AWAITING QUOTE', 'QUOTE SUBMITTED', 'ACCEPTED'] },
});

/** What the Quotes tab shows when nobody has asked for anything else. */
export const OPEN_QUOTE_STATES: readonly QuoteState[] = ['AWAITING QUOTE', 'QUOTE SUBMITTED'];

export const LOST_REASONS = [
  'Price',
  'Timing',
  'Chose another firm',
  'Project did not go ahead',
  'Scope changed',
  'No answer',
  'We declined',
  'Other',
] as const;
export type LostReason = (typeof LOST_REASONS)[number];

const VALID_DAYS = 30;

type Promoted = { promoted_to: { num: string } | null };
type Submittable = { client: unknown; project_manager: unknown; task_count: number; total: Cents };

/** What a quote lacks before it can go to the client, each as one reads it in a list. */
export function missingToSubmit(quote: Submittable): string[] {
  return [
    ...(quote.client === null ? ['a client'] : []),
    ...(quote.project_manager === null ? ['a project manager'] : []),
    ...(quote.task_count < 1 ? ['at least one task'] : []),
    ...(quote.total <= 0 ? ['a total above zero'] : []),
  ];
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function whyNotSubmit(quote: Submittable): Reason {
  const missing = missingToSubmit(quote);
  return missing.length === 0 ? null : `Before it is submitted the quote needs ${listWords(missing)}.`;
}

/** The last day a quote submitted on this day can be accepted. */
export function validUntil(submitted_on: LocalDate, days = VALID_DAYS): LocalDate {
  return addDays(submitted_on, days);
}

/** Derived, never stored: the client has not answered and the last day has passed. */
export function isExpired(quote: { state: QuoteState; valid_until: LocalDate | null }, today: LocalDate): boolean {
  return quote.state === 'QUOTE SUBMITTED' && quote.valid_until !== null && daysBetween(quote.valid_until, today) > 0;
}

/** The firm keeps the list itself; the shipped one is where it begins. */
export function whyNotReject(lost_reason: string | null | undefined, reasons: readonly string[] = LOST_REASONS): Reason {
  return reasons.includes(lost_reason ?? '') ? null : 'Choose why the quote was lost.';
}

/** A promoted quote is read-only; before that it belongs to those who run it. */
export function whyNotEditQuote(quote: Promoted & { can_edit: boolean }): Reason {
  if (quote.promoted_to) return `This quote has become job ${quote.promoted_to.num} and is read-only.`;
  return quote.can_edit ? null : 'Only its project manager, its leads and Jobs Admins may change this quote.';
}

/** May this state be picked? Picking the state it has is no change. */
export function whyNotPickQuoteState(
  quote: Promoted & Submittable & { state: QuoteState; can_edit: boolean },
  to: QuoteState,
  lost_reason?: string | null,
  reasons?: readonly string[],
): Reason {
  if (to === quote.state) return null;
  const closed = whyNotEditQuote(quote);
  if (closed) return closed;
  if (to === 'QUOTE SUBMITTED') return whyNotSubmit(quote);
  return to === 'REJECTED' ? whyNotReject(lost_reason, reasons) : null;
}

/** A quote becomes a job once it is accepted. A second call is answered with the job before this is asked. */
export function whyNotPromote(quote: Promoted & { state: QuoteState; client: unknown; can_edit: boolean }): Reason {
  const closed = whyNotEditQuote(quote);
  if (closed) return closed;
  if (quote.state !== 'ACCEPTED') return `This quote is ${quote.state}; only an ACCEPTED one becomes a job.`;
  return quote.client === null ? 'A job needs a client: choose one on the quote first.' : null;
}

/** Moves that set `submitted_on`, `valid_until` and freeze a revision. */
export function freezesRevision(from: QuoteState, to: QuoteState): boolean {
  return from !== to && to === 'QUOTE SUBMITTED';
}

/** Does the client have it? From then on its document is the one that was submitted, until the quote is taken back. */
export function isOut({ state, submitted_on }: { state: QuoteState; submitted_on: string | null }): boolean {
  return submitted_on !== null && state !== 'AWAITING QUOTE';
}
