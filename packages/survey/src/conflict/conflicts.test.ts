import { describe, expect, test } from 'vitest';
import { type Circumstances, noCircumstances, type Shot } from '../assemble/shot.ts';
import { shiftBy, shotOf } from '../assemble/shot-fixture.ts';
import { basesOf, hpnOf, readSyntheticRun, type SyntheticRun } from '../assemble/synthetic-fixture.ts';
import { KNOWN_CRS } from '../geo/known-crs.ts';
import { makeProjection } from '../geo/projection.ts';
import { createSamePointShots } from '../group/resolve.ts';
import type { AppShot } from '../match/app-shot.ts';
import type { BacksightCheck } from '../reduce/reduce-raw.ts';
import type { ResectionReport } from '../reduce/resection.ts';
import { rawFile } from '../reduce/sight-fixture.ts';
import { applyShifts, type ShiftPlan } from '../shift/apply-shifts.ts';
import { type SurveySettings, surveyDefaults } from '../survey-settings.ts';
import { findConflicts, whyNotFinish } from './find-conflicts.ts';
import { noFacts, type RunFacts } from './run-facts.ts';

const none: ShiftPlan = { type: 'NONE', localization: null, other_side: 'hold', decided_by: null };
const projection = makeProjection(surveyDefaults.office_crs);

/** Shots far enough apart to have nothing to do with each other, in raw order, unless told otherwise. */
const line = (...shots: Partial<Shot>[]) =>
  shots.map((fields, index) =>
    shotOf(fields.name ?? String(5000 + index), { easting: 2_500_000 + index * 5, raw_order: index, ...fields }),
  );
const settle = (shots: readonly Shot[]) => applyShifts(shots, none, surveyDefaults).shots;

function find(facts: Partial<RunFacts>) {
  return findConflicts({ ...noFacts, plan: none, ...facts, shots: settle(facts.shots ?? []) }, surveyDefaults).map(
    ({ id, severity, names, sentence }) => ({ id, severity, names, sentence }),
  );
}
const brief = (found: ReturnType<typeof find>) => found.map(({ id, severity, names }) => [id, severity, ...names].join(' '));

