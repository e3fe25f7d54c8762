import type { Reason } from '../values/reason.ts';
import { machine } from './machine.ts';

export const WIP_STATES = ['UNBILLED', 'CLAIMED', 'BILLED', 'HOLD', 'WRITTEN_OFF'] as const;
export type WipState = (typeof WIP_STATES)[number];

type Facts = { reason?: string | null | undefined };

const saysWhy = ({ reason }: Facts): Reason =>
  reason?.trim() ? null : { code: 'REASON_NEEDED', sentence: 'Say why this is written off.' };

/**
 * What has happened to a piece of work on its way to an invoice. CLAIMED: on a draft. BILLED: on a submitted invoice, which releases it
 * when it is deleted or no longer has it. What was written off can be taken back and billed after all.
 */
export const WIP = machine<Facts>()(WIP_STATES, {
  UNBILLED: { tone: 'info', moves: { CLAIMED: [], HOLD: [], WRITTEN_OFF: [saysWhy] } },
  CLAIMED: { tone: 'warning', moves: { UNBILLED: [], BILLED: [] } },
  BILLED: { tone: 'success', moves: { UNBILLED: [] } },
  HOLD: { tone: 'warning', moves: { UNBILLED: [], WRITTEN_OFF: [saysWhy] } },
  WRITTEN_OFF: { tone: 'muted', moves: { UNBILLED: [] } },
});

/** Still to be billed: what a job's WIP is the sum of. */
export function isOpenWip(state: WipState): boolean {
  return state === 'UNBILLED' || state === 'CLAIMED' || state === 'HOLD';
}

/** Nothing depends on it yet: it may be changed, priced anew, moved or removed. */
export function isFreeWip(state: WipState): boolean {
  return state === 'UNBILLED' || state === 'HOLD';
}

const TAKEN: Record<WipState, string | null> = {
  UNBILLED: null,
  HOLD: null,
  CLAIMED: 'is on a draft invoice; take it off the draft first',
  BILLED: 'has been billed',
  WRITTEN_OFF: 'has been written off; take that back first',
};

/** Why what an invoice or a write-off rests on may not be changed. `what` begins the sentence: "This entry". */
export function whyWipTaken(state: WipState, what: string): Reason {
  const taken = TAKEN[state];
  return taken === null ? null : { code: 'LOCKED', sentence: `${what} ${taken}.` };
}
