import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunFiles } from '../convert/join-files.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import {
  BASE_A as A,
  at,
  choose,
  type DayBase,
  type DayShot,
  type FieldDay,
  surroundings,
  who,
  worstMiss,
  writeDay,
} from './field-day-fixture.ts';
import { type ProcessedRun, processRun } from './process-run.ts';

const B: DayBase = { name: 'A', truth: at(900, 400, 31), error: { latitude: -0.9e-5, longitude: 1.5e-5, height: -2.2 } };
const shot = (name: string, place: number, fields: Partial<DayShot> = {}): DayShot => ({
  name,
  truth: at(100 + place * 30, 80, 21),
  ...fields,
});
const morning: FieldDay = { bases: [A], shots: [shot('1', 1), shot('2', 2), shot('3', 3)] };
const evening: FieldDay = { bases: [B], shots: [shot('4', 4), shot('5', 5)], starts: 3600 };
const joined = (...parts: readonly RunFiles[]): RunFiles => ({
  raw: parts.flatMap(({ raw }) => raw),
  points: parts.flatMap(({ points }) => points),
  ppp: parts.flatMap(({ ppp }, index) =>
    ppp.map((source) => ({ ...source, hash: `${source.hash} ${index}`, name: `${index} ${source.name}` })),
  ),
  ref: parts.flatMap(({ ref }, index) =>
    ref.map((source) => ({ ...source, hash: `${source.hash} ${index}`, name: `${index} ${source.name}` })),
  ),
  loc: parts.flatMap(({ loc }) => loc),
});
const [first, second] = [writeDay(morning, 'am'), writeDay(evening, 'pm')];
const process = (files: RunFiles, decisions: readonly RunDecision[] = [choose({})]) =>
  processRun(files, decisions, surveyDefaults, surroundings);
const both = { shots: [...morning.shots, ...evening.shots] };
const notes = ({ conflicts }: ProcessedRun) => conflicts.filter(({ id }) => id === 'SAME_FILE').map(({ sentence }) => sentence);
const plain = ({ shots, finals, to_do }: ProcessedRun) => ({ shots, finals, to_do });

