import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameKey } from '../assemble/shot.ts';
import { readSyntheticRun, sourceOf, syntheticFiles } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import { explainShot, makeExplainFacts } from '../explain/explain.ts';
import { sayExplanation } from '../explain/say.ts';
import { MIXED, makeMixedCrdb } from '../fixtures/mixed-run.ts';
import { latin1, RAW_SAMPLES } from '../fixtures/raw-samples.ts';
import { makeProjection } from '../geo/projection.ts';
import type { AppShot } from '../match/app-shot.ts';
import { connectionOf, pipeOf, structureOf } from '../pipe/pipe-fixture.ts';
import { readCrdb } from '../read/points/crdb.ts';
import { readRaw } from '../read/raw/raw.ts';
import type { ControlPoint } from '../shift/control-shift.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import { at, BASE_A, choose, type FieldDay, surroundings, who, writeDay } from './field-day-fixture.ts';
import { type ProcessedRun, processRun, type RunSurroundings } from './process-run.ts';

const { expected } = readSyntheticRun();
const files = syntheticFiles();
const run = (decisions: readonly RunDecision[], more: Partial<RunSurroundings> = {}) =>
  processRun(files, decisions, surveyDefaults, { ...surroundings, geoid: null, ...more });
const find = ({ shots }: ProcessedRun, name: string) => shots.find((shot) => shot.name === name)!;
const sentences = ({ not_applied }: ProcessedRun) => not_applied.map(({ sentence }) => sentence);

describe('a typed shift', () => {
  const day: FieldDay = { bases: [BASE_A], shots: ['1', '2', '3'].map((name, index) => ({ name, truth: at(100 + index * 30, 80) })) };
  const typed = { d_easting: 0.4, d_northing: -0.3, d_elevation: 1.2 };
  const process = (decisions: readonly RunDecision[], more: Partial<RunSurroundings> = {}) =>
    processRun(writeDay(day), decisions, surveyDefaults, { ...surroundings, ...more });
  const decide = (more: object, why: string | null = 'the firm of the neighbouring job uses it'): RunDecision => ({
    ...choose({ typed, ...more }),
    why,
  });

  test('moves the whole run by its figures, from either source, and says who typed it and why', () => {
    for (const type of ['NONE', 'CONTROL'] as const)
      for (const source of ['points', 'raw'] as const) {
        const done = process([decide({ type, source })]);
        const plain = process([choose({ type: 'NONE', source })]);
        expect([sentences(done), done.to_do]).toEqual([[], []]);
        for (const shot of done.shots) {
          const [here, there] = [done.finals.get(shot.id)!, plain.finals.get(shot.id)!];
          expect([here.easting - there.easting, here.northing - there.northing, here.elevation! - there.elevation!]).toEqual([
            expect.closeTo(0.4, 6),
            expect.closeTo(-0.3, 6),
            expect.closeTo(1.2, 6),
          ]);
        }
        const said = sayExplanation(explainShot(done.shots[0]!.id, makeExplainFacts(done.shots, done.finals))!);
        expect(said.join(' ')).toContain('The typed shift');
        expect(said.join(' ')).toContain('Pia typed it because: the firm of the neighbouring job uses it');
        expect(done.plan?.typed?.why).toBe('the firm of the neighbouring job uses it');
      }
  });

  test('shows what remains at the controls; without a reason, or with a base shift, it is refused', () => {
    const control: ControlPoint = { id: 'c', name: 'HPN 1', ...at(100, 80), control_destroyed: false };
    const settings = { ...surveyDefaults, control_codes: ['AE'] };
    const done = processRun(writeDay(day), [decide({ type: 'CONTROL' })], settings, { ...surroundings, controls: [control] });
    expect(done.plan).toMatchObject({
      type: 'CONTROL',
      shifts: [{ ...typed, count_horizontal: 0, residuals: [{ control_name: 'HPN 1' }] }],
    });
    expect(sentences(process([decide({ type: 'NONE' }, null)]))).toEqual(['A typed shift needs a reason.']);
    expect(sentences(process([decide({ type: 'NONE' }, ' ')]))).toEqual(['A typed shift needs a reason.']);
    expect(sentences(process([decide({ type: 'HPN' })]))[0]).toContain('takes the place of a computed one');
  });
});

describe('one description', () => {
  test('is corrected for one shot; the code that was typed is kept', () => {
    const [bad] = expected.planted_conflicts.bad_code;
    const done = run([{ ...who, kind: 'describe', name: bad!, description: 'FH/new' }]);
    const before = find(run([]), bad!);
    expect(find(done, bad!)).toMatchObject({ code: 'FH', full_code: 'FH', bad_code: false, original_code: before.full_code });
    expect(find(done, bad!).decisions).toHaveLength(1);
    const others = (each: ProcessedRun) => each.shots.filter(({ name }) => name !== bad);
    expect(others(done)).toEqual(others(run([])));
    expect(sentences(run([{ ...who, kind: 'describe', name: '9999', description: 'FH' }]))).toEqual(['9999 is not in the run.']);
  });
});

