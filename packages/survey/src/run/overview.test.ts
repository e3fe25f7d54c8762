import { describe, expect, test } from 'vitest';
import { readSyntheticRun, sourceOf, syntheticFiles } from '../assemble/synthetic-fixture.ts';
import type { RunFiles } from '../convert/join-files.ts';
import { type ControlPoint, computeControlShift } from '../shift/control-shift.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { compareRuns } from './compare-runs.ts';
import type { RunDecision } from './decision.ts';
import { at, BASE_A, choose, type DayBase, type FieldDay, locOf, surroundings, who, writeDay } from './field-day-fixture.ts';
import { makeOverview } from './overview.ts';
import { type ProcessedRun, processRun, type RunSurroundings } from './process-run.ts';
import { shiftOptions, solveAs } from './shift-options.ts';
import { suggestDescriptions } from './suggest-codes.ts';

const { expected } = readSyntheticRun();
const files = syntheticFiles();
const around: RunSurroundings = { ...surroundings, geoid: null };
const run = (decisions: readonly RunDecision[], other: Partial<RunFiles> = {}) =>
  processRun({ ...files, ...other }, decisions, surveyDefaults, around);
const overview = (done: ProcessedRun) => makeOverview(done, surveyDefaults, []);
const BASE_B: DayBase = { name: 'B', truth: at(900, 100), error: { latitude: -2e-5, longitude: 1e-5, height: -0.8 } };
const { dE, dN, dZ } = expected.shift_localized;
const vector = { d_easting: expect.closeTo(dE, 3), d_northing: expect.closeTo(dN, 3), d_elevation: expect.closeTo(dZ, 3) };

describe('the overview of a run', () => {
  test('counts what is there and what every step has open; answers close it', () => {
    const before = overview(run([]));
    expect(before.counts).toMatchObject({ shots: run([]).shots.length, dropped: 0, averages: 0, raw_deleted: 1 });
    expect(before.open).toMatchObject({ validate: 1, shifts: 1, review: 2, finish: 2 });
    expect(before.plan).toBeNull();
    const done = overview(run([choose({}), { ...who, kind: 'correct_description', from: 'XYZ', to: 'FH' }]));
    expect(done.open).toMatchObject({ validate: 0, shifts: 0, review: 0, export: 0, finish: 0 });
    const ignoreAll = (decisions: readonly RunDecision[]): RunDecision[] => [
      ...decisions,
      ...run(decisions).conflicts.map((conflict): RunDecision => ({ ...who, kind: 'ignore', conflict: conflict.key })),
    ];
    expect(overview(run([choose({})])).open.conflicts).toBe(run([choose({})]).conflicts.filter(({ severity }) => severity !== 'I').length);
    // Behind a pair that was struck another may stand.
    const ignored = overview(run(ignoreAll(ignoreAll([choose({})]))));
    expect(ignored.open).toEqual({ import: 0, validate: 0, shifts: 0, conflicts: 0, review: 0, export: 0, finish: 0 });
    expect(ignored.conflict_counts.find(({ id }) => id === 'RMS')).toMatchObject({ severity: 'W', count: 1, ignored: 1 });
    expect(JSON.parse(JSON.stringify(done))).toEqual(done);
  });

  test('bad descriptions once each with near spellings; quality with the tolerance beside the worst', () => {
    const { bad_descriptions, quality } = overview(run([]));
    expect(bad_descriptions).toEqual([{ description: 'XYZ', count: 1, names: expected.planted_conflicts.bad_code, suggestions: [] }]);
    expect(quality.find(({ id }) => id === 'HRMS')).toMatchObject({
      tolerance: 0.025,
      count: 1,
      names: expected.planted_conflicts.bad_rms,
    });
    expect(quality.find(({ id }) => id === 'HRMS')!.worst).toBeGreaterThan(0.025);
    expect(quality.find(({ id }) => id === 'NOT_FIXED')).toMatchObject({ tolerance: null, names: expected.planted_conflicts.float });
    expect(suggestDescriptions('STHM/RIM', surveyDefaults)[0]).toBe('STMH/RIM');
    expect(suggestDescriptions('AEE1 B', surveyDefaults)[0]).toBe('AE1 B');
    expect(suggestDescriptions('CBSQ ZT/0.4', surveyDefaults)).toContain('CBSQ ST/0.4');
    expect(suggestDescriptions('HYDRANT', surveyDefaults)).toEqual(['FH']);
    expect(suggestDescriptions('', surveyDefaults)).toEqual([]);
  });

  test('the base as raw file, reference and PPP have it, and the plan in figures and words', () => {
    const { bases, plan, geoid } = overview(run([choose({})]));
    const [ref_grid, ppp_grid] = [expected.ref_grid, expected.ppp_grid];
    expect(bases).toMatchObject([
      { name: '100_BASE_1', ref_file: '25001AT251014.ref', sum_file: '25001AT251014.sum', placed: null, antenna_height: 1.5 },
    ]);
    expect(bases[0]!.positions.map(({ source }) => source)).toEqual(['raw', 'ref', 'ppp']);
    expect(bases[0]!.positions[2]).toMatchObject({
      d_easting: expect.closeTo(ppp_grid[0] - ref_grid[0], 3),
      d_northing: expect.closeTo(ppp_grid[1] - ref_grid[1], 3),
      d_height: expect.closeTo(ppp_grid[2] - ref_grid[2], 3),
    });
    expect(plan).toMatchObject({ type: 'HPN', source: 'points', decided_by: 'Pia', shifts: [{ base: null, ...vector }] });
    expect(plan?.sentences.join(' ')).toMatch(/^Base shift \(HPN\): \+0\.112 m east, -0\.088 m north, \+28\.75\d m up\./);
    expect(geoid).toMatch(
      /^No geoid grid covers the run: for every shot the undulation at the base, -2\d\.\d{3} m, is used; up to 0\.\d km away/,
    );
    expect(overview(run([], { ppp: [] })).geoid).toMatch(/^No geoid grid covers the run/);
  });

  test('a conflict over a whole run names no more than a page of its shots', () => {
    const shots = Array.from({ length: 1200 }, (_, index) => ({ name: String(index + 1), truth: at(index, 80) }));
    const done = processRun(writeDay({ bases: [BASE_A], shots }), [], surveyDefaults, surroundings);
    const [open] = makeOverview(done, surveyDefaults, []).to_do;
    expect([open?.id, open?.figures.shots, open?.names.length, open?.shots.length]).toEqual(['UNSHIFTED', 1200, 1000, 1000]);
  });
});