describe('SUR-C8 one story per row', () => {
  test('nothing wrong, nothing said', () => expect(find({ shots: line({}, {}) })).toEqual([]));

  test('DUP_PN in one file and in two imports', () => {
    const earlier = [{ easting: 2_500_000.03, northing: 7_500_000.04, elevation: 10, description: '', datetime: null, lines: [] }];
    const found = find({
      shots: line({ was_overwritten: true, earlier }, {}),
      earlier_imports: [{ name: '5001', run: 'Run 7', easting: 2_500_005, northing: 7_500_001 }],
    });
    expect(brief(found)).toEqual(['DUP_PN W 5000', 'DUP_PN W 5001']);
    expect(found[0]?.sentence).toContain('0.050 m away');
    expect(found[1]?.sentence).toContain('Run 7');
  });

  test('SAME_PLACE and SAME_PLACE_OTHER_CODE', () => {
    const shots = line(
      {},
      { easting: 2_500_000.07 },
      { easting: 2_500_100, description: 'FH' },
      { easting: 2_500_100.015, description: 'WV' },
      { easting: 2_500_200, description: 'FH' },
      { easting: 2_500_200.03, description: 'WV' },
    );
    expect(brief(find({ shots }))).toEqual(['SAME_PLACE W 5000 5001', 'SAME_PLACE_OTHER_CODE I 5002 5003']);
  });

  test('the field app: far, only there, only here, another code', () => {
    const app = (name: string, fields: Partial<AppShot> = {}): AppShot => ({
      id: `app-${name}`,
      name,
      code: null,
      description: '',
      category: 'Topo',
      sub_category: null,
      position: null,
      is_deleted: false,
      is_structure: false,
      image_count: 0,
      ...fields,
    });
    const shots = line(
      { extended_data_shot: 'app-a' },
      { extended_data_shot: 'app-b', description: 'FH' },
      { description: 'STMH' },
      { description: 'AE' },
      { description: 'CP' },
    );
    const far = projection.toGeographic({ easting: 2_500_000, northing: 7_500_016 });
    const near = projection.toGeographic({ easting: 2_500_005, northing: 7_500_014 });
    const app_shots = [
      app('a', { position: far, code: 'AE' }),
      app('b', { position: near, code: 'WV' }),
      app('c'),
      app('d', { category: 'NothingFound' }),
      app('e', { is_deleted: true }),
    ];
    expect(brief(find({ shots, app_shots }))).toEqual([
      'SAME_NAME_FAR W 5000',
      'CODE_DIFF W 5001',
      'RAW_ONLY W 5002',
      'RAW_ONLY W 5004',
      'APP_ONLY W',
      'RAW_ONLY I 5003',
    ]);
    expect(find({ shots, app_shots: null })).toEqual([]);
  });

  test('POINTS_ONLY, renumbered or typed in, and RAW_DELETED', () => {
    const shots = line({ renumbered_from: '6033' }, { origin: 'POINTS_ONLY', instrument_type: 'STORED', description: 'CALC' });
    const found = find({ shots, raw_deleted: line({ name: '5003', origin: 'RAW_DELETED' }) });
    expect(brief(found)).toEqual(['POINTS_ONLY I 5000', 'POINTS_ONLY I 5001', 'RAW_DELETED I 5003']);
    expect(found[0]?.sentence).toContain('6033');
  });

  test('COORD_EDITED beyond two millimetres', () => {
    const collected = { easting: 2_500_000, northing: 7_500_000, elevation: 10 };
    const shots = line(
      { collected },
      { easting: 2_500_000.0019, northing: 7_500_003, collected: { ...collected, northing: 7_500_003 } },
      { easting: 2_500_000, northing: 7_500_009, elevation: 10.003, collected: { ...collected, northing: 7_500_009 } },
    );
    expect(brief(find({ shots }))).toEqual(['COORD_EDITED W 5002']);
  });

  test('RMS, NOT_FIXED, DOP, BAD_CODE', () => {
    const shots = line(
      { HRMS: 0.026, bad_hrms: true },
      { is_fixed: false, status: 'FLOAT', bad_fixed_status: true },
      { PDOP: 4.5, number_of_satellites: 5, age_of_corrections: 9 },
      { description: 'XYZ', bad_code: true },
      { HSDV: 0.04, bad_hrms: true },
    );
    const found = find({ shots });
    expect(brief(found)).toEqual(['RMS W 5000', 'NOT_FIXED W 5001', 'DOP W 5002', 'BAD_CODE W 5003', 'RMS W 5004']);
    expect(found[2]?.sentence).toBe('5002: PDOP 4.5 (limit 4), 5 satellites (at least 6), corrections 9 s old (limit 5 s).');
    expect(found[4]?.sentence).toContain('HSDV 0.040 m');
  });

  test('TIME_ORDER: back in time, clock, another day', () => {
    const shots = line(
      { datetime: '2025-10-14T12:00:00Z', collector_time: '2025-10-14T09:00:30' },
      { datetime: '2025-10-14T11:59:00Z', collector_time: '2025-10-14T08:59:00' },
      { datetime: '2025-10-14T12:10:00Z', collector_time: '2025-10-14T09:20:00' },
      { datetime: '2025-10-15T12:10:00Z', collector_time: null },
    );
    const found = find({ shots, run_date: '2025-10-14' });
    expect(brief(found)).toEqual(['TIME_ORDER W 5001', 'TIME_ORDER W 5002', 'TIME_ORDER W 5003']);
    expect(found[1]?.sentence).toContain('10 min');
    expect(found[2]?.sentence).toContain('2025-10-15');
  });

  test('the clock is compared in the zone of the office, in winter too', () => {
    expect(find({ shots: line({ datetime: '2025-01-14T12:00:00Z', collector_time: '2025-01-14T08:00:00' }) })).toEqual([]);
    expect(brief(find({ shots: line({ datetime: '2025-01-14T12:00:00Z', collector_time: '2025-01-14T09:00:00' }) }))).toEqual([
      'TIME_ORDER W 5000',
    ]);
  });

  test('ROD: a change, zero, one place with two rods', () => {
    const found = find({ shots: line({ rod_height: 2 }, { rod_height: 2.5, easting: 2_500_000.01, elevation: 10.49 }, { rod_height: 0 }) });
    expect(brief(found)).toEqual(['SAME_PLACE W 5000 5001', 'ROD W 5001', 'ROD W 5002', 'ROD W 5000 5001', 'ROD W 5002']);
    expect(found[3]?.sentence).toContain('one rod may be wrong');
  });

  test('UNSHIFTED: not touched, or changed after', () => {
    const [a, b, c] = line({}, {}, {}) as [Shot, Shot, Shot];
    const shots = [shiftBy(a, 1, 1, 1), b, { ...shiftBy(c, 1, 1, 1), easting: c.easting + 1 }];
    const found = findConflicts({ ...noFacts, plan: none, shots }, surveyDefaults);
    expect(found.map(({ id, severity, names }) => [id, severity, names])).toEqual([
      ['UNSHIFTED', 'B', ['5001']],
      ['UNSHIFTED', 'B', ['5002']],
    ]);
    expect(whyNotFinish(found)).toHaveLength(2);
  });

  test('LOC_MIX with two localization files', () => {
    const on = (localization_file: string): Partial<Shot> => ({ circumstances: { ...noCircumstances, localization_file } });
    const { loc } = readSyntheticRun();
    const found = find({ shots: line(on('a.loc'), on('a.loc'), on('b.loc')), loc });
    expect(brief(found)).toEqual(['LOC_MIX B 5002']);
  });

  test('GEOID: outside its extent, nothing taken off, a jump', () => {
    const circumstances: Circumstances = {
      ...noCircumstances,
      geoid_file: 'CGV2013.gsf',
      geoid_extent: { south: 45.05, north: 46.98, west: -66.95, east: -65.02 },
    };
    const shot = (longitude: number, applied: number): Partial<Shot> => ({
      circumstances,
      gnss: { latitude: 46, longitude, antenna_elevation: null, antenna_height: null, mark_elevation: 20 },
      collected: { easting: 0, northing: 0, elevation: 20 - applied },
    });
    const found = find({
      shots: line(shot(-66, -20.9), shot(-66, -20.93), shot(-66, -21.01), shot(-67.05, 0)).map((each) => ({
        ...each,
        collected: { ...each.collected!, easting: each.easting, northing: each.northing },
      })),
    });
    const geoid = found.filter(({ id }) => id === 'GEOID');
    expect(brief(geoid)).toEqual(['GEOID B 5003', 'GEOID B 5003', 'GEOID B 5001 5002', 'GEOID B 5002 5003']);
    const unnamed = line(shot(-67.05, 0)).map((each) => ({ ...each, circumstances: noCircumstances }));
    expect(find({ shots: unnamed }).filter(({ id }) => id === 'GEOID')).toEqual([]);
  });

  test('REPEAT: shots of one point that lie apart', () => {
    const shots = createSamePointShots(line({}, { easting: 2_500_000.05 }), surveyDefaults, (name) => name, {
      by: 'Pia',
      at: '',
      why: null,
    });
    expect(brief(find({ shots }))).toEqual(['REPEAT W 5000A 5000 5001']);
  });

  test('RESECTION and BACKSIGHT: residuals beyond tolerance', () => {
    const report = (is_within_tolerance: boolean): ResectionReport => ({
      name: 'I1',
      position: null,
      points_used: ['CP5', 'CP6'],
      readings: [],
      worst: { distance: 0.03, elevation: 0.01, angle_seconds: 20 },
      is_within_tolerance,
      lines: [7],
    });
    const back = (d_distance: number): BacksightCheck => ({
      occupied: '1',
      backsight: '2',
      d_distance,
      d_elevation: 0.01,
      d_angle_seconds: null,
      lines: [9],
    });
    const reduced = (resection: boolean, distance: number) =>
      brief(find({ reduction: { sights: [], resections: [report(resection)], checks: [back(distance)] } }));
    expect(reduced(false, 0.04)).toEqual(['RESECTION W', 'BACKSIGHT W']);
    expect(reduced(true, 0.02)).toEqual([]);
  });

  test('NOT_IMPORTED and COMPUTED are said', () => {
    const lost = { name: '9', lines: [12], reason: 'The collector printed no grid coordinate for it.', shot: null };
    expect(find({ not_imported: [lost] })).toMatchObject([
      { id: 'NOT_IMPORTED', severity: 'W', sentence: expect.stringContaining('line 12') },
    ]);
    const shots = line({ instrument_type: 'STORED', origin: 'POINTS_ONLY', computed_from: ['5001'] }, {});
    expect(find({ shots })).toMatchObject([{ id: 'COMPUTED', severity: 'I', sentence: expect.stringContaining('moves with them') }]);
  });

  test('CONTROL_RESID: off its published place, or destroyed', () => {
    const shots = line({}, {});
    const observe = (place: number, east: number, control_destroyed: boolean) => ({
      control: {
        id: `c${place}`,
        name: `HPN ${place}`,
        easting: shots[place]!.easting + east,
        northing: 7_500_000,
        elevation: null,
        control_destroyed,
      },
      shot: shots[place]!.id,
      shot_name: shots[place]!.name,
      measured: shots[place]!,
      is_accepted: true,
    });
    const found = find({ shots, controls: [observe(0, 0.031, false), observe(1, 0, true)] });
    expect(brief(found)).toEqual(['CONTROL_RESID W 5000', 'CONTROL_RESID W 5001']);
    expect(found[1]?.sentence).toContain('destroyed');
    const before = find({ shots, controls: [observe(0, 0.031, false), observe(1, 0, true)], plan: null });
    expect(brief(before).filter((text) => text.startsWith('CONTROL_RESID'))).toEqual(['CONTROL_RESID W 5001']);
  });
});

