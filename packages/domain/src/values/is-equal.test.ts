import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqual } from './is-equal.ts';

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversed(one)]),
  );
}

const json = fc.jsonValue({ maxDepth: 3 });

describe('isEqual', () => {
  it('takes what is absent for null, in an object too', () => {
    expect(isEqual(undefined, null)).toBe(true);
    expect(isEqual({ a: [1, { b: undefined }] }, { a: [1, {}] })).toBe(true);
    expect(isEqual({ a: null }, {})).toBe(true);
    expect(isEqual({}, { a: null, b: 0 })).toBe(false);
    expect(isEqual({}, { toString: 'changed' })).toBe(false);
    expect(isEqual({ toString: null }, {})).toBe(true);
  });
  it('tells a list from an object, and a number from its text', () => {
    expect(isEqual([], {})).toBe(false);
    expect(isEqual(1, '1')).toBe(false);
    expect(isEqual([1], [1, null])).toBe(false);
    expect(isEqual('', null)).toBe(false);
  });
  it('does not mind the order of keys, and is the same both ways', () => {
    fc.assert(fc.property(json, (value) => isEqual(value, reversed(value))));
    fc.assert(fc.property(json, json, (one, other) => isEqual(one, other) === isEqual(other, one)));
  });
  it('sees every change of one value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json),
        fc.string(),
        (one, key) => !isEqual(one, { ...one, [key]: 'changed' }) || one[key] === 'changed',
      ),
    );
  });
});
