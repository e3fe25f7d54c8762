import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctHeights, type HeightCorrection } from '../assemble/correct-heights.ts';
import type { Shot } from '../assemble/shot.ts';
import { shotOf } from '../assemble/shot-fixture.ts';
import { sourceOf } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import { explainShot, makeExplainFacts } from '../explain/explain.ts';
import { sayExplanation } from '../explain/say.ts';
import { finalCoordinates } from '../group/final-coordinates.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import { BASE_A as A, at, choose, type FieldDay, pppOf, surroundings, who, worstMiss, writeDay } from './field-day-fixture.ts';
import { type ProcessedRun, processRun } from './process-run.ts';

/** From 2 to 4 the rod was pulled out to 2.5 m and the collector still had 2 m. */
const day: FieldDay = {
  bases: [A],
  shots: ['1', '2', '3', '4', '5'].map((name, index) => ({
    name,
    truth: at(100 + index * 30, 80, 21 + index),
    rod: index === 0 || index === 4 ? 2 : 2.5,
    entered_rod: 2,
  })),
};
const files = writeDay(day);
const process = (decisions: readonly RunDecision[], other: Partial<RunFiles> = {}) =>
  processRun({ ...files, ...other }, decisions, surveyDefaults, surroundings);
const correct = (fields: Partial<HeightCorrection> = {}): RunDecision => ({
  ...who,
  kind: 'correct_heights',
  what: 'rod',
  from: '2',
  to: '4',
  was: 2,
  height: 2.5,
  ...fields,
});
const missOf = (done: ProcessedRun) => worstMiss(done, day);

describe('a rod that was typed wrongly', () => {
  test('is corrected over a range, in every source and plan, beside the measurement; without the decision it is back', () => {
    for (const source of ['points', 'raw'] as const) {
      expect(missOf(process([choose({ source })]))).toBeCloseTo(0.5, 2);
      for (const decisions of [
        [choose({ source }), correct()],
        [correct(), choose({ source })],
      ]) {
        const done = process(decisions);
        expect(missOf(done)).toBeLessThan(0.002);
        expect(done.to_do).toEqual([]);
        expect(done.shots.map(({ elevation }) => elevation)).toEqual(process([]).shots.map(({ elevation }) => elevation));
        expect(done.shots.map(({ rod_height, corrected_rod }) => [rod_height, corrected_rod])).toEqual([
          [2, null],
          [2, 2.5],
          [2, 2.5],
          [2, 2.5],
          [2, null],
        ]);
      }
    }
  });

  test('the later decision counts, and one over another range is beside it', () => {
    const done = process([
      choose({}),
      correct({ height: 2.4 }),
      correct({ from: '4', to: '2' }),
      correct({ from: '5', to: '5', height: 2 }),
    ]);
    expect(missOf(done)).toBeLessThan(0.002);
  });

  test('a shift by control counts corrected elevations', () => {
    const controls = [{ id: 'c', name: 'HPN', ...day.shots[2]!.truth, control_destroyed: false }];
    const settings = { ...surveyDefaults, control_codes: ['AE'] };
    const by = choose({ type: 'CONTROL', accepted: ['3'] });
    const done = processRun(files, [by, correct()], settings, { ...surroundings, controls });
    // One vector for the run: the geoid slopes by some millimetres over it.
    expect(missOf(done)).toBeLessThan(0.01);
  });

  test('the rods are compared as corrected, and the explanation adds up in words', () => {
    const rods = (decisions: readonly RunDecision[]) =>
      process(decisions)
        .conflicts.filter(({ id }) => id === 'ROD')
        .map(({ names }) => names);
    expect(rods([])).toEqual([]);
    expect(rods([correct()])).toEqual([['2'], ['5']]);
    const { shots, finals } = process([correct(), choose({})]);
    const said = sayExplanation(explainShot('id-3', makeExplainFacts(shots, finals))!);
    expect(said).toContain('Corrected: the rod was 2.500 m; that adds -0.5000 m to its elevation.');
    expect(said).toContain('Pia decided on 2025-10-20T12:00:00Z: rod height corrected from 2.000 m to 2.500 m.');
  });

  test('what names no range or no such rod is said', () => {
    const sentences = process([correct({ from: '99' }), correct({ was: 1.8 }), correct({ what: 'instrument', was: null })]).not_applied;
    expect(sentences.map(({ sentence }) => sentence)).toEqual([
      '99 to 4 is no range of measured shots.',
      'No shot from 2 to 4 was measured with a rod height of 1.800 m.',
      'No shot from 2 to 4 was measured with any instrument height.',
    ]);
  });
});

