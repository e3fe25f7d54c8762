import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cents } from '../money/cents.ts';
import { proposeProgress, type WorkDone, whyNotAcceptProgress } from './readiness.ts';

const milestone = (state: 'open' | 'done' | 'skipped', budget = 0) => ({ state, budget: budget as Cents });
const NO_FIELD = { runs: { finished: 0, all: 0 }, structures: { whole: 0, found: 0, planned: 0 } };

describe('billing readiness', () => {
  it('weighs milestones by budget, and shares out what the job has none of', () => {
    const milestones = [milestone('done', 300_00), milestone('open', 100_00), milestone('skipped', 999_00)];
    expect(proposeProgress({ milestones, ...NO_FIELD })).toMatchObject({ percent: 75, parts: [{ name: 'milestones', weight: 100 }] });
    const { percent, parts } = proposeProgress({
      milestones,
      runs: { finished: 1, all: 2 },
      structures: { whole: 10, found: 10, planned: 10 },
    });
    // 60 × 75 % + 25 × 50 % + 15 × 100 %
    expect([percent, parts.map(({ weight }) => weight)]).toEqual([72, [60, 25, 15]]);
    expect(parts.map(({ says }) => says)).toEqual([
      '1 of 2 milestones done, weighed by budget',
      '1 of 2 field runs finished',
      '10 of 10 structures captured whole (planned)',
    ]);
    expect(proposeProgress({ milestones: [milestone('done'), milestone('open')], ...NO_FIELD }).percent).toBe(50);
    expect(proposeProgress({ milestones: [], ...NO_FIELD })).toEqual({ percent: 0, parts: [] });
  });

  it('something else than what is proposed needs a reason', () => {
    expect(whyNotAcceptProgress(40, 40, '')).toBeNull();
    expect(whyNotAcceptProgress(40, 55, ' ')).toMatchObject({ code: 'REASON_NEEDED' });
    expect(whyNotAcceptProgress(40, 55, 'Agreed with the client')).toBeNull();
    expect(whyNotAcceptProgress(40, 101, 'x')).toMatchObject({ code: 'INVALID' });
  });

  const counts = fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const anyWork: fc.Arbitrary<WorkDone> = fc.record({
    milestones: fc.array(
      fc.record({ state: fc.constantFrom('open', 'done', 'skipped'), budget: fc.nat(1_000_000) as fc.Arbitrary<Cents> }),
      {
        maxLength: 8,
      },
    ),
    runs: counts.map(([finished, all]) => ({ finished, all })),
    structures: fc.tuple(counts, fc.nat(20)).map(([[whole, found], planned]) => ({ whole, found, planned })),
  });

  it('is between 0 and 100, its weights make a hundred, and it is 100 only when everything is done', () => {
    fc.assert(
      fc.property(anyWork, (work) => {
        const { percent, parts } = proposeProgress(work);
        expect(percent >= 0 && percent <= 100 && Number.isInteger(percent)).toBe(true);
        if (parts.length > 0) expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(100);
        const isAll =
          work.milestones.every(({ state }) => state !== 'open') &&
          work.runs.finished === work.runs.all &&
          work.structures.whole >= Math.max(work.structures.found, work.structures.planned);
        expect(percent === 100).toBe(isAll && parts.length > 0);
      }),
    );
  });

  it('never falls when one thing more is done', () => {
    fc.assert(
      fc.property(anyWork, fc.nat(), (work, at) => {
        const before = proposeProgress(work).percent;
        const milestones = work.milestones.map((one, place) =>
          place === at % work.milestones.length && one.state === 'open' ? { ...one, state: 'done' as const } : one,
        );
        const { runs, structures } = work;
        for (const more of [
          { ...work, milestones },
          { ...work, runs: { ...runs, finished: Math.min(runs.finished + 1, runs.all) } },
          { ...work, structures: { ...structures, whole: Math.min(structures.whole + 1, structures.found) } },
        ])
          expect(proposeProgress(more).percent).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});
