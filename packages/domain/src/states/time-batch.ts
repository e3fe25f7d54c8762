import { type LocalDate, proseDate } from '../dates/local-date.ts';
import type { Reason } from '../values/reason.ts';
import { type Approver, TIME, whyNotAdminOf, whyNotApproveFor, whyNotOwn, whyNotReturn } from './approver.ts';
import { machine, whyNotMove } from './machine.ts';

export const TIME_BATCH_STATES = ['OPEN', 'SUBMITTED', 'APPROVED', 'LOCKED'] as const;
export type TimeBatchState = (typeof TIME_BATCH_STATES)[number];

/** A person's entries of a week that go to the supervisor together. Number 1 is the week itself, the others are supplementary. */
export type TimeBatch = { user: number; number: number; state: TimeBatchState; last_day: LocalDate; is_exported: boolean };
type Facts = {
  batch: TimeBatch;
  who: Approver;
  comment?: string | null | undefined;
  /** What keeps it from being submitted: nothing in it, or notes that are missing. */
  why_not_ready?: Reason;
  locked_through: LocalDate | null;
};

const isTheirs = ({ batch, who }: Facts): Reason => whyNotOwn(batch.user, who, TIME);
const mayApprove = ({ batch, who }: Facts): Reason => whyNotApproveFor(batch.user, who, TIME);
const mayReturn = ({ batch, who, comment }: Facts): Reason => whyNotReturn(batch.user, who, TIME, comment);
const isAdmin = ({ who }: Facts): Reason => whyNotAdminOf(who, TIME);
const isReady = ({ why_not_ready }: Facts): Reason => why_not_ready ?? null;

const isNotExported = ({ batch }: Facts): Reason =>
  batch.is_exported ? { code: 'LOCKED', sentence: 'This time has been exported for payroll; enter a correction instead.' } : null;

const isNotLocked = ({ batch, locked_through }: Facts): Reason => whyDayLocked(batch.last_day, locked_through);

const isPastLock = ({ batch, locked_through }: Facts): Reason =>
  whyDayLocked(batch.last_day, locked_through)
    ? null
    : { code: 'WRONG_STATE', sentence: `Time is not locked through ${proseDate(batch.last_day)}.` };

/** An approval is taken back until the week is locked or exported. LOCKED follows from the lock date; see stateOnLock. */
export const TIME_BATCH = machine<Facts>()(TIME_BATCH_STATES, {
  OPEN: { tone: 'info', moves: { SUBMITTED: [isTheirs, isReady] } },
  SUBMITTED: { tone: 'warning', moves: { OPEN: [mayReturn], APPROVED: [mayApprove] } },
  APPROVED: { tone: 'success', moves: { SUBMITTED: [mayApprove, isNotLocked, isNotExported], LOCKED: [isAdmin, isPastLock] } },
  LOCKED: { tone: 'muted', moves: { APPROVED: [isAdmin, isNotLocked] } },
});

export function isOpenBatch(state: TimeBatchState): boolean {
  return state === 'OPEN';
}

/** Somebody besides its person has looked at it. */
export function isApprovedBatch(state: TimeBatchState): boolean {
  return state === 'APPROVED' || state === 'LOCKED';
}

/** Entries are changed and deleted while their batch is open; afterwards it is taken back, or another entry corrects them. */
export function whyBatchClosed(state: TimeBatchState): Reason {
  if (isOpenBatch(state)) return null;
  const way = isApprovedBatch(state) ? 'add an entry that corrects it' : 'take it back to change it';
  return { code: 'LOCKED', sentence: `The week of this entry is ${state}; ${way}.` };
}

/** May this person do that with the batch? Doing it twice is no mistake: the first answer was lost. */
export function whyNotMoveBatch(to: TimeBatchState, facts: Facts): Reason {
  return whyNotMove(TIME_BATCH, facts.batch.state, to, facts);
}

/** Why nothing dated on this day may change; null when it may. */
export function whyDayLocked(date: LocalDate, locked_through: LocalDate | null): Reason {
  if (locked_through === null || date > locked_through) return null;
  return { code: 'LOCKED', sentence: `Time through ${proseDate(locked_through)} is locked.` };
}

/** The state after the lock date has moved: what was approved is locked, what lies after the date is open to correction again. */
export function stateOnLock({ state, last_day }: Pick<TimeBatch, 'state' | 'last_day'>, locked_through: LocalDate | null): TimeBatchState {
  if (!isApprovedBatch(state)) return state;
  return whyDayLocked(last_day, locked_through) ? 'LOCKED' : 'APPROVED';
}

/** May this person set the lock date? */
export function whyNotLockThrough(through: LocalDate | null, who: Pick<Approver, 'groups'>, today: LocalDate): Reason {
  const why = whyNotAdminOf(who, TIME);
  if (why) return why;
  return through !== null && through > today ? { code: 'INVALID', sentence: 'Time that is still to come is not locked.' } : null;
}

type Numbered = Pick<TimeBatch, 'number' | 'state'>;

function lastOf(batches: readonly Numbered[]): Numbered | null {
  return batches.toSorted((a, b) => b.number - a.number)[0] ?? null;
}

/** Which batch of the week a new entry goes to. After an approval it is a supplementary one: the week is not reopened. */
export function batchForEntry(batches: readonly Numbered[]): { number: number } | NonNullable<Reason> {
  const last = lastOf(batches);
  if (last === null) return { number: 1 };
  if (last.state === 'SUBMITTED') return { code: 'LOCKED', sentence: 'This week is submitted; take it back to change it.' };
  return { number: last.state === 'OPEN' ? last.number : last.number + 1 };
}

/** How far a whole week is: as far as its least advanced batch. */
export function stateOfWeek(batches: readonly Numbered[]): TimeBatchState {
  const states = new Set(batches.map(({ state }) => state));
  return TIME_BATCH_STATES.find((state) => states.has(state)) ?? 'OPEN';
}
