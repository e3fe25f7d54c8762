import { blankShot, type Shot } from '@dmse/survey/assemble/shot';
import { flagShot } from '@dmse/survey/assemble/validate';
import { findConflicts } from '@dmse/survey/conflict/find-conflicts';
import { noFacts, type RunFacts } from '@dmse/survey/conflict/run-facts';
import { makeProjection } from '@dmse/survey/geo/projection';
import { applyShifts, type ShiftPlan } from '@dmse/survey/shift/apply-shifts';
import { surveyDefaults } from '@dmse/survey/survey-settings';

/**
 * Conflicts of a run of 5, 10, 20 and 50 thousand shots: a street survey with repeated points, a few weak shots, overwritten
 * and deleted ones. Every rule runs, the recomputation of every shot from latitude and longitude too. Wanted: about a second
 * for the largest, and a time that grows with the number of shots, not with its square.
 */

const SIZES = [5_000, 10_000, 20_000, 50_000];
const TARGET_MS = 1_000;
/** Time per shot at the largest size against the smallest: 1 is linear, 10 would be quadratic. */
const TARGET_GROWTH = 2;
const SEED = 20_251_014;

const projection = makeProjection(surveyDefaults.office_crs);
const plan: ShiftPlan = { type: 'NONE', localization: null, other_side: 'hold', decided_by: null };
const CODES = ['AE', 'AE1 B', 'AE1', 'AE1 E', 'FH', 'WV', 'STMH', 'CBSQ/0.45', 'UP', 'TREE', 'MON/1234HPN', 'CP', 'XYZ'];

/** mulberry32: the same run every time. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function makeShots(count: number): Shot[] {
  const random = makeRandom(SEED);
  const circumstances = {
    localization_file: null,
    geoid_file: 'CGV2013.gsf',
    geoid_extent: { south: 44, north: 49, west: -70, east: -62 },
    equipment: 'BRx7',
    base: 'B',
    network: null,
  };
  const started = Date.UTC(2025, 9, 14, 12);
  return Array.from({ length: count }, (_, index): Shot => {
    const is_repeat = index % 10 === 9;
    const place = is_repeat ? index - 1 : index;
    const collected = {
      easting: 2_488_000 + (place % 500) * 2 + (is_repeat ? random() * 0.05 : 0),
      northing: 7_433_000 + Math.floor(place / 500) * 3 + (is_repeat ? random() * 0.05 : 0),
      elevation: 20 + random(),
    };
    const { latitude, longitude } = projection.toGeographic(collected)!;
    const at = started + index * 7_000;
    const shot: Shot = {
      ...blankShot,
      id: `id-${index}`,
      name: String(5000 + index),
      ...collected,
      collected,
      description: CODES[(is_repeat ? index - 1 : index) % CODES.length]!,
      datetime: new Date(at).toISOString(),
      collector_time: new Date(at - 3 * 3_600_000).toISOString().slice(0, 19),
      status: random() < 0.01 ? 'FLOAT' : 'FIXED',
      is_fixed: random() >= 0.01,
      HRMS: random() * 0.026,
      VRMS: random() * 0.052,
      PDOP: 1 + random() * 3.1,
      number_of_satellites: 15,
      age_of_corrections: 1,
      rod_height: index % 2_000 < 1_000 ? 2 : 2.5,
      gnss: { latitude, longitude, antenna_elevation: null, antenna_height: 2.07, mark_elevation: collected.elevation - 21 },
      circumstances,
      raw_order: index,
      was_overwritten: random() < 0.005,
      earlier: [],
    };
    return flagShot(shot, surveyDefaults);
  });
}

function measure(count: number) {
  const shots = applyShifts(makeShots(count), plan, surveyDefaults).shots;
  const facts: RunFacts = { ...noFacts, shots, plan, run_date: '2025-10-14', raw_deleted: shots.slice(0, 100) };
  let best = { count, ms: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY, found: 0 };
  for (let round = 0; round < 5; round += 1) {
    const [wall, cpu] = [performance.now(), process.threadCpuUsage()];
    const found = findConflicts(facts, surveyDefaults).length;
    const spent = process.threadCpuUsage(cpu);
    const ms = (spent.user + spent.system) / 1000;
    if (ms < best.ms) best = { count, ms, wall: performance.now() - wall, found };
  }
  return best;
}

console.log(`conflicts over a run, seed ${SEED}, best of 5; judged by processor time, so that a busy machine does not decide`);
measure(2_000); // warm
const curve = SIZES.map(measure);
for (const { count, ms, wall, found } of curve) {
  console.log(
    `${String(count).padStart(6)} shots  ${ms.toFixed(0).padStart(6)} ms (${wall.toFixed(0)} ms on the clock)  ${((ms * 1000) / count).toFixed(1).padStart(5)} µs per shot  ${found} conflicts`,
  );
}
const [first, last] = [curve[0]!, curve.at(-1)!];
const growth = last.ms / last.count / (first.ms / first.count);
console.log(`growth per shot from ${first.count} to ${last.count}: ${growth.toFixed(2)}`);
if (last.ms > TARGET_MS) console.log(`short: ${last.ms.toFixed(0)} ms ${TARGET_MS} ms`);
else if (growth > TARGET_GROWTH) console.log(`short: growth ${growth.toFixed(2)} ${TARGET_GROWTH}`);
else console.log('ok');
process.exitCode = last.ms > TARGET_MS || growth > TARGET_GROWTH ? 1 : 0;