describe('SUR-C8 FRAME and BASE_MOVED on the synthetic run', () => {
  const run = readSyntheticRun();
  const plan: ShiftPlan = { type: 'HPN', shifts: [hpnOf(run)], geoid: null, other_side: 'reshift', decided_by: null };
  const { shots } = applyShifts(run.assembly.shots, plan, surveyDefaults);
  const blocking = (facts: Partial<RunFacts>) =>
    whyNotFinish(findConflicts({ ...noFacts, ...run, shots, plan, ...facts }, surveyDefaults)).map(({ id, sentence }) => ({
      id,
      sentence,
    }));
  const estimate = run.ppp.estimates[0]!;

  const withFiles = (changes: Partial<Parameters<typeof basesOf>[0]>): Partial<RunFacts> => ({ bases: basesOf({ ...run, ...changes }) });

  test('the run itself has none', () => expect(blocking({})).toEqual([]));

  test.each<[string, Partial<RunFacts>, string]>([
    ['PPP in another frame', withFiles({ ppp: { ...run.ppp, estimates: [{ ...estimate, frame: 'IGS20' }] } }), 'IGS20'],
    ['PPP at another epoch', withFiles({ ppp: { ...run.ppp, estimates: [{ ...estimate, epoch_year: 2025.8 }] } }), '2025.80'],
    ['.ref of another base', withFiles({ ref: { ...run.ref, latitude: 45.8 } }), 'another base'],
    ['.ref a centimetre away', withFiles({ ref: { ...run.ref, latitude: run.ref.latitude! + 1e-7 } }), 'apart'],
    ['no .loc though localized', { loc: null }, 'no .loc file'],
    ['no unit', { raw: { ...run.raw, unit: null } }, 'does not say its unit'],
    ['a job on the ground', { raw: { ...run.raw, setups: run.raw.setups.map((setup) => ({ ...setup, gps_scale: 1.00002 })) } }, 'ground'],
    ['two marks on one place', { loc: { ...run.loc, points: [...run.loc.points, ...run.loc.points] } }, 'on one place'],
  ])('%s', (_story, facts, word) => expect(blocking(facts)).toEqual([{ id: 'FRAME', sentence: expect.stringContaining(word) }]));

  test('weaknesses of the PPP report warn', () => {
    const weak = findConflicts(
      { ...noFacts, ...run, shots, plan, ...withFiles({ ppp: { ...run.ppp, is_antenna_found: false } }) },
      surveyDefaults,
    ).filter(({ id }) => id === 'PPP');
    expect(weak).toMatchObject([{ severity: 'W', sentence: expect.stringContaining('antenna') }]);
  });
});