describe('what each shift would do', () => {
  const options = (done: ProcessedRun, more: Partial<RunSurroundings> = {}, settings = surveyDefaults) =>
    shiftOptions(done, settings, { ...around, ...more });

  test('the base shift is the one that would be applied, before and after it is chosen; what is missing is said', () => {
    for (const decisions of [[], [choose({})], [choose({ type: 'NONE' })]]) {
      const { sources, suggested, localization } = options(run(decisions));
      expect(sources.map(({ source, hpn }) => [source, hpn.length, hpn[0]!.sentence])).toEqual([
        ['points', 1, null],
        ['raw', 1, null],
      ]);
      expect(sources[0]!.hpn[0]!.shift).toMatchObject(vector);
      expect(suggested).toMatchObject({ type: 'HPN', source: 'points' });
      expect(localization).toMatchObject({ fit: 'translation', residuals: [{ horizontal: expect.closeTo(0, 6) }] });
      expect(JSON.parse(JSON.stringify(sources))).toEqual(sources);
    }
    const lacking = options(run([], { ppp: [] }));
    expect(lacking.sources[0]!.hpn).toEqual([
      { base: '100_BASE_1', shift: null, sentence: 'The PPP report (.sum) of the base is missing.' },
    ]);
    expect(lacking.suggested.type).toBe('NONE');
  });

  test('each of several bases has its own; controls are given per base, the suspect one not ticked', () => {
    const shots = Array.from({ length: 8 }, (_, index) => ({
      name: `${index + 1}`,
      truth: at(100 + index * 40, 80 + index),
      base: Number(index > 3),
      description: 'MON',
    }));
    const day: FieldDay = { bases: [BASE_A, BASE_B], shots };
    const controls = shots.map(
      ({ name, truth }): ControlPoint => ({
        id: name,
        name: `C${name}`,
        ...truth,
        easting: truth.easting + (name === '2' ? 0.5 : 0),
        control_destroyed: name === '7',
      }),
    );
    const done = processRun(writeDay(day), [], surveyDefaults, { ...surroundings, controls });
    const { sources, suggested } = shiftOptions(done, surveyDefaults, { ...surroundings, controls });
    for (const { hpn, observations, control } of sources) {
      expect(hpn.map(({ base, shift }) => [base, shift !== null])).toEqual([
        ['A', true],
        ['B', true],
      ]);
      expect(hpn[0]!.shift!.d_easting).not.toBeCloseTo(hpn[1]!.shift!.d_easting, 2);
      expect(observations.map(({ base }) => base).join('')).toBe('AAAABBBB');
      expect(observations.filter(({ is_accepted }) => !is_accepted).map(({ shot_name }) => shot_name)).toEqual(['2', '7']);
      expect(control.map(({ base_key, count_horizontal }) => [base_key, count_horizontal])).toEqual([
        ['A', 3],
        ['B', 3],
      ]);
      const again = computeControlShift(
        observations.filter(({ base }) => base === 'A'),
        surveyDefaults.tolerances,
        'A',
      );
      expect(again?.d_easting).toBeCloseTo(control[0]!.d_easting, 9);
    }
    expect(suggested).toMatchObject({ type: 'HPN', accepted: ['1', '3', '4', '5', '6', '8'] });
  });

  test('a run on a network has no base shift; a localization of several marks comes with its residuals', () => {
    const day: FieldDay = {
      bases: [BASE_A],
      shots: [1, 2, 3].map((index) => ({ name: `${index}`, truth: at(100 + index * 40, 80) })),
      localize: (place) => ({ easting: place.easting + 5, northing: place.northing - 3, elevation: place.elevation + 1 }),
    };
    const written = writeDay(day);
    const marks = [at(0, 200), at(300, 0), at(200, 400)];
    const localized = processRun({ ...written, loc: [sourceOf(locOf(day, marks), 'day.loc')] }, [], surveyDefaults, surroundings);
    expect(shiftOptions(localized, surveyDefaults, surroundings).localization).toMatchObject({
      fit: 'similarity',
      redundancy: 2,
      residuals: [{ name: 'M1' }, { name: 'M2' }, { name: 'M3' }],
    });
    const wished = solveAs(localized, { fit: 'rotation', left_out: ['M2'] }, surveyDefaults);
    expect(wished).toMatchObject({
      problem: null,
      localization: { fit: 'rotation', scale: 1, redundancy: 1, residuals: [{}, { name: 'M2', uses_horizontal: false }, {}] },
    });
    const alone = solveAs(localized, { fit: 'similarity', left_out: ['M1', 'M2'] }, surveyDefaults);
    expect(alone).toMatchObject({ localization: null, problem: expect.stringContaining('cannot be solved') });
    const of_network = writeDay({ ...day, localize: (place) => place });
    const network = {
      ...of_network.raw[0]!.read,
      records: of_network.raw[0]!.read.records.map((record) => (record.kind === 'base' ? { ...record, source: 'ROVER' as const } : record)),
    };
    const done = processRun({ ...of_network, raw: [sourceOf(network, 'day.rw5')], ref: [], ppp: [] }, [], surveyDefaults, surroundings);
    const { sources, suggested } = shiftOptions(done, surveyDefaults, surroundings);
    expect(sources[0]!.hpn).toEqual([{ base: null, shift: null, sentence: expect.stringContaining('no base of its own') }]);
    expect(suggested.type).toBe('NONE');
  });
});

test('two attempts: what is only in one, what moved, the largest first, what was described otherwise', () => {
  const [first, second] = expected.planted_conflicts.same_location_other_number[0]!;
  const before = run([choose({})]);
  expect(compareRuns(before, run([choose({})]))).toEqual({
    only_now: [],
    only_before: [],
    moved: [],
    recoded: [],
    same: before.shots.length,
  });
  const now = run([
    choose({ type: 'NONE' }),
    { ...who, kind: 'average', first, second, ticked: [first, second] },
    { ...who, kind: 'correct_description', from: 'XYZ', to: 'FH' },
  ]);
  const { only_now, only_before, moved, recoded, same } = compareRuns(now, before);
  expect([only_now.length, only_before]).toEqual([1, [first, second]]);
  expect(recoded).toEqual([{ name: expected.planted_conflicts.bad_code[0], now: 'FH', before: 'XYZ' }]);
  expect(moved.length).toBeGreaterThan(10);
  expect(moved.every(({ distance }, place) => place === 0 || distance <= moved[place - 1]!.distance)).toBe(true);
  expect(moved.length + same + only_before.length).toBe(before.shots.length);
});
