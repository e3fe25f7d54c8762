import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measureCpu } from '../../fixtures/cpu-time.ts';
import { findLawBreaches } from '../../fixtures/line-law.ts';
import { AVERAGED, latin1, ODD, STONEX } from '../../fixtures/raw-samples.ts';
import { readRaw } from './raw.ts';
import type { RawFile } from './raw-records.ts';

const RUN = new URL('../../../fixtures/synthetic-run/', import.meta.url);
const bytes = new Uint8Array(readFileSync(new URL('25001AT251014.rw5', RUN)));
const expected = JSON.parse(readFileSync(new URL('expected.json', RUN), 'utf8'));

const shotsOf = (raw: RawFile) => raw.records.filter((record) => record.kind === 'gnss');
const idsOf = (raw: RawFile) => raw.problems.map((problem) => problem.id);

describe('SUR-1 the synthetic run', () => {
  const raw = readRaw(bytes);
  const shots = shotsOf(raw);

  test('every line is kept once, and nothing is complained about', () => {
    expect(findLawBreaches(bytes, raw)).toEqual([]);
    expect(raw.problems).toEqual([]);
    expect(raw.records.filter((record) => record.kind === 'unknown' || record.kind === 'verbatim')).toEqual([]);
  });

  test('all shots in order, with the names and descriptions of the truth', () => {
    const truth = expected.truth.map((point: { point: string; desc: string }) => [point.point, point.desc]);
    expect(shots.map((shot) => [shot.name, shot.description])).toEqual(truth);
    expect(raw.job_name).toBe('25001AT251014');
    expect([raw.unit, raw.angle_form]).toEqual(['m', 'packed']);
  });

  test('the overwritten point is kept twice, the earlier one marked', () => {
    const twice = shots.filter((shot) => shot.name === expected.planted_conflicts.overwritten[0]);
    expect(twice.map((shot) => [shot.was_overwritten, shot.overwrites])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    expect(shots.filter((shot) => shot.was_overwritten)).toHaveLength(1);
  });

  test('the planted quality, the deletion and the design point are there', () => {
    const planted = expected.planted_conflicts;
    expect(shots.filter((shot) => shot.quality.is_fixed === false).map((shot) => shot.name)).toEqual(planted.float);
    expect(shots.filter((shot) => (shot.quality.hrms ?? 0) > 0.025).map((shot) => shot.name)).toEqual(planted.bad_rms);
    expect(raw.records.flatMap((record) => (record.kind === 'deleted' ? record.names : []))).toEqual(planted.deleted_in_points_file);
    const stored = raw.records.filter((record) => record.kind === 'stored');
    expect(stored.map((point) => [point.name, point.elevation, point.description])).toEqual([['81', 0, 'CALC']]);
  });

  test('the localization begins after its first shot, the rod changes at the planted one', () => {
    const setups = shots.map((shot) => raw.setups[shot.setup]);
    expect(setups.map((setup) => setup?.localization_file !== null)).toEqual(
      expected.truth.map((point: { localized: boolean }) => point.localized),
    );
    const rods = shots.map((shot) => shot.rod_height);
    expect(shots[rods.indexOf(2.5)]?.name).toBe(expected.planted_conflicts.rod_height_change_at);
    expect(new Set(rods)).toEqual(new Set([2, 2.5]));
  });

  test('heights: the mark is the antenna lowered by the rod and the phase centre', () => {
    const first = shots[0];
    expect(first?.mark_elevation).toBeCloseTo(first?.grid?.elevation ?? Number.NaN, 3); // no geoid, no localization yet
    const base = raw.records.find((record) => record.kind === 'base');
    expect(base).toMatchObject({
      name: '100_BASE_1',
      source: 'BASE',
      antenna_point: 'APC',
      antenna_height: 1.5,
      phase_centre_offset: 0.0701,
      log_file: '25001AT251014.bin',
    });
    expect(base?.mark_elevation).toBeCloseTo(expected.ref_grid[2], 4);
    expect(base?.configuration).toBe('by Reading GPS Position');
  });

  test('time comes from the satellites, the collector clock beside it', () => {
    expect(shots[0]).toMatchObject({ utc: '2025-10-14T12:33:58.000Z', collector_time: '2025-10-14T09:33:58' });
    expect(shots.map((shot) => shot.utc)).toEqual(shots.map((shot) => shot.utc).toSorted());
  });
});

describe('SUR-1 averaged shots', () => {
  const raw = readRaw(latin1(AVERAGED));
  const [first, second] = shotsOf(raw);

  test('a note keeps its commas, dashes and slashes', () => {
    expect(first?.description).toBe('CP/SPK, NAIL');
    const dashed = readRaw(latin1('GPS,PN1,LA45.1,LN-66.1,EL1.0,--CP--6000, A/B,--C'));
    expect(shotsOf(dashed)[0]?.description).toBe('CP--6000, A/B,--C');
  });

  test('the single-epoch line gives the status, the averages the rest', () => {
    expect(first?.quality).toMatchObject({
      status: 'FIXED+',
      is_fixed: true,
      hrms: 0.006,
      vrms: 0.011,
      satellites: 26,
      valid_readings: { used: 10, of: 10 },
    });
    expect(first?.quality.spreads).toMatchObject({
      hrms: { avg: 0.0058, sd: 0.0001, min: 0.0057, max: 0.006 },
      hdop: { avg: 0.5179, min: 0.5179, max: 0.5179 },
      satellites: { avg: 26 },
    });
    expect(second?.quality).toMatchObject({
      status: null,
      is_fixed: null,
      hrms: 0.0061,
      satellites: 21,
      valid_readings: { used: 2, of: null },
    });
  });

  test('vectors, stakeout, tilt and offsets stay with their shot; a typed remark stands alone', () => {
    expect(first?.notes.some((note) => note.startsWith('G1,BP12'))).toBe(true);
    expect(first?.notes).toContain('Left Offset 0.0500 (tree)');
    expect(raw.records.filter((record) => record.kind === 'comment' && !record.is_known)).toMatchObject([
      { text: '--A crew member typed this' },
    ]);
    expect(raw.problems.map((problem) => [problem.id, problem.severity])).toEqual([['UNKNOWN_RECORD', 'notice']]);
  });

  test('a network base moves: each shot knows its own', () => {
    expect(raw.setups.map((setup) => setup.base?.name)).toEqual(['12', '13']);
    expect(raw.setups[0]?.network).toBe('NTRIP somewhere32');
    expect(raw.setups[1]?.base).toMatchObject({ antenna_point: 'ARP', mark_elevation: 29 });
    const extent = raw.setups[0]?.geoid_file?.extent;
    expect(extent?.west).toBeCloseTo(-(66 + 56 / 60 + 59 / 3600), 9);
    expect(raw.setups[0]?.geoid_file?.path).toBe('\\Data\\Geoids\\CGV2013.gsf');
  });

  test('deleted names are listed as printed', () => {
    expect(raw.records.find((record) => record.kind === 'deleted')).toMatchObject({
      names: ['101', '7-9'],
      collector_time: '2025-06-02T08:20:00',
    });
  });
});

describe('SUR-1 other dialects', () => {
  test('Stonex: standard deviations under their own names, lower case, blanks', () => {
    const raw = readRaw(latin1(STONEX));
    const [first, second] = shotsOf(raw);
    expect(first?.quality).toMatchObject({
      hrms: null,
      hsdv: 0.011,
      vsdv: 0.016,
      status: 'FLOAT',
      is_fixed: false,
      age: null,
      others: { nsdv: 0.007, esdv: 0.009 },
    });
    expect(second).toMatchObject({
      name: '2',
      description: 'esq',
      quality: { hsdv: 0.0044, is_fixed: false, spreads: { nrms: { avg: 0.0031 } } },
    });
    expect(second?.latitude).toBeCloseTo(-(35 + 2 / 60 + 15.6271 / 3600), 10);
    expect(second?.grid?.northing).toBe(6123201.7319);
    expect(raw.setups[0]).toMatchObject({ entered_rover_rod: 0.5, entered_rod_method: 'Altura vertical', antenna_height: 0.6185 });
    expect(raw.job_name).toBe('25003');
    expect(raw.problems.map((problem) => problem.sentence)).toEqual(['BP records carry a field ET that is not used here.']);
  });

  test('feet, gons and scales are said; nothing is converted in silence', () => {
    const raw = readRaw(latin1(ODD));
    expect(raw.unit).toBe('us_ft');
    expect(raw.metres_per_unit).toBeCloseTo(0.3048006, 7);
    expect(raw.problems.filter((problem) => problem.severity === 'stop').map((problem) => problem.id)).toEqual(['UNITS']);
    expect(idsOf(raw)).toEqual(
      expect.arrayContaining(['SCALE', 'SEVERAL_JOBS', 'NAME_LENGTH', 'ORPHAN', 'UNREADABLE', 'BAD_VALUE', 'UNKNOWN_RECORD']),
    );
    const sight = raw.records.find((record) => record.kind === 'sight');
    expect(sight).toMatchObject({ angle: 90, vertical: 90, instrument_height: 5.684, rod_height: 5.5 });
  });

  test('a rod without its entered height is not known after the antenna height changed', () => {
    const raw = readRaw(
      latin1(
        '--Entered Rover HR: 2.0000 m, Vertical\nLS,HR2.07\nGPS,PN1,LA45.1,LN-66.1,EL9.07,--\nLS,HR2.57\nGPS,PN2,LA45.1,LN-66.1,EL9.57,--\n',
      ),
    );
    expect(shotsOf(raw).map((shot) => [shot.rod_height, shot.mark_elevation?.toFixed(4)])).toEqual([
      [2, '7.0000'],
      [null, '7.0000'],
    ]);
  });

  test('the height of a base is not the rod of a rover', () => {
    const raw = readRaw(
      latin1(
        '--Entered Base HR: 1.5000 m, Vertical\nLS,HR1.6319\n--Entered Rover HR: 2.0000 m, Vertical\nLS,HR2.1319\nGPS,PN1,LA45.1,LN-66.1,EL9.0,--\n',
      ),
    );
    expect(raw.records.filter((record) => record.kind === 'heights').map((record) => record.used_for)).toEqual(['base', 'rover']);
    expect(shotsOf(raw)[0]?.rod_height).toBe(2);
  });

  test('lines made to be slow are not', () => {
    const starts = ['GPS,PN1,LA', '--Valid Readings: ', '--Deleted Point ID(s): ', '--Antenna Type: [', '--', 'x'];
    const ends = ['1'.repeat(9_000), `${' '.repeat(9_000)}x`, '['.repeat(9_000), `${',EL1'.repeat(2_000)}--`];
    const lines = starts.flatMap((start) => ends.map((end) => start + end));
    expect(measureCpu(() => readRaw(latin1(lines.join('\n'))))).toBeLessThan(6_000);
    expect(readRaw(latin1(`GPS,PN1,${'x'.repeat(20_000)}`)).records).toMatchObject([{ kind: 'verbatim' }]);
  });

  test('a file of another kind gets a sentence saying what it looks like', () => {
    const sum = new Uint8Array(readFileSync(new URL('25001AT251014.sum', RUN)));
    expect(readRaw(sum).problems[0]).toMatchObject({
      id: 'WRONG_KIND',
      severity: 'stop',
      sentence: 'This looks like a CSRS-PPP summary, not a raw file.',
    });
  });
});