describe('heights of a total station', () => {
  const traverse = [
    shotOf('1', { raw_order: 0, rod_height: 2 }),
    shotOf('2', { raw_order: 1, rod_height: 1.5, instrument_height: 1.6, instrument_type: 'TOTAL_STATION', station: '1' }),
    shotOf('3', { raw_order: 2, rod_height: 1.5, instrument_height: 1.7, instrument_type: 'TOTAL_STATION', station: '2' }),
  ];
  const after = (shots: readonly Shot[], changed: ReadonlyMap<number, Shot>) => shots.map((shot, place) => changed.get(place) ?? shot);
  const heights = (correction: Partial<HeightCorrection>) => {
    const done = correctHeights(traverse, { what: 'rod', from: '1', to: '1', was: null, height: 1.9, ...correction }, who);
    if ('sentence' in done) throw new Error(done.sentence);
    return [...finalCoordinates(after(traverse, done.changed)).values()].map(({ elevation }) => elevation! - 10);
  };

  test('what stands on a corrected shot rises with it', () => {
    expect(heights({})).toEqual([0.1, 0.1, 0.1].map((rise) => expect.closeTo(rise, 9)));
    expect(heights({ from: '2', to: '2', height: 1.45 })).toEqual([0, 0.05, 0.05].map((rise) => expect.closeTo(rise, 9)));
    expect(heights({ what: 'instrument', from: '2', to: '3', height: 1.75 })).toEqual(
      [0, 0.15, 0.2].map((rise) => expect.closeTo(rise, 9)),
    );
  });

  test('law: corrections add up along the traverse, and a second time changes nothing', () => {
    const lengths = fc.double({ min: 0.5, max: 3, noNaN: true });
    fc.assert(
      fc.property(lengths, lengths, lengths, (a, b, c) => {
        let shots = traverse;
        for (const [name, height] of [
          ['1', a],
          ['2', b],
          ['3', c],
          ['2', b],
        ] as const) {
          const done = correctHeights(shots, { what: 'rod', from: name, to: name, was: null, height }, who);
          if ('sentence' in done) throw new Error(done.sentence);
          shots = after(shots, done.changed);
        }
        const [first, second, third] = shots.map(({ height_correction }) => height_correction);
        expect(first).toBeCloseTo(2 - a, 9);
        expect(second).toBeCloseTo(2 - a + 1.5 - b, 9);
        expect(third).toBeCloseTo(2 - a + 1.5 - b + 1.5 - c, 9);
      }),
      { seed: 44, numRuns: 50 },
    );
  });

  test('a circle of stations does not hang', () => {
    const circle = traverse.map((shot) => (shot.name === '1' ? { ...shot, station: '3' } : shot));
    expect('changed' in correctHeights(circle, { what: 'rod', from: '1', to: '3', was: null, height: 1 }, who)).toBe(true);
  });
});

describe('the antenna of a base', () => {
  const antenna = (antenna_height: number): RunDecision => ({ ...who, kind: 'correct_antenna', base: 'A', antenna_height });
  const honest = { ...day, shots: day.shots.map((shot) => ({ ...shot, entered_rod: shot.rod })) };
  const right = writeDay(honest);
  /** The log was given another height than the collector, so its mark comes out lower by the difference. */
  const mixed = (log_height: number) => {
    const report = pppOf(A);
    const lower = report.estimates.map((estimate) => ({ ...estimate, height: estimate.height! + 1.5 - log_height }));
    return [sourceOf({ ...report, antenna_height: log_height, estimates: lower }, 'A.sum')];
  };

  test('log and collector with different heights block; the right height, whichever it is, settles it', () => {
    const ppp = mixed(1.62);
    const blocked = process([choose({})], { ...right, ppp });
    expect(blocked.to_do).toMatchObject([{ id: 'PPP_WHOSE', remedies: expect.arrayContaining(['correct_antenna']) }]);
    expect(missOf(blocked)).toBeCloseTo(0.12, 2);
    for (const height of [1.5, 1.62]) {
      const settled = process([choose({}), antenna(height)], { ...right, ppp });
      expect(settled.to_do).toEqual([]);
      expect(missOf(settled)).toBeLessThan(0.002);
    }
  });

  test('the same wrong height in both moves no shot; the mark of the base itself comes right', () => {
    const done = process([choose({}), antenna(1.4)], right);
    expect(missOf(done)).toBeLessThan(0.002);
    const [shift] = done.plan?.type === 'HPN' ? done.plan.shifts : [];
    expect(shift?.ppp.height).toBeCloseTo(pppOf(A).estimates[0]!.height! + 0.1, 6);
    expect(process([antenna(1.4), { ...who, kind: 'correct_antenna', base: 'Z', antenna_height: 1 }]).not_applied[0]?.sentence).toBe(
      'The run has no base Z.',
    );
  });
});
