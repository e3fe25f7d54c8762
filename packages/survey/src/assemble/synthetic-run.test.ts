import { describe, expect, test } from 'vitest';
import { findConflicts } from '../conflict/find-conflicts.ts';
import { noFacts, type RunFacts } from '../conflict/run-facts.ts';
import { type Geoid, makeGeoid } from '../geo/geoid.ts';
import { writeTestGrid } from '../geo/geoid-fixture.ts';
import { loadGeoidGrid } from '../geo/geoid-grid.ts';
import { finalCoordinates } from '../group/final-coordinates.ts';
import { dropShots } from '../group/resolve.ts';
import { readPoints } from '../read/points/points.ts';
import { applyShifts, type ShiftPlan } from '../shift/apply-shifts.ts';
import { hpnShiftAt } from '../shift/hpn-shift.ts';
import { compareRecomputed, recomputePosition } from '../shift/recompute.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { assembleShots, importDeleted } from './assemble.ts';
import type { Shot } from './shot.ts';
import { hpnOf, readSyntheticRun } from './synthetic-fixture.ts';

const run = readSyntheticRun();
const { expected, projection } = run;
const hpn = hpnOf(run);
const plan = (parts: Partial<ShiftPlan> = {}): ShiftPlan =>
  ({ type: 'HPN', shifts: [hpn], geoid: null, other_side: 'hold', decided_by: 'Pia', ...parts }) as ShiftPlan;
/** Every shot of the run, the deleted one too: truth knows them all. */
const everything = importDeleted(run.assembly, ['5003']).shots;
const facts = (shots: readonly Shot[], parts: Partial<RunFacts> = {}): RunFacts => ({
  ...noFacts,
  ...run,
  raw_deleted: run.assembly.raw_deleted,
  reduction: run.assembly.reduction,
  shots,
  plan: plan(),
  run_date: '2025-10-14',
  ...parts,
});
const who = { by: 'Pia', at: '2025-10-20T12:00:00Z', why: 'shot before the localization' };

/** HT2-like: N at the base as PPP gives it, sloping 2 cm per km. */
async function tiltedGeoid(): Promise<Geoid> {
  const { latitude, longitude } = hpn.base;
  const value = (lat: number, lon: number) => expected.ppp_N + (lat - latitude) * 111 * 0.012 + (lon - longitude) * 77 * 0.016;
  const loaded = await loadGeoidGrid(
    writeTestGrid({ longitude: -67, latitude: 46.3, step: 0.05, width: 15, height: 15, value }),
    'test geoid',
  );
  if (!loaded.ok) throw new Error(loaded.sentence);
  return makeGeoid('CGVD28', loaded.grid);
}

function worstAgainstTruth(
  positions: ReadonlyMap<string, { easting: number; northing: number; elevation: number | null }>,
  shots: readonly Shot[],
) {
  let worst = 0;
  for (const truth of expected.truth) {
    const shot = shots.find(({ name }) => name === truth.point);
    const at = shot && positions.get(shot.id);
    if (!at) continue;
    worst = Math.max(
      worst,
      Math.abs(at.easting - truth.hpn_e),
      Math.abs(at.northing - truth.hpn_n),
      Math.abs((at.elevation ?? Number.NaN) - truth.cgvd28_h),
    );
  }
  return worst;
}