describe('SUR-C8a guards on the synthetic run', () => {
  const run = readSyntheticRun();
  const estimate = run.ppp.estimates[0]!;
  /** The whole way with other files: plan, shifts, conflicts. */
  function check(changes: Partial<Pick<SyntheticRun, 'ppp' | 'loc' | 'raw'>>, settings: Partial<SurveySettings> = {}) {
    const files = { ...run, ...changes };
    const plan: ShiftPlan = { type: 'HPN', shifts: [hpnOf(files)], geoid: null, other_side: 'reshift', decided_by: null };
    const { shots } = applyShifts(files.assembly.shots, plan, surveyDefaults);
    return findConflicts({ ...noFacts, ...files, bases: basesOf(files), shots, plan }, { ...surveyDefaults, ...settings });
  }
  const blocking = (...args: Parameters<typeof check>) => whyNotFinish(check(...args)).map(({ id, sentence }) => ({ id, sentence }));
  const withEstimate = (changes: Partial<typeof estimate>) => ({ ppp: { ...run.ppp, estimates: [{ ...estimate, ...changes }] } });

  test('PPP_PLACE: the report of a base 183 km away, or 51 m higher, blocks', () => {
    expect(blocking(withEstimate({ latitude: estimate.latitude! + 1.646 }))).toEqual([
      { id: 'PPP_PLACE', sentence: expect.stringContaining('183.0 km') },
    ]);
    expect(blocking(withEstimate({ height: run.ref.height! + 51 }))).toMatchObject([{ id: 'PPP_PLACE' }]);
    expect(blocking(withEstimate({ height: run.ref.height! + 49 }))).toEqual([]);
  });

  test('PPP_WHOSE: another antenna height or day blocks, another name warns', () => {
    expect(blocking({ ppp: { ...run.ppp, antenna_height: 1.4 } })).toEqual([
      { id: 'PPP_WHOSE', sentence: expect.stringContaining('1.4000') },
    ]);
    const other_day = { ppp: { ...run.ppp, begins_at: '2025-10-13 12:00:00.00', ends_at: '2025-10-13 18:00:00.00' } };
    expect(blocking(other_day)).toMatchObject([{ id: 'PPP_WHOSE' }]);
    const other_name = check({ ppp: { ...run.ppp, rinex: '24017BC240611.24o', marker: null } }).filter(({ id }) => id === 'PPP_WHOSE');
    expect(other_name).toMatchObject([{ severity: 'W', sentence: expect.stringContaining('24017BC240611') }]);
  });

  test('LOC_WHOSE: a .loc of another day is one blocking conflict with its vector, not one warning per shot', () => {
    const points = run.loc.points.map((point) => ({ ...point, local_easting: point.local_easting! + 0.25 }));
    const found = check({ loc: { ...run.loc, points } }).filter(({ id }) => id === 'LOC_WHOSE' || id === 'NOT_EXPLAINED');
    expect(found.filter(({ severity }) => severity === 'B')).toMatchObject([
      { id: 'LOC_WHOSE', figures: { d_easting: expect.closeTo(-0.25, 2), d_northing: expect.closeTo(0, 2) } },
    ]);
    // The shot of before the localization does not depend on it and needs no warning.
    expect(found.filter(({ severity }) => severity === 'W')).toEqual([]);
  });

  test('GEOID_FALLBACK: one undulation for shots far from the base is said, with the error to expect', () => {
    const fallbacks = (geoid_fallback_distance: number) =>
      check({}, { tolerances: { ...surveyDefaults.tolerances, geoid_fallback_distance } }).filter(({ id }) => id === 'GEOID_FALLBACK');
    expect(fallbacks(1000)).toEqual([]);
    expect(fallbacks(500)).toMatchObject([{ severity: 'W', names: ['5015'], sentence: expect.stringContaining('0.5 to 1.1 cm') }]);
  });
});

