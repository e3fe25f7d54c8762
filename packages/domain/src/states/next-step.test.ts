import { expect, it } from 'vitest';
import { JOB_STATES } from './job.ts';
import { nextJobStep, nextQuoteStep } from './next-step.ts';
import { QUOTE_STATES } from './quote.ts';

it('quote: the next step follows its state, is its manager’s, and ends at its job', () => {
  const step = (change: object) => QUOTE_STATES.map((state) => nextQuoteStep({ state, promoted_to: null, can_edit: true, ...change }));
  expect(step({})).toEqual(['submit', 'accept', 'promote', null]);
  expect(step({ can_edit: false })).toEqual([null, null, null, null]);
  expect(step({ can_edit: false, promoted_to: { id: 1 } })).toEqual(Array(4).fill('open job'));
});

it('job: work is planned, done, and then the job is closed', () => {
  const job = { state: JOB_STATES[0], can_edit: true, task_count: 2, open_milestone_count: 3 };
  expect(nextJobStep({ ...job, task_count: 0, open_milestone_count: 0 })).toBe('plan');
  expect(nextJobStep(job)).toBe('work');
  expect(nextJobStep({ ...job, open_milestone_count: 0 })).toBe('close');
  expect([nextJobStep({ ...job, can_edit: false }), nextJobStep({ ...job, state: 'CLOSED' })]).toEqual([null, null]);
});
