import type { Reason } from '../values/reason.ts';
import { machine, whyNotMove } from './machine.ts';

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

/** The figures of a job and the states they are the sum of. `wip` is what is still to be billed, `actual` all billable work. */
export const WIP_FIGURES = {
  ready: ['UNBILLED'],
  on_draft: ['CLAIMED'],
  hold: ['HOLD'],
  wip: ['UNBILLED', 'CLAIMED', 'HOLD'],
  billed: ['BILLED'],
  written_off: ['WRITTEN_OFF'],
  actual: WIP_STATES,
} as const satisfies Record<string, readonly WipState[]>;
export type WipFigure = keyof typeof WIP_FIGURES;

export function isCounted(figure: WipFigure, state: WipState): boolean {
  const states: readonly WipState[] = WIP_FIGURES[figure];
  return states.includes(state);
}

export function isHeld(state: WipState): boolean {
  return state === 'HOLD';
}

/** Nothing depends on it yet: it may be changed, priced anew, moved or removed. */
export function isFreeWip(state: WipState): boolean {
  return state === 'UNBILLED' || state === 'HOLD';
}

/** No invoice has it, be it free or written off. */
export function isOffInvoice(state: WipState): boolean {
  return isFreeWip(state) || state === 'WRITTEN_OFF';
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

type StateChange = { from: readonly WipState[]; to: WipState; only: string };

/** The acts that change nothing but the state: from where, to where, and of what work they are possible, in words. */
const ACTS = {
  hold: { from: ['UNBILLED', 'HOLD'], to: 'HOLD', only: 'that is not on an invoice can be held' },
  release: { from: ['HOLD'], to: 'UNBILLED', only: 'on hold can be released' },
  'write off': { from: ['UNBILLED', 'HOLD'], to: 'WRITTEN_OFF', only: 'that is not on an invoice can be written off' },
  restore: { from: ['WRITTEN_OFF'], to: 'UNBILLED', only: 'that was written off can be taken back' },
  claim: { from: ['UNBILLED'], to: 'CLAIMED', only: 'that is ready can be put on a draft' },
  unclaim: { from: ['CLAIMED'], to: 'UNBILLED', only: 'on a draft can be taken off it' },
  bill: { from: ['CLAIMED'], to: 'BILLED', only: 'on a draft can be billed' },
  unbill: { from: ['BILLED'], to: 'UNBILLED', only: 'that was billed can be released' },
} as const satisfies Record<string, StateChange>;
export type StateAct = keyof typeof ACTS;
export const STATE_ACTS = Object.keys(ACTS) as StateAct[];

/** Is the act possible from this state at all? Invoices ask this; people are asked more below. */
export function whyNotAct(act: StateAct, state: WipState, reason?: string | null): Reason {
  const { from, to, only }: StateChange = ACTS[act];
  if (from.includes(state)) return whyNotMove(WIP, state, to, { reason });
  return { code: 'WRONG_STATE', sentence: `Only work ${only}; this is ${state}.` };
}

export function stateAfter(act: StateAct): WipState {
  return ACTS[act].to;
}
