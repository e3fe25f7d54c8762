import { describe, expect, test } from 'vitest';
import { ownBases } from '../assemble/own-bases.ts';
import { basesOf, readSyntheticRun } from '../assemble/synthetic-fixture.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { planHpn } from './plan-hpn.ts';
import { checkPpp, choosePppEstimate, type PppSituation } from './ppp-checks.ts';
import { checkReference } from './reference-checks.ts';

const { ppp, raw, ref, projection } = readSyntheticRun();
const base = ownBases(raw)[0]!.record;
const estimate = ppp.estimates[0]!;
const situation: PppSituation = {
  base,
  mark: { latitude: ref.latitude!, longitude: ref.longitude!, height: ref.height! },
  job_name: raw.job_name,
  first_shot: '2025-10-14T12:33:58Z',
  last_shot: '2025-10-14T12:53:11Z',
  geoid_file: null,
  geoid: null,
};
const outcomes = (changes: Partial<typeof ppp>, around: Partial<PppSituation> = {}) =>
  Object.fromEntries(
    checkPpp({ ...ppp, ...changes }, { ...situation, ...around }, surveyDefaults).map((check) => [check.check, check.outcome]),
  );

describe('SUR-3.3 what is checked on a PPP report', () => {
  test('the synthetic one is sound; it does not name its orbits', () => {
    expect(outcomes({})).toEqual({
      frame: 'ok',
      epoch: 'ok',
      vertical_system: 'ok',
      sigma_latitude: 'ok',
      sigma_longitude: 'ok',
      sigma_height: 'ok',
      mode: 'ok',
      antenna: 'ok',
      antenna_height: 'ok',
      place: 'ok',
      time: 'ok',
      name: 'ok',
      orbits: 'unknown',
    });
  });

  test.each([
    ['another frame', { estimates: [{ ...estimate, frame: 'IGS20' }] }, {}, 'frame'],
    ['another epoch', { estimates: [{ ...estimate, epoch_year: 2025.78 }] }, {}, 'epoch'],
    ['another vertical system than the raw file', {}, { geoid_file: 'C:\\CGV2013.gsf' }, 'vertical_system'],
    ['a weak height', { estimates: [{ ...estimate, sigma_height: 0.051 }] }, {}, 'sigma_height'],
    ['a weak latitude', { estimates: [{ ...estimate, sigma_latitude: 0.031 }] }, {}, 'sigma_latitude'],
    ['a moving antenna', { mode: 'KINEMATIC' as const }, {}, 'mode'],
    ['an unknown antenna', { is_antenna_found: false }, {}, 'antenna'],
    ['another antenna height', { antenna_height: 1.6 }, {}, 'antenna_height'],
    ['the log of another day', { begins_at: '2025-10-13 12:00:00.00', ends_at: '2025-10-13 18:00:00.00' }, {}, 'time'],
    ['the report of a base 183 km away', { estimates: [{ ...estimate, latitude: estimate.latitude! + 1.646 }] }, {}, 'place'],
    ['a height 51 m away', { estimates: [{ ...estimate, height: ref.height! + 51 }] }, {}, 'place'],
    ['the log of another job', { rinex: '24017BC240611.24o', marker: '24017BC240611' }, {}, 'name'],
    ['rapid orbits', { orbit_kind: 'rapid' as const, orbits: 'igr.sp3' }, {}, 'orbits'],
    ['a geoid grid of another model', {}, { geoid: { name: 'g', vertical_system: 'CGVD28', undulationAt: () => -22 } }, 'geoid'],
    ['a geoid grid that ends before the base', {}, { geoid: { name: 'g', vertical_system: 'CGVD28', undulationAt: () => null } }, 'geoid'],
  ])('%s is bad', (_story, changes, around, check) => expect(outcomes(changes, around)).toMatchObject({ [check]: 'bad' }));

  test('final orbits and an agreeing grid are good; a missing time is judged by the names', () => {
    expect(outcomes({ orbit_kind: 'final', orbits: 'igs.sp3' })).toMatchObject({ orbits: 'ok' });
    expect(outcomes({}, { geoid: { name: 'g', vertical_system: 'CGVD28', undulationAt: () => -22.49 } })).toMatchObject({ geoid: 'ok' });
    expect(outcomes({ begins_at: null })).toMatchObject({ time: 'unknown', name: 'ok' });
    expect(outcomes({ begins_at: null, rinex: 'a.25o', marker: null })).toMatchObject({ time: 'unknown', name: 'unknown' });
  });

  test('of two frames the office frame is taken; without any position that is said', () => {
    const igs = { ...estimate, frame: 'ITRF (IGb08)' };
    expect(choosePppEstimate({ ...ppp, estimates: [igs, { ...estimate, frame: 'NAD83(CSRS )' }] }, surveyDefaults.frame)?.frame).toBe(
      'NAD83(CSRS )',
    );
    expect(choosePppEstimate({ ...ppp, estimates: [igs] }, surveyDefaults.frame)).toBe(igs);
    expect(outcomes({ estimates: [] })).toEqual({ estimate: 'bad' });
  });

  test('a report without an epoch is not called wrong', () =>
    expect(outcomes({ estimates: [{ ...estimate, epoch_year: null }] })).toMatchObject({ epoch: 'unknown' }));
});