describe('SUR-C3 the synthetic run: base shift', () => {
  test('reference, PPP and localization stand where they should', () => {
    expect([hpn.reference.easting, hpn.reference.northing, hpn.reference.height]).toEqual(
      expected.ref_grid.map((value) => expect.closeTo(value, 3)),
    );
    expect([hpn.ppp.easting, hpn.ppp.northing, hpn.ppp.height]).toEqual(expected.ppp_grid.map((value) => expect.closeTo(value, 3)));
    expect(hpn.ppp_undulation).toBe(expected.ppp_N);
    expect(hpn.ppp.height - hpn.ppp_undulation!).toBeCloseTo(expected.ppp_H, 4);
    expect(hpn.localization?.measured).toMatchObject({
      easting: expect.closeTo(expected.loc_measured[0], 3),
      northing: expect.closeTo(expected.loc_measured[1], 3),
    });
    expect(hpn.localization?.local).toEqual({
      easting: expected.loc_local[0],
      northing: expected.loc_local[1],
      elevation: expected.loc_local[2],
    });
  });

  test.each([
    ['localized', true, expected.shift_localized],
    ['un-localized', false, expected.shift_unlocalized],
  ])('the block shift of %s shots, N = GHT, to 1 mm', (_side, is_localized, wanted) => {
    const outcome = hpnShiftAt(
      hpn,
      { is_localized, has_geoid: false, at: null, measured: run.assembly.shots[0]!, applied_undulation: 0 },
      null,
    );
    if (!outcome.ok) throw new Error(outcome.sentence);
    expect(Math.abs(outcome.shift.d_easting - wanted.dE)).toBeLessThan(0.001);
    expect(Math.abs(outcome.shift.d_northing - wanted.dN)).toBeLessThan(0.001);
    expect(Math.abs(outcome.shift.d_elevation - wanted.dZ)).toBeLessThan(0.001);
  });

  test('every shot of the points file lies within 16 mm of truth, to the millimetre', () => {
    const { shots, held } = applyShifts(run.assembly.shots, plan({ other_side: 'reshift' }), surveyDefaults);
    expect(held).toEqual([]);
    const finals = finalCoordinates(shots);
    const missing = expected.truth.map(({ point }) => point).filter((point) => !shots.some(({ name }) => name === point));
    expect(missing).toEqual(expected.planted_conflicts.deleted_in_points_file);
    expect([...finals.values()].every((final) => final.is_final)).toBe(true);
    expect(Math.round(worstAgainstTruth(finals, shots) * 1000)).toBeLessThanOrEqual(16);
  });

  test('the shot deleted in the collector, once imported, lies within its noise too', () => {
    const { shots } = applyShifts(everything, plan({ other_side: 'reshift' }), surveyDefaults);
    expect(worstAgainstTruth(finalCoordinates(shots), shots)).toBeLessThan(0.018);
  });

  test('the recomputation of every shot from raw, N from a grid, lies within 30 mm of truth and within 20 mm of the shift', async () => {
    const geoid = await tiltedGeoid();
    const frame = { projection, hpn: [hpn], geoid };
    const again = new Map(
      everything.flatMap((shot) => {
        const position = recomputePosition(shot, frame);
        return position ? [[shot.id, position] as const] : [];
      }),
    );
    expect(again.size).toBe(17);
    expect(worstAgainstTruth(again, everything)).toBeLessThan(0.03);
    const { shots } = applyShifts(everything, plan({ other_side: 'reshift', geoid } as Partial<ShiftPlan>), surveyDefaults);
    expect(worstAgainstTruth(finalCoordinates(shots), shots)).toBeLessThan(0.03);
    expect(compareRecomputed(shots, frame, surveyDefaults.tolerances).filter((each) => !each.is_explained)).toEqual([]);
    expect(shots.find(({ name }) => name === '5002')?.shift).toMatchObject({ basis: 'shot', undulation: { source: 'test geoid' } });
  });

  test('applying shifts twice is applying them once, and measured coordinates stay', () => {
    const once = applyShifts(everything, plan(), surveyDefaults);
    const twice = applyShifts(once.shots, plan(), surveyDefaults);
    expect(twice).toEqual(once);
    for (const [place, shot] of once.shots.entries()) {
      const { easting, northing, elevation } = everything[place]!;
      expect(shot).toMatchObject({ easting, northing, elevation });
    }
  });
});

