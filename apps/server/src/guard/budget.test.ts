import { expect, it } from 'vitest';
import { Refusal } from '../call/refusal.ts';
import { createBudget } from './budget.ts';

/** How often the bucket is refused, at a time that the test says. */
function makeBudget(perSecond: number, burst: number) {
  const clock = { ms: 0 };
  const spend = createBudget(perSecond, burst, () => clock.ms);
  function refusals(key: string, times: number): number {
    let refused = 0;
    for (let i = 0; i < times; i += 1) {
      try {
        spend(key);
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 429) throw error;
        refused += 1;
      }
    }
    return refused;
  }
  return { clock, spend, refusals };
}

it('budget: a burst passes, then as many as are refilled, and a neighbour is never punished', () => {
  const { clock, refusals } = makeBudget(10, 50);
  expect(refusals('joe', 200)).toBe(150);
  expect(refusals('mona', 50)).toBe(0);
  clock.ms = 1000;
  expect(refusals('joe', 20)).toBe(10);
  clock.ms = 1_000_000;
  expect(refusals('joe', 50)).toBe(0);
});

it('budget: says when to come back', () => {
  const { spend } = makeBudget(0.5, 1);
  spend('joe');
  expect(() => spend('joe')).toThrow('Too many requests. Try again in 2 s.');
});

it('budget: whoever was not seen for longest is forgotten, so that many addresses do not fill the memory', () => {
  const { spend, refusals } = makeBudget(1, 1);
  spend('first');
  for (let i = 0; i < 9_999; i += 1) spend(`10.0.${i >> 8}.${i & 255}`);
  expect(refusals('first', 1)).toBe(1);
  for (let i = 0; i < 10_000; i += 1) spend(`10.1.${i >> 8}.${i & 255}`);
  expect(refusals('first', 1)).toBe(0);
});