describe('SUR-5 the .ref file against the base', () => {
  const check = (changes: Partial<typeof ref>) => checkReference({ ...ref, ...changes }, base, projection, surveyDefaults.tolerances);

  test('stands on it', () => expect(check({}).checks.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']));

  test('the height of the phase centre is lowered to the mark, and said', () => {
    const report = check({ height: base.elevation });
    expect(report.mark?.height).toBeCloseTo(base.mark_elevation!, 6);
    expect(report.checks[1]).toMatchObject({ outcome: 'ok', sentence: expect.stringContaining('phase centre') });
  });

  test.each([
    ['a little off', { latitude: ref.latitude! + 1e-6 }, 'reference_place', 'apart'],
    ['another base', { latitude: ref.latitude! + 0.01 }, 'reference_place', 'another base'],
    ['another height', { height: ref.height! + 0.3 }, 'reference_height', 'mark'],
  ])('%s is bad', (_story, changes, name, word) => {
    expect(check(changes).checks.find((each) => each.check === name)).toMatchObject({
      outcome: 'bad',
      sentence: expect.stringContaining(word),
    });
  });

  test('an empty one, and a run without base', () => {
    expect(check({ height: null }).mark).toBeNull();
    expect(checkReference(ref, null, projection, surveyDefaults.tolerances).checks[0]?.outcome).toBe('unknown');
  });
});

describe('planning the base shift', () => {
  const plan = (changes: Partial<Parameters<typeof basesOf>[0]>) =>
    planHpn(basesOf({ raw, ref, ppp, ...changes }), null, projection, surveyDefaults);

  test('works from the files', () => expect(plan({}).ok).toBe(true));

  test.each([
    ['.ref', { ref: null }],
    ['.sum', { ppp: null }],
    ['PPP', { ppp: { ...ppp, estimates: [] } }],
    [
      'network',
      {
        raw: { ...raw, records: raw.records.map((record) => (record.kind === 'base' ? { ...record, source: 'ROVER' as const } : record)) },
      },
    ],
  ])('%s: what is missing is said', (word, changes) =>
    expect(plan(changes)).toMatchObject({ ok: false, sentence: expect.stringContaining(word) }),
  );

  test('the same base stated twice is one base', () => {
    expect(ownBases({ ...raw, records: [...raw.records, base] })).toHaveLength(1);
  });

  test('a base that nothing was measured from needs no files', () => {
    const idle = { ...base, name: 'B2', latitude: 45.8 };
    expect(plan({ raw: { ...raw, records: [...raw.records, idle] } })).toMatchObject({ ok: true, shifts: [{ base_key: null }] });
  });
});