describe('SUR-C8a no run is a dead end', () => {
  const run = readSyntheticRun();
  const hpn: ShiftPlan = { type: 'HPN', shifts: [hpnOf(run)], geoid: null, other_side: 'hold', decided_by: null };
  const check = (changes: Partial<RunFacts>, plan: ShiftPlan) => {
    const { shots } = applyShifts(run.assembly.shots, plan, surveyDefaults);
    return whyNotFinish(findConflicts({ ...noFacts, ...run, shots, plan, ...changes }, surveyDefaults));
  };
  const raw = { recompute: { projection, geoid: null } };

  test.each<[string, Partial<RunFacts>, string]>([
    ['two marks on one place', { loc: { ...run.loc, points: [...run.loc.points, ...run.loc.points] } }, 'FRAME'],
    ['a lost .loc file', { loc: null }, 'FRAME'],
    ['a job on the ground', { raw: { ...run.raw, setups: run.raw.setups.map((setup) => ({ ...setup, gps_scale: 1.00002 })) } }, 'FRAME'],
    ['shots of before and after the localization', {}, 'LOC_MIX'],
  ])('%s blocks, offers to recompute, and is settled by that', (_story, changes, id) => {
    const blocked = check(changes, hpn).filter((conflict) => conflict.id === id);
    expect(blocked.length).toBeGreaterThan(0);
    for (const { remedies } of blocked) expect(remedies).toEqual(expect.arrayContaining(['recompute', 'waive']));
    expect(check(changes, { ...hpn, ...raw })).toEqual([]);
  });

  test('everything that blocks can be waived by its key, and nothing else is', () => {
    const facts = { bases: basesOf({ ...run, ppp: { ...run.ppp, antenna_height: 1.4 } }) };
    const blocked = check(facts, { ...hpn, other_side: 'reshift' });
    expect(blocked.map(({ id, remedies }) => [id, remedies.at(-1)])).toEqual([['PPP_WHOSE', 'waive']]);
    expect(whyNotFinish(blocked, new Set(blocked.map(({ key }) => key)))).toEqual([]);
    expect(whyNotFinish(blocked, new Set(['PPP_WHOSE']))).toEqual(blocked);
  });
});

