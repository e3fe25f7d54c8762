import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceOf } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import {
  BASE_A as A,
  at,
  choose,
  type DayBase,
  type FieldDay,
  pppOf,
  surroundings,
  who,
  worstMiss,
  writeDay,
} from './field-day-fixture.ts';
import { type ProcessedRun, processRun, type RunSurroundings } from './process-run.ts';

const B: DayBase = { name: 'B', truth: at(900, 400, 31), error: { latitude: -0.9e-5, longitude: 1.5e-5, height: -2.2 } };
const day: FieldDay = {
  bases: [A, B],
  shots: [
    { name: '1', description: 'CP', truth: at(450, 200, 25) },
    { name: '2', truth: at(100, 80, 21) },
    { name: '3', truth: at(120, 80, 22) },
    { name: '101', description: 'CP', truth: at(450, 200, 25), base: 1 },
    { name: '102', truth: at(870, 410, 30), base: 1 },
  ],
};
const files = writeDay(day);
const run = (decisions: readonly RunDecision[], other: Partial<RunFiles> = {}, around: Partial<RunSurroundings> = {}) =>
  processRun({ ...files, ...other }, decisions, surveyDefaults, { ...surroundings, ...around });
const open = ({ to_do }: ProcessedRun) => to_do.map(({ id }) => id);
const disagreements = ({ conflicts }: ProcessedRun) => conflicts.filter(({ id }) => id === 'BASES_DISAGREE');

