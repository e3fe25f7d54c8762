import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeList } from './merge-list.ts';

const WORDS = { keyOf: String, say: String };
type Item = { key: string; text: string };
const ITEMS = { keyOf: (item: unknown) => (item as Item).key, say: (item: unknown) => `${(item as Item).key}=${(item as Item).text}` };

describe('two edits of one list', () => {
  it('additions of both stand beside their neighbours', () => {
    const { mine, clashes, taken } = mergeList(['a', 'b', 'c'], ['a', 'x', 'b', 'c'], ['a', 'b', 'c', 'y'], WORDS);
    expect(mine).toEqual(['a', 'x', 'b', 'c', 'y']);
    expect([clashes, taken]).toEqual([[], ['y (added)']]);
  });

  it('what either removed is gone, and my order holds where I changed it', () => {
    expect(mergeList(['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'c'], WORDS)).toMatchObject({ mine: ['c', 'a'], taken: ['b (removed)'] });
    expect(mergeList(['a', 'b'], ['a', 'b', 'x'], ['b', 'a'], WORDS)).toMatchObject({ taken: ['another order'] });
  });

  it('an item both changed is a clash, also where one removed it', () => {
    const before = [{ key: 'a', text: '1' }];
    expect(mergeList(before, [{ key: 'a', text: '2' }], [{ key: 'a', text: '3' }], ITEMS)).toEqual({
      mine: [{ key: 'a', text: '2' }],
      theirs: [{ key: 'a', text: '3' }],
      clashes: [{ mine: 'a=2', theirs: 'a=3' }],
      taken: [],
    });
    expect(mergeList(before, [], [{ key: 'a', text: '3' }], ITEMS).clashes).toEqual([{ mine: 'a=1 (removed)', theirs: 'a=3' }]);
  });

  it('nothing anyone added is lost and nothing stands twice, whatever the edits', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    fc.assert(
      fc.property(list, list, list, (before, mine, theirs) => {
        const merged = mergeList(before, mine, theirs, WORDS).mine as string[];
        const added = [...mine, ...theirs].filter((item) => !before.includes(item));
        const kept = before.filter((item) => mine.includes(item) && theirs.includes(item));
        expect([...merged].sort()).toEqual([...new Set([...added, ...kept])].sort());
        if (mine.join() === before.join()) expect(merged).toEqual(theirs);
        if (theirs.join() === before.join()) expect(merged).toEqual(mine);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