describe('SUR-C8a guards on the grid and the vertical system', () => {
  const utm = KNOWN_CRS.find(({ epsg }) => epsg === 2961)!;
  const gnssAt = (easting: number, grid = projection) => {
    const geographic = projection.toGeographic({ easting, northing: 7_500_000 })!;
    const place = { ...grid.toGrid(geographic)!, elevation: 10 };
    const gnss = { ...geographic, antenna_elevation: 12, antenna_height: 2, mark_elevation: 10 };
    return { ...place, gnss, collected: place };
  };
  const shotsOn = (grid = projection, circumstances: Circumstances = noCircumstances) =>
    [2_500_000, 2_500_010, 2_500_020].map((easting, index) =>
      shotOf(String(5000 + index), { ...gnssAt(easting, grid), circumstances, raw_order: index }),
    );

  test('PROJECTION: a collector on another grid is one blocking conflict that names the grid', () => {
    expect(find({ shots: shotsOn(), raw: rawFile([]) }).filter(({ severity }) => severity === 'B')).toEqual([]);
    const found = find({ shots: shotsOn(makeProjection(utm)), raw: rawFile([]) }).filter(({ severity }) => severity === 'B');
    expect(found).toMatchObject([{ id: 'PROJECTION', sentence: expect.stringContaining(utm.name) }]);
  });

  test('VERTICAL: a collector geoid of another system blocks unless the office says nothing or a base shift computes anew', () => {
    const circumstances: Circumstances = { ...noCircumstances, geoid_file: 'C:\\CGV2013.gsf' };
    const shots = settle(shotsOn(projection, circumstances));
    const check = (facts: Partial<RunFacts>, vertical_system: string | null = 'CGVD28') =>
      findConflicts({ ...noFacts, plan: none, shots, ...facts }, { ...surveyDefaults, vertical_system }).filter(
        ({ id }) => id === 'VERTICAL',
      );
    expect(check({})).toMatchObject([{ severity: 'B', names: ['5000', '5001', '5002'] }]);
    expect(check({}, 'CGVD2013')).toEqual([]);
    expect(check({}, null)).toEqual([]);
    const run = readSyntheticRun();
    const hpn: ShiftPlan = { type: 'HPN', shifts: [hpnOf(run)], geoid: null, other_side: 'hold', decided_by: null };
    expect(check({ plan: hpn, bases: run.bases })).toEqual([]);
  });
});

test('the same facts give the same conflicts, each with its own key', () => {
  const run = readSyntheticRun();
  const facts: RunFacts = { ...noFacts, ...run, shots: run.assembly.shots, raw_deleted: run.assembly.raw_deleted };
  const [once, again] = [findConflicts(facts, surveyDefaults), findConflicts(facts, surveyDefaults)];
  expect(once).toEqual(again);
  const keys = once.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(once.every(({ sentence }) => /[.?]$/.test(sentence))).toBe(true);
  expect(findConflicts({ ...noFacts, raw: rawFile([]) }, surveyDefaults)).toEqual([]);
});

test('a receiver left running on one spot costs no more per shot than a street', () => {
  const spot = Array.from({ length: 20_000 }, (_, index) =>
    shotOf(String(index), { raw_order: index, description: index % 1000 === 0 ? 'FH' : 'AE', rod_height: index < 10_000 ? 2 : 2.5 }),
  );
  const shots = settle(spot);
  const before = process.threadCpuUsage();
  const found = findConflicts({ ...noFacts, plan: none, shots }, surveyDefaults);
  const { user, system } = process.threadCpuUsage(before);
  expect(found.filter(({ id }) => id === 'SAME_PLACE').length).toBeGreaterThan(1000);
  expect((user + system) / 1000).toBeLessThan(5000);
});
