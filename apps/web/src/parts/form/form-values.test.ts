import { isEqual } from '@dmse/domain/values/is-equal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareEdits, mergeEdits } from './conflict.ts';
import { changedValues, emptyOf, filledValues, fitValues, newValues, sayValue } from './form-values.ts';

const SEED = 20_260_304;
const SCHEMA = z
  .strictObject({ name: z.string(), grade: z.enum(['A', 'B']).nullable(), days: z.int(), tags: z.array(z.string()) })
  .partial();
const values = fc.record({
  a: fc.constantFrom('', 'x', 'y'),
  b: fc.constantFrom(1, 2, null),
  c: fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }),
});

describe('form values', () => {
  it('spells an emptied field as the schema wants it', () => {
    expect(emptyOf(SCHEMA, 'name')).toBe('');
    expect(emptyOf(SCHEMA, 'grade')).toBeNull();
    expect(fitValues(SCHEMA, { name: null, grade: '', days: 3, id: 7 })).toEqual({ name: '', grade: null, days: 3 });
  });
  it('sends what changed, and for a new record what holds something', () => {
    expect(changedValues({ name: 'a', tags: ['x'] }, { name: 'b', tags: ['x'] })).toEqual({ name: 'b' });
    expect(filledValues({ name: '', grade: null, days: 0, tags: [], on: false })).toEqual({ days: 0, on: false });
  });
  it('begins a new record with every field empty in its own way', () => {
    const required = SCHEMA.extend({ title: z.string().min(1) });
    expect(newValues(required, { days: 30 })).toEqual({ name: '', grade: null, days: 30, tags: [], title: '' });
  });
  it('says values in words', () => {
    expect([null, '', [], true, ['a', 'b'], 3].map(sayValue)).toEqual(['Empty', 'Empty', 'Empty', 'Yes', 'a, b', '3']);
  });
  it('compares by what is in it', () => {
    expect(isEqual({ a: [1, { b: undefined }] }, { a: [1, {}] })).toBe(true);
    expect(isEqual([], {})).toBe(false);
  });
});

describe('two edits of one record', () => {
  it('never lose what I typed, and take theirs wherever I typed nothing', () => {
    fc.assert(
      fc.property(values, values, values, (before, mine, theirs) => {
        const merged = mergeEdits(before, mine, theirs);
        for (const name of Object.keys(before) as (keyof typeof before)[]) {
          expect(merged[name]).toEqual(isEqual(before[name], mine[name]) ? theirs[name] : mine[name]);
        }
      }),
      { seed: SEED },
    );
  });
  it('ask about exactly the fields both changed to something else', () => {
    fc.assert(
      fc.property(values, values, values, (before, mine, theirs) => {
        const asked = compareEdits(before, mine, theirs, null).fields.map((field) => field.name);
        const expected = (Object.keys(before) as (keyof typeof before)[]).filter(
          (name) => !isEqual(before[name], mine[name]) && !isEqual(before[name], theirs[name]) && !isEqual(mine[name], theirs[name]),
        );
        expect(asked.sort()).toEqual(expected.sort());
      }),
      { seed: SEED },
    );
  });
});