describe('what is left as it is', () => {
  test('every kind of conflict that does not block is ignored by its key, with who, when and why; what blocks is not', () => {
    const before = run([choose({ other_side: 'hold' })], { app_shots: [], run_date: '2025-10-13' });
    const kinds = new Set(before.conflicts.map(({ id }) => id));
    for (const id of [
      'DUP_PN',
      'SAME_PLACE',
      'RMS',
      'NOT_FIXED',
      'BAD_CODE',
      'ROD',
      'TIME_ORDER',
      'RAW_ONLY',
      'POINTS_ONLY',
      'RAW_DELETED',
    ])
      expect(kinds).toContain(id);
    const ignore = before.conflicts.map((conflict): RunDecision => ({ ...who, why: 'seen', kind: 'ignore', conflict: conflict.key }));
    const done = run([choose({ other_side: 'hold' }), ...ignore], { app_shots: [], run_date: '2025-10-13' });
    const ignored = new Map(done.ignored.map((each) => [each.key, each]));
    for (const conflict of done.conflicts) expect(ignored.has(conflict.key)).toBe(conflict.severity !== 'B');
    expect(done.ignored[0]).toEqual({ key: expect.any(String), what: 'left as it is', by: who.by, at: who.at, why: 'seen' });
    expect(done.to_do.map(({ key }) => key)).toEqual(before.to_do.map(({ key }) => key));
    expect(sentences(done)).toEqual(before.to_do.map(() => 'This blocks the run: it can be settled or waived, not ignored.'));
  });

  test('a pair ignored by its key is struck like one ignored by its names, and both are listed', () => {
    const [pair] = expected.planted_conflicts.same_location_other_number;
    const by_names: RunDecision = { ...who, kind: 'ignore_pair', first: pair![0], second: pair![1] };
    const key = run([choose({})]).conflicts.find(({ id, names }) => id === 'SAME_PLACE' && names.includes(pair![0]))!.key;
    const by_key: RunDecision = { ...who, kind: 'ignore', conflict: key };
    const [one, two] = [run([choose({}), by_names]), run([choose({}), by_key])];
    expect(one.conflicts.some((conflict) => conflict.key === key)).toBe(false);
    expect(two.conflicts).toEqual(one.conflicts);
    expect([one.ignored, two.ignored].map((list) => list.map((each) => each.key))).toEqual([[key], [key]]);
  });

  test('what is gone from the files is said; what was waived is listed with its reason', () => {
    expect(sentences(run([{ ...who, kind: 'ignore', conflict: 'RMS:9999' }]))).toEqual(['What was ignored is not there any more.']);
    const [first] = run([choose({ other_side: 'hold' })]).to_do;
    const waive: RunDecision = { ...who, kind: 'waive', conflict: first!.key, why: 'The crew checked it.' };
    expect(run([choose({ other_side: 'hold' }), waive]).waived).toEqual([
      { key: first!.key, what: 'waived', ...who, why: 'The crew checked it.' },
    ]);
  });
});

test('what gave way or was left out can neither win nor lose again: no point vanishes', () => {
  const [pair] = expected.planted_conflicts.same_location_other_number;
  const [first, second] = pair!;
  const keep = (kept: string, other: string): RunDecision => ({ ...who, kind: 'keep', kept, other });
  const both = run([keep(first, second), keep(second, first)]);
  expect(sentences(both)).toEqual([`${second} gave way to another point already.`]);
  expect([find(both, first).parent, find(both, second).parent]).toEqual([null, find(both, first).id]);
  expect(sentences(run([{ ...who, kind: 'drop', names: [first] }, keep(first, second)]))).toEqual([`${first} was left out already.`]);
  expect(sentences(run([keep(first, first)]))).toEqual([`${first} is one point, not two.`]);
});

test('SELF_AVERAGE: a renumbered copy averaged by hand with its reading counts once', () => {
  const written = writeDay({
    bases: [BASE_A],
    shots: [
      { name: '1', truth: at(100, 80) },
      { name: '3', truth: at(180, 80) },
    ],
  });
  const [list] = written.points;
  const copied = list!.read.records.flatMap((record) =>
    record.kind === 'point' && record.name === '1' ? [record, { ...record, name: '2' }] : [record],
  );
  const copy: RunFiles = { ...written, points: [{ ...list!, read: { ...list!.read, records: copied } }] };
  const average: RunDecision = { ...who, kind: 'average', first: '1', second: '2', ticked: ['1', '2'] };
  const done = processRun(copy, [choose({}), average], surveyDefaults, surroundings);
  expect(find(done, '2').renumbered_from).toBe('1');
  expect(done.shots.find(({ instrument_type }) => instrument_type === 'AVERAGE')?.averaged_from).toHaveLength(1);
});

test('a reading that is left out after it was averaged does not count in the mean any more', () => {
  const [pair] = expected.planted_conflicts.same_location_other_number;
  const [first, second] = pair!;
  const average: RunDecision = { ...who, kind: 'average', first, second, ticked: [first, second] };
  const done = run([choose({}), average, { ...who, kind: 'drop', names: [first] }]);
  const made = done.shots.find(({ instrument_type }) => instrument_type === 'AVERAGE')!;
  const [mean, left] = [done.finals.get(made.id)!, done.finals.get(find(done, second).id)!];
  expect([mean.easting, mean.northing, mean.elevation]).toEqual([left.easting, left.northing, left.elevation]);
});

