import { describe, expect, it } from 'vitest';
import { findPeople, typedAfterAt } from './find-people.ts';

const PEOPLE = [
  { id: 1, full_name: 'Mona Martin' },
  { id: 2, full_name: 'Tess Thériault' },
];

describe('people found by what is typed', () => {
  it.each([
    ['', [1, 2]],
    ['@', [1, 2]],
    ['@mon', [1]],
    ['theriault t', [2]],
    ['@Mona is', []],
  ])('%j', (typed, ids) => {
    expect(findPeople(PEOPLE, typed).map(({ id }) => id)).toEqual(ids);
  });
});

describe('name typed after an @', () => {
  it.each([
    ['@', ''],
    ['Please ask @mo', 'mo'],
    ['Please ask @mona ma', 'mona ma'],
    ['joe@example', null],
    ['nothing here', null],
  ])('%j', (line, typed) => {
    expect(typedAfterAt(line)).toBe(typed);
  });
});
