import { addDays, daysBetween, type LocalDate } from '../dates/local-date.ts';
import type { Cents } from '../money/cents.ts';
import { sayList } from '../text/counts.ts';
import type { Reason } from '../values/reason.ts';
import { machine, whyNotMove } from './machine.ts';

export const QUOTE_STATES = ['AWAITING QUOTE', 'QUOTE SUBMITTED', 'ACCEPTED', 'REJECTED'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

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
type Owned = { can_edit: boolean };
type Submittable = { client: unknown; project_manager: unknown; task_count: number; total: Cents };
type Facts = Promoted & Owned & Submittable & { lost_reason?: string | null | undefined; lost_reasons?: readonly string[] | undefined };

/** Only those who run a quote change it. */
export function whyNotTheirQuote({ can_edit }: Owned): Reason {
  return can_edit ? null : { code: 'FORBIDDEN', sentence: 'Only its project manager, its leads and Jobs Admins may change this quote.' };
}

/** A quote that has become a job is read-only, for everybody. */
export function whyQuoteLocked({ promoted_to }: Promoted): Reason {
  return promoted_to ? { code: 'LOCKED', sentence: `This quote has become job ${promoted_to.num} and is read-only.` } : null;
}

export function whyNotEditQuote(quote: Promoted & Owned): Reason {
  return whyQuoteLocked(quote) ?? whyNotTheirQuote(quote);
}

/** What a quote lacks before it can go to the client, each as one reads it in a list. */
export function missingToSubmit(quote: Submittable): string[] {
  return [
    ...(quote.client === null ? ['a client'] : []),
    ...(quote.project_manager === null ? ['a project manager'] : []),
    ...(quote.task_count < 1 ? ['at least one task'] : []),
    ...(quote.total <= 0 ? ['a total above zero'] : []),
  ];
}

export function whyNotSubmit(quote: Submittable): Reason {
  const missing = missingToSubmit(quote);
  return missing.length === 0 ? null : { code: 'INCOMPLETE', sentence: `Before it is submitted the quote needs ${sayList(missing)}.` };
}

/** The firm keeps the list itself; the shipped one is where it begins. */
export function whyNotReject({ lost_reason, lost_reasons = LOST_REASONS }: Pick<Facts, 'lost_reason' | 'lost_reasons'>): Reason {
  return lost_reasons.includes(lost_reason ?? '') ? null : { code: 'REASON_NEEDED', sentence: 'Choose why the quote was lost.' };
}

/** Any state can be picked, also back, until the quote has become a job. */
const TO_AWAITING = { 'AWAITING QUOTE': [whyNotEditQuote] };
const TO_SUBMITTED = { 'QUOTE SUBMITTED': [whyNotEditQuote, whyNotSubmit] };
const TO_ACCEPTED = { ACCEPTED: [whyNotEditQuote] };
const TO_REJECTED = { REJECTED: [whyNotEditQuote, whyNotReject] };
export const QUOTE = machine<Facts>()(QUOTE_STATES, {
  'AWAITING QUOTE': { tone: 'muted', moves: { ...TO_SUBMITTED, ...TO_ACCEPTED, ...TO_REJECTED } },
  'QUOTE SUBMITTED': { tone: 'warning', moves: { ...TO_AWAITING, ...TO_ACCEPTED, ...TO_REJECTED } },
  ACCEPTED: { tone: 'success', moves: { ...TO_AWAITING, ...TO_SUBMITTED, ...TO_REJECTED } },
  REJECTED: { tone: 'error', moves: { ...TO_AWAITING, ...TO_SUBMITTED, ...TO_ACCEPTED } },
});

/** The last day a quote submitted on this day can be accepted. */
export function validUntil(submitted_on: LocalDate, days = VALID_DAYS): LocalDate {
  return addDays(submitted_on, days);
}

/** Derived, never stored: the client has not answered and the last day has passed. */
export function isExpired(quote: { state: QuoteState; valid_until: LocalDate | null }, today: LocalDate): boolean {
  return quote.state === 'QUOTE SUBMITTED' && quote.valid_until !== null && daysBetween(quote.valid_until, today) > 0;
}

/** May this state be picked? */
export function whyNotPickQuoteState(quote: Facts & { state: QuoteState }, to: QuoteState): Reason {
  return whyNotMove(QUOTE, quote.state, to, quote);
}

/** A quote becomes a job once it is accepted. A second call is answered with the job before this is asked. */
export function whyNotPromote(quote: Promoted & { state: QuoteState; client: unknown; can_edit: boolean }): Reason {
  const closed = whyNotEditQuote(quote);
  if (closed) return closed;
  if (quote.state !== 'ACCEPTED')
    return { code: 'WRONG_STATE', sentence: `This quote is ${quote.state}; only an ACCEPTED one becomes a job.` };
  return quote.client === null ? { code: 'INCOMPLETE', sentence: 'A job needs a client: choose one on the quote first.' } : null;
}

/** Moves that set `submitted_on`, `valid_until` and freeze a revision. */
export function freezesRevision(from: QuoteState, to: QuoteState): boolean {
  return from !== to && to === 'QUOTE SUBMITTED';
}

/** Does the client have it? From then on its document is the one that was submitted, until the quote is taken back. */
export function isOut({ state, submitted_on }: { state: QuoteState; submitted_on: string | null }): boolean {
  return submitted_on !== null && state !== 'AWAITING QUOTE';
}
