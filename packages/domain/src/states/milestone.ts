import { machine } from './machine.ts';

export const MILESTONE_STATES = ['open', 'done', 'skipped'] as const;
export type MilestoneState = (typeof MILESTONE_STATES)[number];

export const MILESTONE = machine()(MILESTONE_STATES, {
  open: { tone: 'info', moves: { done: [], skipped: [] } },
  done: { tone: 'success', moves: { open: [], skipped: [] } },
  skipped: { tone: 'muted', moves: { open: [], done: [] } },
});

/** Nothing waits any longer for what is done or skipped. */
export function isSettled({ state }: { state: MilestoneState }): boolean {
  return state !== 'open';
}

/** "4 of 6 done, 2 skipped", "6 of 6 done", "6 skipped"; empty where there are none. What was skipped was not done. */
export function sayMilestoneProgress(milestones: readonly { state: MilestoneState }[]): string {
  const total = milestones.length;
  const skipped = milestones.filter(isSkipped).length;
  const done = milestones.filter(isSettled).length - skipped;
  if (total === 0) return '';
  if (skipped === total) return `${skipped} skipped`;
  return `${done} of ${total} done${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function isSkipped({ state }: { state: MilestoneState }): boolean {
  return state === 'skipped';
}
