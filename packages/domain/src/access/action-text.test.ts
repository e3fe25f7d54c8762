import { describe, expect, it } from 'vitest';
import { ACTION_WORDS, sayAction } from './action-text.ts';
import { ACTIONS } from './grants.ts';

describe('the words for what somebody may do', () => {
  it('has them for every grant, each once, and none in the manner of a machine', () => {
    expect(Object.keys(ACTION_WORDS)).toEqual(ACTIONS);
    const words = ACTIONS.map(sayAction);
    expect(new Set(words).size).toBe(words.length);
    for (const text of words) expect(text).toMatch(/^[A-Z][a-z' -]+(, [a-z' -]+)*$/);
  });

  it('shows what it has no words for as it is', () => {
    expect(sayAction('drones.fly')).toBe('drones.fly');
  });
});
