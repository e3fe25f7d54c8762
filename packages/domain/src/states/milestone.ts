import { machine } from './machine.ts';

export const MILESTONE_STATES = ['open', 'done', 'skipped'] as const;
export type MilestoneState = (typeof MILESTONE_STATES)[number];

export const MILESTONE = machine(MILESTONE_STATES, {
  open: { tone: 'info', moves: ['done', 'skipped'] },
  done: { tone: 'success', moves: ['open', 'skipped'] },
  skipped: { tone: 'muted', moves: ['open', 'done'] },
});

/** Nothing waits any longer for what is done or skipped. */
export function isSettled({ state }: { state: MilestoneState }): boolean {
  return state !== 'open';
}

export function isSkipped({ state }: { state: MilestoneState }): boolean {
  return state === 'skipped';
}
