import { expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { Refusal } from './refusal.ts';

function tryOften(spend: (key: string, nowMs: number) => void, key: string, times: number, nowMs: number): number {
  let refused = 0;
  for (let i = 0; i < times; i += 1) {
    try {
      spend(key, nowMs);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 429) throw error;
      refused += 1;
    }
  }
  return refused;
}

it('lets a burst pass, then as many as are refilled, and never punishes a neighbour', () => {
  const spend = createBudget(10, 50);
  expect(tryOften(spend, 'joe', 200, 0)).toBe(150);
  expect(tryOften(spend, 'mona', 50, 0)).toBe(0);
  expect(tryOften(spend, 'joe', 20, 1000)).toBe(10);
  expect(tryOften(spend, 'joe', 50, 1_000_000)).toBe(0);
});

it('says when to come back', () => {
  const spend = createBudget(0.5, 1);
  spend('joe', 0);
  expect(() => spend('joe', 0)).toThrow('Too many requests. Try again in 2 s.');
});