describe('several raw files in one run', () => {
  test('are one run in the order they were measured, whatever order they come in; each shot knows its file', () => {
    const done = process(joined(first, second));
    expect(done.to_do).toEqual([]);
    expect(worstMiss(done, both)).toBeLessThan(0.002);
    expect(done.shots.map(({ name, raw_file }) => [name, raw_file])).toEqual([
      ['1', 'am.rw5'],
      ['2', 'am.rw5'],
      ['3', 'am.rw5'],
      ['4', 'pm.rw5'],
      ['5', 'pm.rw5'],
    ]);
    const { raw, points, ...others } = joined(first, second);
    expect(plain(process({ ...others, raw: raw.toReversed(), points: points.toReversed() }))).toEqual(plain(done));
  });

  test('two bases of one name in two files stay two bases, also after each file was processed alone', () => {
    expect(process(second).bases.map(({ key }) => key)).toEqual(['A']);
    expect(process(joined(first, second)).bases.map(({ key, shot_count }) => [key, shot_count])).toEqual([
      ['A', 3],
      ['A (2)', 2],
    ]);
  });

  test('the same file twice counts once, and that is said', () => {
    const twice = joined(first, second);
    const again = { ...twice, raw: [...twice.raw, { ...twice.raw[0]!, name: 'copy of am.rw5' }] };
    const done = process(again);
    expect(plain(done)).toEqual(plain(process(twice)));
    expect(notes(done)).toEqual(['copy of am.rw5 is the same file as am.rw5: it counts once.']);
  });

  test('a file that was taken off the collector twice repeats readings: each counts once, nothing is overwritten', () => {
    const noon = writeDay({ ...morning, shots: morning.shots.slice(0, 2) }, 'noon');
    const done = process({ ...first, raw: [...noon.raw, ...first.raw] });
    expect(notes(done)).toEqual(['am.rw5 repeats 2 readings of noon.rw5: each counts once.']);
    expect(done.conflicts.filter(({ id }) => id === 'DUP_PN')).toEqual([]);
    expect(worstMiss(done, morning)).toBeLessThan(0.002);
  });

  test('a name in both files: the later reading counts, the earlier is shown; renamed, both are there', () => {
    const clash = { ...evening, bases: [A], shots: [shot('2', 7), shot('5', 5)] };
    const files = joined(first, { ...writeDay(clash, 'pm'), ppp: [], ref: [] });
    const done = process(files);
    expect(done.conflicts.filter(({ id }) => id === 'DUP_PN')).toMatchObject([
      { severity: 'W', names: ['2'], figures: { distance: expect.closeTo(150, 1) } },
    ]);
    expect(done.finals.get('id-2')!.easting).toBeCloseTo(2_488_310, 2);
    const rename = (file: string, name: string, to: string): RunDecision => ({ ...who, kind: 'rename', file, name, to });
    for (const [file, to, truth] of [
      ['am.rw5', '2', shot('2', 7)],
      ['pm.rw5', '2', shot('2', 2)],
    ] as const) {
      const apart = process(files, [rename(file, to, '702'), choose({})]);
      expect(apart.conflicts.filter(({ id }) => id === 'DUP_PN' || id === 'COORD_EDITED')).toEqual([]);
      const other = { ...shot('702', file === 'am.rw5' ? 2 : 7) };
      expect(worstMiss(apart, { shots: [shot('1', 1), truth, other, shot('3', 3), shot('5', 5)] })).toBeLessThan(0.002);
      expect(apart.shots).toHaveLength(5);
    }
    const refused = process(files, [
      rename('am.rw5', '2', '5'),
      rename('x.rw5', '2', '9'),
      rename('am.rw5', '99', '9'),
      rename('am.rw5', '2', ' '),
    ]);
    expect(refused.not_applied.map(({ sentence }) => sentence)).toEqual([
      '2 of am.rw5 cannot be renamed: 5 is taken.',
      'The run has no raw file named x.rw5.',
      'am.rw5 has no point 99.',
      'A point needs a name.',
    ]);
  });

  test('each file in its own unit', () => {
    const feet = writeDay({ ...evening, unit: 'us_ft' }, 'pm');
    const done = process(joined(first, feet));
    expect(done.to_do).toEqual([]);
    expect(worstMiss(done, both)).toBeLessThan(0.002);
    expect(done.conflicts.filter(({ id }) => id === 'CONVERTED').map(({ sentence }) => sentence)).toEqual([
      'pm.rw5: The raw file is in US survey feet: every length was converted to metres.',
    ]);
  });

  test('two crews at once: no shot goes back in time, no rod changes from one crew to the other', () => {
    const other = writeDay({ ...evening, starts: 15, shots: evening.shots.map((each) => ({ ...each, rod: 1.8 })) }, 'pm');
    const said = process(joined(first, other)).conflicts.map(({ id }) => id);
    expect(said).not.toContain('TIME_ORDER');
    expect(said).not.toContain('ROD');
  });

  test('no file at all is an empty run', () => {
    expect(process({ raw: [], points: [], ppp: [], ref: [], loc: [] }, []).shots).toEqual([]);
  });
});

test('law: a day cut into files anywhere, given in any order, is the day in one file', () => {
  const shots = Array.from({ length: 8 }, (_, index) => shot(String(10 + index), index));
  const whole = process(writeDay({ bases: [A], shots }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.boolean(), fc.boolean(), (cut, is_turned, is_shared) => {
      const parts = [
        writeDay({ bases: [A], shots: shots.slice(0, cut) }, 'a'),
        writeDay({ bases: [A], shots: shots.slice(cut), starts: cut * 30 }, 'b'),
      ];
      const { ppp, ref } = parts[0]!;
      const points = is_shared ? writeDay({ bases: [A], shots }).points : parts.flatMap((part) => part.points);
      const raw = parts.flatMap((part) => part.raw);
      const done = process({ raw: is_turned ? raw.toReversed() : raw, points, ppp, ref, loc: [] });
      expect(done.to_do).toEqual([]);
      expect(done.shots.map(({ name }) => name)).toEqual(whole.shots.map(({ name }) => name));
      expect(done.finals).toEqual(whole.finals);
    }),
    { seed: 5, numRuns: 20 },
  );
});