describe('SUR-C8 the synthetic run: conflicts', () => {
  const shifted = applyShifts(run.assembly.shots, plan(), surveyDefaults).shots;
  const conflicts = findConflicts(facts(shifted), surveyDefaults);
  const named = (id: string) => conflicts.filter((conflict) => conflict.id === id);
  const planted = expected.planted_conflicts;

  test('blocking: LOC_MIX on 4999 and nothing else', () => {
    expect(conflicts.filter(({ severity }) => severity === 'B').map(({ id, names }) => ({ id, names }))).toEqual([
      { id: 'LOC_MIX', names: planted.unlocalized_shot },
    ]);
  });

  test('deleted, points file only, rms, float, code, overwritten', () => {
    expect(named('RAW_DELETED').flatMap(({ names }) => names)).toEqual(planted.deleted_in_points_file);
    expect(named('POINTS_ONLY').flatMap(({ names }) => names)).toEqual(planted.points_file_only);
    expect(named('RMS').flatMap(({ names }) => names)).toEqual(planted.bad_rms);
    expect(named('NOT_FIXED').flatMap(({ names }) => names)).toEqual(planted.float);
    expect(named('BAD_CODE').flatMap(({ names }) => names)).toEqual(planted.bad_code);
    expect(named('DUP_PN').flatMap(({ names }) => names)).toEqual(planted.overwritten);
    expect(named('ROD').flatMap(({ names }) => names)).toEqual([planted.rod_height_change_at]);
  });

  test('same place, other number', () => {
    expect(named('SAME_PLACE').map(({ names }) => names)).toEqual(planted.same_location_other_number.toSorted());
  });

  test('and nothing that was not planted', () => {
    const known = new Set([
      'LOC_MIX',
      'RAW_DELETED',
      'POINTS_ONLY',
      'RMS',
      'NOT_FIXED',
      'BAD_CODE',
      'DUP_PN',
      'ROD',
      'SAME_PLACE',
      'GEOID_FALLBACK',
    ]);
    expect(conflicts.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  test('re-shifting or dropping 4999 lifts the block', () => {
    const reshift = plan({ other_side: 'reshift' });
    const after = findConflicts(facts(applyShifts(run.assembly.shots, reshift, surveyDefaults).shots, { plan: reshift }), surveyDefaults);
    expect(after.filter(({ severity }) => severity === 'B')).toEqual([]);
    const dropped = applyShifts(dropShots(run.assembly.shots, new Set(['id-4999']), who), plan(), surveyDefaults).shots;
    expect(findConflicts(facts(dropped), surveyDefaults).filter(({ severity }) => severity === 'B')).toEqual([]);
  });

  test('giving 4999 the shift of the others is found out', () => {
    const wrong = shifted.map((shot) =>
      shot.name === '4999'
        ? {
            ...shot,
            shift: {
              ...shifted.find(({ name }) => name === '5000')!.shift!,
              applied_to: { easting: shot.easting, northing: shot.northing, elevation: shot.elevation },
            },
          }
        : shot,
    );
    const found = findConflicts(facts(wrong), surveyDefaults).filter(({ id }) => id === 'NOT_EXPLAINED');
    expect(found.map(({ names }) => names)).toEqual([['4999']]);
  });

  test('without shifts every shot is unshifted', () => {
    const found = findConflicts(facts(run.assembly.shots, { plan: null }), surveyDefaults).filter(({ id }) => id === 'UNSHIFTED');
    expect(found).toHaveLength(1);
    expect(found[0]?.shots).toHaveLength(15);
  });
});

describe('the points file', () => {
  test('as csv gives the same shots as the database', () => {
    const from_csv = assembleShots(run.raw, readPoints(run.csv), surveyDefaults, (name) => `id-${name}`);
    const place = ({ name, easting, northing, elevation, description }: Shot) => ({
      name,
      easting: expect.closeTo(easting, 3),
      northing: expect.closeTo(northing, 3),
      elevation: expect.closeTo(elevation!, 3),
      description,
    });
    expect(from_csv.shots).toHaveLength(run.assembly.shots.length);
    expect(from_csv.shots).toEqual(expect.arrayContaining(run.assembly.shots.map((shot) => expect.objectContaining(place(shot)))));
  });
});
