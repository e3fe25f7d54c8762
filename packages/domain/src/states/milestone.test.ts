import { expect, it } from 'vitest';
import { type MilestoneState, sayMilestoneProgress } from './milestone.ts';

function milestones(open: number, done: number, skipped: number): { state: MilestoneState }[] {
  const some = (count: number, state: MilestoneState) => Array.from({ length: count }, () => ({ state }));
  return [...some(open, 'open'), ...some(done, 'done'), ...some(skipped, 'skipped')];
}

it.each([
  [0, 0, 0, ''],
  [6, 0, 0, '0 of 6 done'],
  [2, 4, 0, '4 of 6 done'],
  [0, 6, 0, '6 of 6 done'],
  [0, 4, 2, '4 of 6 done, 2 skipped'],
  [4, 0, 2, '0 of 6 done, 2 skipped'],
  [0, 0, 6, '6 skipped'],
])('milestone progress: %i open, %i done, %i skipped reads as "%s"', (open, done, skipped, words) => {
  expect(sayMilestoneProgress(milestones(open, done, skipped))).toBe(words);
});