describe('a run with several bases', () => {
  test('every shot moves with its own base, from either source of coordinates, and lies on the truth', () => {
    for (const source of ['points', 'raw'] as const) {
      const done = run([choose({ source })]);
      expect(open(done)).toEqual([]);
      expect(done.bases.map(({ key, shot_count }) => [key, shot_count])).toEqual([
        ['A', 3],
        ['B', 2],
      ]);
      expect(worstMiss(done, day)).toBeLessThan(0.002);
      expect(disagreements(done)).toEqual([]);
    }
  });

  test('files are given to the base they lie at, in whatever order they come', () => {
    const turned = run([choose({})], { ppp: files.ppp.toReversed(), ref: files.ref.toReversed() });
    expect(worstMiss(turned, day)).toBeLessThan(0.002);
    const stranger = sourceOf(pppOf({ ...A, truth: at(5_000, 5_000) }), 'other.sum');
    const found = run([choose({})], { ppp: [stranger, ...files.ppp] });
    expect(worstMiss(found, day)).toBeLessThan(0.002);
    expect(found.conflicts.filter(({ id }) => id === 'BASE_FILES')).toMatchObject([
      { severity: 'W', sentence: 'other.sum belongs to no base of the run by position; a person can say to which.' },
    ]);
  });

  test('a base without its report holds its shots and blocks; the others are shifted all the same', () => {
    const lacking = { ppp: files.ppp.slice(0, 1) };
    const done = run([choose({})], lacking);
    expect(done.held.map(({ name }) => name)).toEqual(['101', '102']);
    const [moved] = done.to_do.filter(({ id }) => id === 'BASE_MOVED');
    expect(moved).toMatchObject({
      sentence: expect.stringContaining('B has no .ref and .sum'),
      remedies: expect.arrayContaining(['place_base']),
    });
    expect(done.finals.get('id-2')).toMatchObject({ is_final: true, easting: expect.closeTo(2_488_100, 2) });
  });

  test('a typed or published position takes the place of the report', () => {
    const lacking = { ppp: files.ppp.slice(0, 1), ref: files.ref.slice(0, 1) };
    const typeIn = (base: string): RunDecision => ({ ...who, kind: 'place_base', base, position: B.truth });
    const typed = typeIn('b');
    const done = run([choose({}), typed], lacking);
    expect(open(done)).toEqual([]);
    expect(worstMiss(done, day)).toBeLessThan(0.002);
    const control = { id: 'c9', name: 'HPN 9', ...B.truth, control_destroyed: false };
    const published: RunDecision = { ...who, kind: 'place_base', base: 'B', position: { control: 'c9' } };
    expect(worstMiss(run([published, choose({})], lacking, { controls: [control] }), day)).toBeLessThan(0.002);
    expect(run([published], lacking).not_applied.map(({ sentence }) => sentence)).toEqual(['The control point is no longer there.']);
    expect(run([typed], lacking, { geoid: null }).not_applied[0]?.sentence).toContain('height on the ellipsoid');
    expect(run([typeIn('Z')]).not_applied[0]?.sentence).toBe('The run has no base Z.');
  });

  test('a person may say which file belongs to which base', () => {
    const again = { ...A, truth: at(0, 0, 20.3) };
    const two = { ppp: [sourceOf(pppOf(again), 'morning.sum'), ...files.ppp] };
    const use = (file: string): RunDecision => ({ ...who, kind: 'use_file', base: 'A', file });
    const right = run([choose({}), use('A.sum')], two);
    expect(worstMiss(right, day)).toBeLessThan(0.002);
    const wrong = run([use('A.sum'), use('morning.sum'), choose({})], two);
    expect(worstMiss(wrong, day)).toBeCloseTo(0.3, 2);
    expect(run([use('x.sum')]).not_applied[0]?.sentence).toBe('The run has no .ref or .sum file named x.sum.');
  });

  test('BASES_DISAGREE: common points that lie apart block with the vector; without any, that is said', () => {
    const wrong = { ...B, truth: { ...B.truth, easting: B.truth.easting + 0.08, elevation: B.truth.elevation - 0.1 } };
    const done = run([choose({})], { ppp: [files.ppp[0]!, sourceOf(pppOf(wrong), 'B.sum')] });
    expect(disagreements(done)).toMatchObject([
      {
        severity: 'B',
        names: ['1', '101'],
        figures: { d_easting: expect.closeTo(0.08, 3), d_elevation: expect.closeTo(-0.1, 3), points: 1 },
        remedies: ['give_sum', 'place_base', 'shift_control', 'drop', 'waive'],
      },
    ]);
    const apart = run([{ ...who, kind: 'drop', names: ['1'] }, choose({})]);
    expect(disagreements(apart)).toMatchObject([{ severity: 'I', sentence: expect.stringContaining('nothing checks') }]);
    expect(disagreements(run([]))).toEqual([]);
  });

  test('a shift by control: each base by the control shot from it', () => {
    const controls = [{ id: 'c1', name: 'HPN 1', ...at(450, 200, 25), control_destroyed: false }];
    const by = (accepted: string[]) => run([choose({ type: 'CONTROL', accepted, source: 'raw' })], {}, { controls });
    const both = by(['1', '101']);
    expect(open(both)).toEqual([]);
    expect(worstMiss(both, day)).toBeLessThan(0.01);
    const one = by(['1']);
    expect(one.held.map(({ name }) => name)).toEqual(['101', '102']);
    expect(one.to_do.find(({ id }) => id === 'BASE_MOVED')?.sentence).toContain('B has no control that counts');
  });

  test('two set-ups on one mark are two bases; the report goes to the one it was logged at', () => {
    const later = { ...A, error: { latitude: -2e-5, longitude: 1e-5, height: 0.6 }, antenna_height: 1.62 };
    const twice = { ...day, bases: [A, later] };
    const done = processRun(writeDay(twice), [choose({})], surveyDefaults, surroundings);
    expect(done.bases.map(({ key }) => key)).toEqual(['A', 'A (2)']);
    expect(open(done)).toEqual([]);
    expect(worstMiss(done, twice)).toBeLessThan(0.002);
  });
});

const errors = fc.record({
  latitude: fc.double({ min: -2e-5, max: 2e-5, noNaN: true }),
  longitude: fc.double({ min: -2e-5, max: 2e-5, noNaN: true }),
  height: fc.double({ min: -3, max: 3, noNaN: true }),
});

test('law: whatever each base believed of itself, the truth comes back for the shots of all of them', () => {
  fc.assert(
    fc.property(fc.array(errors, { minLength: 1, maxLength: 4 }), fc.nat(), (wrong, spread) => {
      const bases = wrong.map((error, index): DayBase => ({ name: `B${index}`, truth: at(index * 700, index * 300), error }));
      const shots = Array.from({ length: 8 }, (_, index) => ({
        name: String(index),
        truth: at(index * 37, (index * spread) % 900, 20 + index),
        base: (index + spread) % bases.length,
      }));
      const done = processRun(writeDay({ bases, shots }), [choose({})], surveyDefaults, surroundings);
      expect(done.held).toEqual([]);
      expect(worstMiss(done, { shots })).toBeLessThan(0.002);
    }),
    { seed: 2, numRuns: 15 },
  );
});
