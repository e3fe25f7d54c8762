import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCloseNames } from './close-names.ts';
import { createDuplicateSearch, type Duplicate, type Party, type StoredParty } from './duplicates.ts';
import { CLOSE, coreName, figuresOf, plainName, trigramsOf } from './party-name.ts';

function party(name: string, phones: string[] = [], emails: string[] = []): Party {
  return { name, phones, emails };
}

function find(rows: Party[], stored: Party[] = []): Duplicate[] {
  const search = createDuplicateSearch(rows.map((row, i) => ({ ...row, line: i + 2 })));
  stored.forEach((one, i) => {
    search.look({ ...one, id: i + 1 });
  });
  return [...search.walk()].filter((one) => one !== null);
}

const reasonsOf = (found: Duplicate[]) => found.map(({ line, matches }) => [line, matches.map((match) => match.because)]);

/** Shared runs of three letters, of all there are. */
function similarity(a: string[], b: string[]): number {
  const shared = a.filter((one) => b.includes(one)).length;
  return shared / (a.length + b.length - shared);
}

describe('names', () => {
  it('compares names without accents, punctuation and legal form', () => {
    for (const name of [
      'Pavage Chaleur Ltée',
      'PAVAGE CHALEUR LTEE.',
      'Pavage Chaleur Inc.',
      'Pavage Chaleur & Co. Ltd',
      'Pavage Chaleur',
    ]) {
      expect(coreName(name)).toBe('pavage chaleur');
    }
    expect(coreName('Ltd.')).toBe('ltd');
    expect(coreName('Corp Limited')).toBe('corp');
    expect(plainName('A. & B. O’Brien S.E.N.C.')).toBe('a and b obrien senc');
  });
});

describe('probable duplicates', () => {
  it('sees the same phone in another notation, with an extension or a country code', () => {
    const stored = [party('Roy', ['506 555-0142'])];
    const rows = ['(506) 555-0142', '+1.506.555.0142', '506-555-0142 ext. 12', '506-555-0142, poste 3'].map((phone) =>
      party(phone, [phone]),
    );
    const found = find(rows, stored);
    expect(found.map(({ matches }) => matches.find((match) => match.id === 1)?.because)).toEqual(Array(4).fill('same phone'));
  });

  it('does not take a number typed to fill a box for a phone', () => {
    expect(find([party('Alpha', ['000-000-0000'])], [party('Beta', ['0000000000'])])).toEqual([]);
  });

  it('sees the same e-mail and joins the reasons, the weightier first', () => {
    const found = find(
      [party('Nadine Roy', ['5065550142'], ['Nadine@Example.ca'])],
      [party('N. Roy', ['506-555-0142'], ['nadine@example.ca'])],
    );
    expect(reasonsOf(found)).toEqual([[2, ['same e-mail and same phone']]]);
  });

  it('tells the same name from the same but for its legal form, and from a similar one', () => {
    const rows = [party('Sawmill Bay Builders Inc.')];
    expect(reasonsOf(find(rows, [party('SAWMILL BAY BUILDERS, inc')]))).toEqual([[2, ['same name']]]);
    expect(reasonsOf(find(rows, [party('Sawmill Bay Builders Ltd')]))).toEqual([[2, ['same name but for its legal form']]]);
    expect(reasonsOf(find(rows, [party('Sawmil Bay Builders')]))).toEqual([[2, ['similar name']]]);
    expect(find(rows, [party('Sawmill Road Church')])).toEqual([]);
  });

  it('does not confuse numbered companies', () => {
    expect(find([party('055123 N.B. Ltd.')], [party('055124 N.B. Ltd.')])).toEqual([]);
  });

  it('compares the file with itself, a line with the lines before it', () => {
    const found = find([party('Ola', ['5065550101']), party('Other', ['5065550101']), party('Ola Inc')]);
    expect(found.map(({ line, matches }) => [line, matches.map((match) => [match.line, match.because])])).toEqual([
      [3, [[2, 'same phone']]],
      [4, [[2, 'same name but for its legal form']]],
    ]);
  });

  it('shows five at most, the likeliest first', () => {
    const stored = Array.from({ length: 9 }, (_, i) => party(`Person ${'abcdefghi'[i]}`, ['506 555 0199']));
    const found = find([party('Ann Cyr', ['506 555 0199'], ['ann@example.ca'])], [...stored, party('A. Cyr', [], ['ann@example.ca'])]);
    expect(found[0]?.matches).toHaveLength(5);
    expect(found[0]?.matches[0]).toMatchObject({ id: 10, because: 'same e-mail' });
  });
});

describe('laws', () => {
  const name = fc.array(fc.constantFrom('marc', 'marcel', 'leblanc', 'leblond', 'roy', 'royal', 'bay', 'bayside', '12', '13'), {
    minLength: 1,
    maxLength: 4,
  });

  it('the quick search for close names finds what comparing each with each finds', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), name, (lists, wanted) => {
        const names = [...new Set(lists.map((words) => words.join(' ')))];
        const probe = wanted.join(' ');
        const slow = names.filter((one) => {
          const isOther = one !== probe && figuresOf(one) === figuresOf(probe);
          return isOther && similarity(trigramsOf(one), trigramsOf(probe)) >= CLOSE;
        });
        expect([...createCloseNames(names).listClose(probe)].sort()).toEqual(slow.sort());
      }),
      { seed: 20260304, numRuns: 500 },
    );
  });

  it('finds a row whether it is the one in the file or the one that is stored', () => {
    const anyParty = fc.record({
      name: name.map((words) => words.join(' ')),
      phones: fc.subarray(['506 555 0101', '(506) 555-0102', '+1 506 555 0101']),
      emails: fc.subarray(['a@example.ca', 'A@example.ca', 'b@example.ca']),
    });
    fc.assert(
      fc.property(anyParty, anyParty, (a, b) => {
        const there = find([a], [b]).flatMap(({ matches }) => matches.map((match) => match.because));
        const back = find([b], [a]).flatMap(({ matches }) => matches.map((match) => match.because));
        expect(there).toEqual(back);
      }),
      { seed: 20260304, numRuns: 500 },
    );
  });

  it('takes no longer for a file of one and the same name and phone', () => {
    const rows = Array.from({ length: 10_000 }, () => party('Jean LeBlanc', ['506 555-0101'], ['jean@example.ca']));
    const stored: StoredParty[] = Array.from({ length: 20_000 }, (_, id) => ({ id, ...rows[0]! }));
    const search = createDuplicateSearch(rows.map((row, i) => ({ ...row, line: i + 2 })));
    for (const one of stored) search.look(one);
    expect([...search.walk()].filter(Boolean)).toHaveLength(10_000);
  });
});