test('law: whatever lines of a file are lost, every point that is still measured or listed is in a list', () => {
  const points = readCrdb(makeMixedCrdb());
  const some = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...RAW_SAMPLES), some, some, (sample, lost, gone) => {
      const without = <T>(list: readonly T[], shares: readonly number[]) => {
        const places = new Set(shares.map((share) => Math.floor(share * list.length)));
        return list.filter((_, place) => !places.has(place));
      };
      const read = readRaw(latin1(`${without(sample.split('\n'), lost).join('\n')}\n`));
      const list = { ...points, records: sample === MIXED ? without(points.records, gone) : [] };
      const given: RunFiles = { raw: [sourceOf(read, 'a.rw5')], points: [sourceOf(list, 'a.csv')], ppp: [], ref: [], loc: [] };
      const { assembly } = processRun(given, [], surveyDefaults, surroundings);
      const named = new Set(
        [
          ...[...assembly.shots, ...assembly.raw_deleted].flatMap(({ name, renumbered_from }) => [name, renumbered_from ?? '']),
          ...assembly.not_imported.map(({ name }) => name),
        ].map(nameKey),
      );
      const wanted = [...read.records, ...list.records].flatMap((record) => {
        const is_sight = record.kind === 'sight' && /^(SS|TR)$/.test(record.code);
        return record.kind === 'gnss' || record.kind === 'stored' || record.kind === 'point' || is_sight ? record.name : [];
      });
      expect(wanted.filter((name) => name !== '' && !named.has(nameKey(name)))).toEqual([]);
    }),
    { seed: 14, numRuns: 60 },
  );
});

describe('pipes', () => {
  const day: FieldDay = {
    bases: [BASE_A],
    shots: [
      { name: '1', truth: at(100, 80, 22), description: 'STMH' },
      { name: '2', truth: at(140, 80, 21.5), description: 'STMH' },
      { name: '3', truth: at(140.01, 80, 21.5), description: 'STMH' },
    ],
  };
  const projection = makeProjection(surveyDefaults.office_crs);
  const app = (name: string, place: number): AppShot => ({
    id: `s-${name}`,
    name,
    code: null,
    description: '',
    category: 'Structure',
    sub_category: null,
    position: projection.toGeographic(day.shots[place]!.truth),
    is_deleted: false,
    is_structure: true,
    image_count: 0,
  });
  const more: Partial<RunSurroundings> = {
    app_shots: [app('1', 0), app('2', 1)],
    pipes: [pipeOf('P', '1', '2')],
    // The rims given are of an earlier attempt.
    structures: [
      structureOf('1', 0, 0, 99, { connections: [connectionOf({ measure_down: 2 })] }),
      structureOf('2', 5, 0, 98, { connections: [connectionOf({ measure_down: 2.1 })] }),
    ],
  };
  const process = (decisions: readonly RunDecision[], other: Partial<RunSurroundings> = {}) =>
    processRun(writeDay(day), decisions, surveyDefaults, { ...surroundings, ...more, ...other });

  test('lie between the rims as they are processed: with every shift, every average, every attachment', () => {
    const [pipe] = process([choose({})]).pipes;
    expect(pipe).toMatchObject({ length_2d: expect.closeTo(40, 2), start: { invert: { elevation: expect.closeTo(20, 2) } } });
    expect(pipe?.end.invert.elevation).toBeCloseTo(19.4, 2);
    const [unshifted] = process([choose({ type: 'NONE' })]).pipes;
    expect(Math.abs(unshifted!.start.invert.elevation! - 20)).toBeGreaterThan(1);
    const [averaged] = process([choose({}), { ...who, kind: 'average', first: '2', second: '3', ticked: ['2', '3'] }]).pipes;
    expect(averaged?.length_2d).toBeCloseTo(40.005, 3);
    const moved = process([choose({}), { ...who, kind: 'attach', name: '3', app_shot: 's-2' }]);
    expect(moved.pipes[0]?.length_2d).toBeCloseTo(40.01, 3);
    expect(moved.shots.map(({ extended_data_shot }) => extended_data_shot)).toEqual(['s-1', null, 's-2']);
  });

  test('an end that is dropped or detached has no rim; one of another run keeps the rim it was given', () => {
    const dropped = process([choose({}), { ...who, kind: 'drop', names: ['2'] }]);
    expect(dropped.pipes[0]).toMatchObject({ length_2d: null });
    expect(dropped.conflicts.filter(({ id }) => id === 'PIPE_END').map(({ figures }) => figures.fault)).toEqual(['END_NOT_PROCESSED']);
    expect(process([choose({}), { ...who, kind: 'attach', name: '2', app_shot: null }]).pipes[0]?.length_2d).toBeNull();
    const elsewhere = process([choose({})], { app_shots: [app('1', 0)] });
    expect(elsewhere.pipes[0]?.end.structure?.rim?.elevation).toBe(98);
  });
});
