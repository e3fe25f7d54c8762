import { expect, it } from 'vitest';
import { plural, sayCount, sayList } from './counts.ts';

it('counts and lists read as in a sentence', () => {
  expect([0, 1, 2].map((count) => sayCount(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  expect([1, 2].map((count) => plural(count, 'is', 'are'))).toEqual(['is', 'are']);
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => sayList(words))).toEqual(['', 'a', 'a and b', 'a, b and c']);
  expect(sayList(['a', 'b', 'c'], 'or')).toBe('a, b or c');
});
