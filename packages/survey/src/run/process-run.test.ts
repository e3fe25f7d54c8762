import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTopLevel, type Shot } from '../assemble/shot.ts';
import { readSyntheticRun, syntheticFiles } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import type { ControlPoint, ControlShift } from '../shift/control-shift.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { RunDecision } from './decision.ts';
import { choose, surroundings, who } from './field-day-fixture.ts';
import { foldRun, type ProcessedRun, prepareRun, processRun, type RunSurroundings } from './process-run.ts';
import { shiftOptions } from './shift-options.ts';

const { expected } = readSyntheticRun();
const files = syntheticFiles();
const around: RunSurroundings = { ...surroundings, geoid: null };
const run = (decisions: readonly RunDecision[], more: Partial<RunSurroundings> = {}, other: Partial<RunFiles> = {}) =>
  processRun({ ...files, ...other }, decisions, surveyDefaults, { ...around, ...more });
const blocking = ({ to_do }: ProcessedRun) => to_do.map(({ id }) => id);

function worstAgainstTruth({ shots, finals }: ProcessedRun): number {
  const truth = new Map(expected.truth.map((point) => [point.point, point]));
  return shots.reduce((worst, shot) => {
    const [right, final] = [truth.get(shot.name), finals.get(shot.id)!];
    return right ? Math.max(worst, Math.hypot(final.easting - right.hpn_e, final.northing - right.hpn_n)) : worst;
  }, 0);
}

describe('the run from its files and decisions', () => {
  test('without a decision it waits for a shift; with one it can be finished, and lies on the truth', () => {
    expect(blocking(run([]))).toEqual(['LOC_MIX', 'UNSHIFTED']);
    const done = run([choose({})]);
    expect(blocking(done)).toEqual([]);
    expect(done.held).toEqual([]);
    expect(worstAgainstTruth(done)).toBeLessThan(0.016);
  });

  test('coordinates from the raw file need no .loc and lie on the truth as well', () => {
    const done = run([choose({ source: 'raw' })], {}, { loc: [] });
    expect(blocking(done)).toEqual([]);
    expect(worstAgainstTruth(done)).toBeLessThan(0.03);
  });

  test('a shift by control: the chosen ones count, and one that nobody chose shifts nothing', () => {
    const codes = { ...surveyDefaults, control_codes: [...surveyDefaults.control_codes, 'AE'] };
    const shot = run([choose({})]).shots.find(({ code }) => code === 'AE')!;
    const truth = expected.truth.find(({ point }) => point === shot.name)!;
    const control: ControlPoint = {
      id: 'c1',
      name: 'HPN 1',
      easting: truth.hpn_e,
      northing: truth.hpn_n,
      elevation: truth.cgvd28_h,
      control_destroyed: false,
    };
    const by = (accepted: string[]) =>
      processRun(files, [choose({ type: 'CONTROL', accepted })], codes, { ...around, controls: [control] });
    const done = by([shot.name]);
    expect(done.plan).toMatchObject({ type: 'CONTROL', shifts: [{ count_horizontal: 1, base_key: null }] });
    expect(worstAgainstTruth(done)).toBeLessThan(0.03);
    expect(by([]).not_applied.map(({ sentence }) => sentence)).toEqual([
      'No control that was shot is chosen: there is nothing to shift by.',
    ]);
  });

  test('a control shot before the localization counts as it is brought over, and its residual is what remains in the end', () => {
    const truth = expected.truth.find(({ point }) => point === '5001')!;
    const [easting, northing, elevation] = [truth.hpn_e, truth.hpn_n, truth.cgvd28_h];
    const controls: ControlPoint[] = [{ id: 'c1', name: '1234HPN', easting, northing, elevation, control_destroyed: false }];
    const done = run([choose({ type: 'CONTROL', accepted: ['4999', '5000', '5001'] })], { controls });
    const [shift] = (done.plan as { shifts: readonly ControlShift[] }).shifts;
    expect(shift).toMatchObject({ d_easting: expect.closeTo(0.112, 1), d_elevation: expect.closeTo(28.75, 1), suspects: [] });
    for (const residual of shift!.residuals) {
      const final = done.finals.get(residual.shot)!;
      expect([residual.d_easting, residual.d_northing]).toEqual([
        expect.closeTo(easting - final.easting, 6),
        expect.closeTo(northing - final.northing, 6),
      ]);
      expect(residual).toMatchObject({ is_beyond_tolerance: false, d_elevation: expect.closeTo(elevation - final.elevation!, 6) });
    }
    const [points] = shiftOptions(run([], { controls }), surveyDefaults, { ...around, controls }).sources;
    expect(points!.observations.filter(({ is_accepted }) => is_accepted).map(({ shot_name }) => shot_name)).toEqual([
      '4999',
      '5000',
      '5001',
    ]);
  });

  test('what no longer fits the files is said and passed over', () => {
    const lost: RunDecision = { ...who, kind: 'drop', names: ['9999'] };
    const done = run([lost, choose({}), { ...lost }]);
    // Two that are equal are told apart by their places.
    const sentence = '9999 is not in the run.';
    expect(done.not_applied).toEqual([0, 2].map((place) => ({ place, decision: lost, sentence })));
    expect(blocking(done)).toEqual([]);
    const none = run([choose({})], {}, { ppp: [] });
    expect(none.not_applied[0]?.sentence).toContain('.sum');
    expect(none.plan).toBeNull();
  });

  test('a typed-in point moves with the run when a person says so, and the reason stands among its decisions', () => {
    const [typed] = run([]).shots.filter(({ instrument_type }) => instrument_type === 'STORED');
    const decide = (does_move: boolean): RunDecision => ({
      ...who,
      kind: 'moves_with_run',
      name: typed!.name,
      does_move,
      why: 'computed by COGO',
    });
    const point = (decisions: readonly RunDecision[]) => run(decisions).shots.find(({ id }) => id === typed!.id)!;
    expect(point([choose({})]).shift).toMatchObject({ basis: 'keyed_in', d_easting: 0 });
    const moved = point([decide(true), choose({})]);
    expect(moved).toMatchObject({ computed_from: [], moves_with_run: true, shift: { type: 'HPN', basis: 'block' } });
    expect(moved.decisions).toEqual([{ ...who, what: 'moves with the run', why: 'computed by COGO' }]);
    expect(point([decide(true), decide(false), choose({})]).shift).toMatchObject({ basis: 'keyed_in' });
    const measured: RunDecision = { ...who, kind: 'moves_with_run', name: '5001', does_move: false };
    expect(run([measured]).not_applied.map(({ sentence }) => sentence)).toEqual(['5001 was measured: it moves with the run in any case.']);
  });

  test('what blocks is waived by its key and nothing else', () => {
    const [first] = run([choose({ other_side: 'hold' })]).to_do;
    expect(first?.id).toBe('LOC_MIX');
    const waived: RunDecision = { ...who, kind: 'waive', conflict: first!.key, why: 'The crew checked 4999.' };
    expect(blocking(run([choose({ other_side: 'hold' }), waived]))).toEqual([]);
  });
});

