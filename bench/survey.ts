/**
 * A whole run, step by step: from the bytes of the raw file to conflicts, exports and a bulk of decisions, as a curve of processor
 * time and memory over the number of shots. Targets: a 50,000-shot raw file is read in about a second and processed to its conflicts
 * in ten; the run keeps at most 600 MB; no step grows faster than n log n.
 * Run: node bench/survey.ts
 */
import { assembleShots } from '@dmse/survey/assemble/assemble';
import { findConflicts } from '@dmse/survey/conflict/find-conflicts';
import { noFacts } from '@dmse/survey/conflict/run-facts';
import { joinFiles, type RunFiles } from '@dmse/survey/convert/join-files';
import { makeProjection } from '@dmse/survey/geo/projection';
import { finalCoordinates } from '@dmse/survey/group/final-coordinates';
import { createSamePointShots } from '@dmse/survey/group/resolve';
import { readPoints } from '@dmse/survey/read/points/points';
import { readRaw } from '@dmse/survey/read/raw/raw';
import type { RunDecision } from '@dmse/survey/run/decision';
import { processRun, type RunSurroundings } from '@dmse/survey/run/process-run';
import { applyShifts, type ShiftPlan } from '@dmse/survey/shift/apply-shifts';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import { writeDxf } from '@dmse/survey/write/dxf';
import { exportPoints } from '@dmse/survey/write/export-point';
import { type Figure, measure } from './shared/spend.ts';
import { makeFiles } from './shared/survey-day.ts';

const SIZES = [1_000, 5_000, 10_000, 50_000];
const READ_TARGET_MS = 1_000;
const RUN_TARGET_MS = 10_000;
const HEAP_TARGET_MB = 600;
/** Time per shot at the largest size against the best of the smaller ones: n log n grows by 1.6 from 1,000 to 50,000; the rest is noise. */
const TARGET_GROWTH = 2;
/** One decision for so many shots: answers to conflicts grow with the run. */
const SHOTS_PER_DECISION = 20;

const projection = makeProjection(surveyDefaults.office_crs);

const around: RunSurroundings = {
  geoid: null,
  controls: [],
  app_shots: null,
  pipes: [],
  structures: [],
  earlier_imports: [],
  run_date: null,
  newId: (name) => name,
};
const who = { by: 'Pia', at: '2025-10-20T12:00:00Z', why: null };
const plan: ShiftPlan = { type: 'NONE', localization: null, other_side: 'hold', decided_by: null };
const choose: RunDecision = { ...who, kind: 'shift', shift: { type: 'NONE', source: 'points', other_side: 'hold', accepted: [] } };

function measureRun(shots: number): Map<string, Figure> {
  const bytes = makeFiles(shots);
  const figures = new Map<string, Figure>();
  const step = <T>(name: string, work: () => T): T => {
    const { figure, result } = measure(work);
    figures.set(name, figure);
    return result;
  };
  const raw = step('read raw file', () => readRaw(bytes.raw));
  const read = raw.records.filter((record) => record.kind === 'gnss').length;
  if (read !== shots || raw.problems.length > 0) throw new Error(`read ${read} of ${shots} shots, problems ${raw.problems.length}`);
  const points = step('read points file', () => readPoints(bytes.points));
  const files: RunFiles = {
    raw: [{ name: 'a.rw5', hash: 'raw', read: raw }],
    points: [{ name: 'a.csv', hash: 'points', read: points }],
    ppp: [],
    ref: [],
    loc: [],
  };
  const joined = step('join files', () => joinFiles(files, [], projection, surveyDefaults));
  step('join two files', () =>
    joinFiles({ ...files, raw: [...files.raw, { name: 'b.rw5', hash: 'again', read: raw }] }, [], projection, surveyDefaults),
  );
  const assembly = step('assemble', () => assembleShots(joined.raw, joined.points, surveyDefaults, around.newId));
  const shifted = step('shift', () => applyShifts(assembly.shots, plan, surveyDefaults).shots);
  step('recompute from raw', () => applyShifts(assembly.shots, { ...plan, recompute: { projection, geoid: null } }, surveyDefaults).shots);
  const grouped = step('group', () => createSamePointShots(shifted, surveyDefaults, around.newId, who));
  const finals = step('final coordinates', () => finalCoordinates(grouped));
  step('conflicts', () => findConflicts({ ...noFacts, raw: joined.raw, shots: shifted, plan }, surveyDefaults));
  step('draw', () => writeDxf(exportPoints(grouped, finals), []));
  step('whole run', () => processRun(files, [choose, { ...who, kind: 'group_same_points' }], surveyDefaults, around));
  const answers = Array.from({ length: Math.floor(shots / SHOTS_PER_DECISION) }, (_, index): RunDecision => {
    const [first, second] = [8, 9].map((place) => String(5000 + Math.floor((index * SHOTS_PER_DECISION) / 10) * 10 + place)) as [
      string,
      string,
    ];
    if (index % 4 === 0) return { ...who, kind: 'average', first, second, ticked: [first, second] };
    if (index % 4 === 1) return { ...who, kind: 'keep', kept: first, other: second };
    if (index % 4 === 2) return { ...who, kind: 'ignore_pair', first, second };
    return { ...who, kind: 'correct_heights', what: 'rod', from: first, to: second, was: null, height: 2 };
  });
  const { not_applied } = step('whole run with decisions', () => processRun(files, [choose, ...answers], surveyDefaults, around));
  if (not_applied.length > 0) throw new Error(not_applied[0]!.sentence);
  return figures;
}

console.log('processor time in ms / memory kept in MB');
measureRun(SIZES[0]!); // warm
const curve = SIZES.map((size) => {
  const figures = measureRun(size);
  console.log(`${size} shots: whole run ${figures.get('whole run')!.cpu.toFixed(0)} ms`);
  return figures;
});
console.log(`${'shots'.padEnd(30)}${SIZES.map((size) => String(size).padStart(16)).join('')}   per shot, largest against best`);
const growths = [...curve[0]!.keys()].map((name) => {
  const figures = curve.map((figure) => figure.get(name)!);
  const per_shot = figures.map(({ cpu }, place) => cpu / SIZES[place]!);
  const growth = per_shot.at(-1)! / Math.min(...per_shot.slice(0, -1));
  const cells = figures.map(({ cpu, heap }) => `${cpu.toFixed(0)} / ${Math.max(heap, 0).toFixed(1)}`.padStart(16));
  console.log(`${name.padEnd(30)}${cells.join('')}   ${growth.toFixed(2)}`);
  return { name, growth };
});
const largest = curve.at(-1)!;
const memory = ['read raw file', 'read points file', 'whole run'].reduce((sum, name) => sum + largest.get(name)!.heap, 0);
const worst = growths.reduce((most, each) => (each.growth > most.growth ? each : most));
console.log(`50,000 shots read, processor time: ${compare(largest.get('read raw file')!.cpu, READ_TARGET_MS, 'ms')}`);
console.log(`50,000 shots to their conflicts, processor time: ${compare(largest.get('whole run')!.cpu, RUN_TARGET_MS, 'ms')}`);
console.log(`50,000 shots, files and run kept in memory: ${compare(memory, HEAP_TARGET_MB, 'MB')}`);
console.log(`steepest step, ${worst.name}, time per shot: ${compare(worst.growth, TARGET_GROWTH, 'times')}`);

function compare(figure: number, target: number, unit: string): string {
  const said = `${figure.toFixed(figure < 10 ? 2 : 0)} ${unit}`;
  return figure <= target ? `${said}: ok` : `short: ${said} ${target}`;
}
