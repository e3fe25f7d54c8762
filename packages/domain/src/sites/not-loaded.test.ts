import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_LOADED, addNotLoaded, countNotLoaded, FIELD_RECORDS, sayNotLoaded } from './not-loaded.ts';

describe('not loaded yet', () => {
  it('not loaded yet: nothing is said of a run that is here whole', () => {
    expect(sayNotLoaded(ALL_LOADED)).toBeNull();
  });

  it('not loaded yet: what is missing is counted by kind', () => {
    const half = { ...ALL_LOADED, points: 14, is_whole: false };
    expect(sayNotLoaded(half)).toBe('14 points not loaded yet');
    expect(sayNotLoaded({ ...half, pipes: 1, layers: 2 })).toBe('14 points, 1 pipe and 2 layers not loaded yet');
    expect(sayNotLoaded({ ...half, layers: 2 }, FIELD_RECORDS)).toBe('14 points not loaded yet');
  });

  it('not loaded yet: a run of which not even that is known does not pass for whole', () => {
    expect(sayNotLoaded({ ...ALL_LOADED, is_whole: false })).toBe('Not everything of this run is loaded yet');
    expect(sayNotLoaded({ ...ALL_LOADED, points: 3, is_whole: false }, ['pipes'])).toBe('Not everything of this run is loaded yet');
  });

  it('not loaded yet: several runs are added up, and are whole when each of them is', () => {
    const half = { ...ALL_LOADED, points: 14, layers: 1, is_whole: false };
    expect(addNotLoaded([])).toEqual(ALL_LOADED);
    expect(addNotLoaded([ALL_LOADED, half, { ...half, pipes: 2 }])).toEqual({ ...half, points: 28, pipes: 2, layers: 2 });
  });

  it('not loaded yet: something is said exactly when something is missing or the run was never whole', () => {
    const counts = fc.record({ points: fc.nat(99), pipes: fc.nat(99), photos: fc.nat(99), layers: fc.nat(99), is_whole: fc.boolean() });
    fc.assert(
      fc.property(counts, (missing) => {
        expect(sayNotLoaded(missing) === null).toBe(missing.is_whole && countNotLoaded(missing) === 0);
      }),
      { seed: 20261116 },
    );
  });
});