const [pair] = expected.planted_conflicts.same_location_other_number;
const [deleted] = expected.planted_conflicts.deleted_in_points_file;
const CHOICES: readonly RunDecision[] = [
  choose({}),
  choose({ type: 'NONE', other_side: 'hold' }),
  choose({ source: 'raw' }),
  { ...who, kind: 'import_unlisted', names: [deleted!] },
  { ...who, kind: 'group_same_points' },
  { ...who, kind: 'keep', kept: pair![0], other: pair![1] },
  { ...who, kind: 'keep', kept: pair![1], other: pair![0] },
  { ...who, kind: 'average', first: pair![0], second: pair![1], ticked: pair! },
  { ...who, kind: 'ignore_pair', first: pair![0], second: pair![1] },
  { ...who, kind: 'ignore_shots', names: [pair![0]] },
  { ...who, kind: 'drop', names: ['4999'] },
  { ...who, kind: 'correct_description', from: 'AE', to: 'FH' },
  { ...who, kind: 'describe', name: '5002', description: 'FH' },
  { ...who, kind: 'rename', file: '25001AT251014.rw5', name: '5010', to: '7010' },
];

describe('laws of the fold', () => {
  test('whatever is decided: the same again gives the same, measured coordinates stay, every name stands once, nothing vanishes', () => {
    const kept = prepareRun(files, surveyDefaults, around.newId);
    const measured = new Map(run([]).shots.map((shot) => [shot.name, shot]));
    fc.assert(
      fc.property(fc.shuffledSubarray([...CHOICES]), (decisions) => {
        const done = run(decisions);
        // The projection of a plan is made of functions; everything else is data.
        expect({ ...run(decisions), plan: null }).toEqual({ ...done, plan: null });
        // What is kept between two folds is the same as everything from the start, in whatever order they come.
        expect({ ...foldRun(kept, decisions, around), plan: null }).toEqual({ ...done, plan: null });
        const doubled = decisions.flatMap((decision): RunDecision[] =>
          decision.kind === 'group_same_points' ? [decision, decision] : [decision],
        );
        // Only the places of those after it are others.
        const plain = (each: ProcessedRun) => ({ ...each, plan: null, not_applied: each.not_applied.map(({ sentence }) => sentence) });
        expect(plain(run(doubled))).toEqual(plain(done));
        for (const [name, { easting, northing, elevation }] of measured)
          expect(done.shots.find((shot) => shot.name === name || shot.name === `7${name.slice(1)}`)).toMatchObject({
            easting,
            northing,
            elevation,
          });
        const names = done.shots.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        const by_id = new Map(done.shots.map((shot) => [shot.id, shot]));
        for (const shot of done.shots) {
          const seen = new Set<Shot>();
          for (let up: Shot | undefined = shot; up; up = up.parent === null ? undefined : by_id.get(up.parent)) {
            expect(seen.has(up)).toBe(false);
            seen.add(up);
          }
          const top = [...seen].at(-1)!;
          expect(isTopLevel(top) || top.is_dropped).toBe(true);
        }
        expect(done.finals.size).toBe(done.shots.length);
      }),
      { seed: 14, numRuns: 12 },
    );
  });
});
