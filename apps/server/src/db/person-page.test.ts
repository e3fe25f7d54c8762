import { expect, test } from 'vitest';
import { cutGroups } from './person-page.ts';

test('pages of groups: laid end to end they are all the rows, each once and in order', () => {
  const groups = [
    { person: 3, rows: 4 },
    { person: 1, rows: 0 },
    { person: 2, rows: 7 },
    { person: null, rows: 2 },
  ];
  const all = groups.flatMap(({ person, rows }) => Array.from({ length: rows }, (_, at) => `${person}/${at}`));
  for (let size = 1; size <= 15; size += 1) {
    const seen: string[] = [];
    for (let start = 0; start < all.length; start += size)
      for (const { person, skip, take } of cutGroups(groups, start, size))
        seen.push(...Array.from({ length: take }, (_, at) => `${person}/${skip + at}`));
    expect(seen, `pages of ${size}`).toEqual(all);
  }
  expect(cutGroups(groups, 13, 5)).toEqual([]);
});
