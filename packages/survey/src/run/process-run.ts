import { type Assembly, assembleShots, type NewId } from '../assemble/assemble.ts';
import { type Decision, nameKey, type Shot } from '../assemble/shot.ts';
import type { Conflict } from '../conflict/conflict.ts';
import { findConflicts, whyNotFinish } from '../conflict/find-conflicts.ts';
import type { EarlierImport } from '../conflict/run-facts.ts';
import { type JoinedFiles, joinFiles, type RunFiles, whyNotRename } from '../convert/join-files.ts';
import type { Rename } from '../convert/rename.ts';
import type { Geoid } from '../geo/geoid.ts';
import type { GridPosition } from '../geo/plane.ts';
import { makeProjection, type Projection } from '../geo/projection.ts';
import { type FinalCoordinate, finalCoordinates } from '../group/final-coordinates.ts';
import type { AppShot } from '../match/app-shot.ts';
import { type MatchQuestion, matchAppShots } from '../match/match-shots.ts';
import { type DerivedPipe, derivePipe, type Pipe } from '../pipe/pipe.ts';
import type { Structure } from '../pipe/structure.ts';
import type { LocFile } from '../read/records.ts';
import { applyShifts, type HeldShot, type ShiftPlan } from '../shift/apply-shifts.ts';
import type { ControlObservation, ControlPoint } from '../shift/control-shift.ts';
import { matchBases, type RunBase } from '../shift/run-bases.ts';
import { measuredPosition } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { applyDecision, type Progress, startProgress } from './apply-decision.ts';
import type { NotApplied, RunDecision, ShiftChoice } from './decision.ts';
import { observeControls } from './observe-controls.ts';

/** What the office knows besides the files. */
export interface RunSurroundings {
  readonly geoid: Geoid | null;
  readonly controls: readonly ControlPoint[];
  /** null for a run without the field app. */
  readonly app_shots: readonly AppShot[] | null;
  readonly pipes: readonly Pipe[];
  /** The ends of the pipes. Those of this run stand where their processed shots stand, whatever rim is given. */
  readonly structures: readonly Structure[];
  readonly earlier_imports: readonly EarlierImport[];
  readonly run_date: string | null;
  readonly newId: NewId;
}

export interface ProcessedRun {
  readonly assembly: Assembly;
  /** All of them, children too. */
  readonly shots: readonly Shot[];
  readonly finals: ReadonlyMap<string, FinalCoordinate>;
  readonly bases: readonly RunBase[];
  readonly plan: ShiftPlan | null;
  /** What was chosen, where a plan came of it. */
  readonly choice: ShiftChoice | null;
  /** Pipes as the rims lie now. */
  readonly pipes: readonly DerivedPipe[];
  /** The localization, in metres; null without one. */
  readonly loc: LocFile | null;
  /** Shots on published control around them, for the choice of a shift. */
  readonly controls: readonly ControlObservation[];
  /** All of them, with those that were ignored or waived. */
  readonly conflicts: readonly Conflict[];
  /** What a person left as it is; a pair that was left as two points is not among the conflicts any more. */
  readonly ignored: readonly SettledConflict[];
  readonly waived: readonly SettledConflict[];
  /** What stands between this run and its end. */
  readonly to_do: readonly Conflict[];
  readonly held: readonly HeldShot[];
  /** Which shots may be which of the field app; those that somebody answered are not among them. */
  readonly questions: readonly MatchQuestion[];
  /** The grid that elevations were computed with; null without one. */
  readonly geoid: Pick<Geoid, 'name' | 'vertical_system'> | null;
  readonly not_applied: readonly NotApplied[];
}

type Unfit = Omit<NotApplied, 'place'>;

/** A conflict that somebody settled, by its key. */
export interface SettledConflict extends Decision {
  readonly key: string;
}

/**
 * The whole wizard as one function: the same files, decisions and settings give the same run. Measured coordinates are never
 * touched; every decision is replayed in its order, and one that no longer fits the files is said and passed over.
 */
export function processRun(
  given: RunFiles,
  decisions: readonly RunDecision[],
  settings: SurveySettings,
  around: RunSurroundings,
): ProcessedRun {
  return foldRun(prepareRun(given, settings, around.newId), decisions, around);
}

/** The files of a run joined and assembled: what no decision but a new name changes, to be kept between two folds. */
export interface PreparedRun {
  readonly given: RunFiles;
  readonly settings: SurveySettings;
  readonly projection: Projection;
  open(renames: readonly Rename[]): { readonly files: JoinedFiles; readonly assembly: Assembly };
}

export function prepareRun(given: RunFiles, settings: SurveySettings, newId: NewId): PreparedRun {
  const projection = makeProjection(settings.office_crs);
  let last: { readonly key: string; readonly opened: ReturnType<PreparedRun['open']> } | null = null;
  return {
    given,
    settings,
    projection,
    open(renames) {
      const key = JSON.stringify(renames.map(({ file, name, to }) => [file, name, to]));
      if (last?.key === key) return last.opened;
      const files = joinFiles(given, renames, projection, settings);
      const opened = { files, assembly: assembleShots(files.raw, files.points, settings, newId) };
      last = { key, opened };
      return opened;
    },
  };
}

/** `processRun` over files that were prepared: the decisions alone. The ids of `around` are those it was prepared with. */
export function foldRun(
  prepared: PreparedRun,
  decisions: readonly RunDecision[],
  around: RunSurroundings,
  /** Told now and then which part of the work is done, from 0 to 1. */
  onProgress: (part: number) => void = () => {},
): ProcessedRun {
  const { given, settings, projection } = prepared;
  const { renames, not_renamed } = collectRenames(given, decisions);
  const { files, assembly } = prepared.open(renames);
  const matched = matchAppShots(assembly.shots, around.app_shots ?? [], measuredPosition, projection, settings);
  let now: Progress = startProgress(assembly, matched.shots);
  const not_applied: Unfit[] = [...not_renamed];
  for (const [place, decision] of decisions.entries()) {
    if (place % 100 === 0) onProgress(0.4 + (0.2 * place) / decisions.length);
    if (decision.kind === 'rename') continue;
    if (decision.kind === 'order_points') {
      // The files were read by it already.
      const isThere = given.points.some(({ name }) => name === decision.file);
      if (!isThere) not_applied.push({ decision, sentence: `The run has no points file named ${decision.file}.` });
      continue;
    }
    const step = applyDecision(now, decision, { files, settings, around, projection });
    if ('now' in step) now = step.now;
    else not_applied.push({ decision, sentence: step.sentence });
  }
  onProgress(0.6);
  const shifted = now.plan ? applyShifts(now.shots, now.plan, settings) : { shots: now.shots, held: [] };
  const controls = observeControls(shifted.shots, now.plan, settings, around);
  const { bases, unused } = matchBases(files.raw, files, now.base_choices, settings);
  const finals = finalCoordinates(shifted.shots);
  onProgress(0.75);
  const pipes = derivePipes(shifted.shots, finals, settings, around);
  const conflicts = findConflicts(
    {
      raw: files.raw,
      file_notes: files.notes,
      loc: files.loc,
      bases,
      unused_base_files: unused,
      shots: shifted.shots,
      raw_deleted: now.assembly.raw_deleted,
      not_imported: now.assembly.not_imported,
      reduction: assembly.reduction,
      geoid: around.geoid,
      plan: now.plan,
      controls,
      app_shots: around.app_shots,
      pipes,
      earlier_imports: around.earlier_imports,
      run_date: around.run_date,
      ignored: { shots: now.ignored_shots, pairs: now.ignored_pairs },
    },
    settings,
  );
  const settled = settle(now, conflicts);
  const places = new Map(decisions.map((decision, place) => [decision, place]));
  return {
    assembly: now.assembly,
    shots: shifted.shots,
    finals,
    bases,
    plan: now.plan,
    choice: now.plan && (now.choice?.shift ?? null),
    pipes,
    loc: files.loc,
    controls,
    conflicts,
    ignored: settled.ignored,
    waived: settled.waived,
    to_do: whyNotFinish(conflicts, now.waived),
    held: shifted.held,
    questions: openQuestions(matched.questions, shifted.shots, decisions),
    geoid: around.geoid && { name: around.geoid.name, vertical_system: around.geoid.vertical_system },
    not_applied: [...not_applied, ...settled.not_applied].map((one) => ({ ...one, place: places.get(one.decision)! })),
  };
}

/** What was ignored and waived, against the conflicts that are left. */
function settle({ ignored, waived }: Progress, conflicts: readonly Conflict[]) {
  const by_key = new Map(conflicts.map((conflict) => [conflict.key, conflict]));
  const record = (key: string, { by, at, why }: RunDecision, what: string): SettledConflict => ({ key, what, by, at, why });
  const left: SettledConflict[] = [];
  const not_applied: Unfit[] = [];
  for (const [key, decision] of ignored) {
    const conflict = by_key.get(key);
    if (conflict?.severity === 'B')
      not_applied.push({ decision, sentence: 'This blocks the run: it can be settled or waived, not ignored.' });
    else if (conflict || decision.kind !== 'ignore' || key.startsWith('SAME_PLACE:')) left.push(record(key, decision, 'left as it is'));
    else not_applied.push({ decision, sentence: 'What was ignored is not there any more.' });
  }
  return { ignored: left, waived: [...waived].map(([key, decision]) => record(key, decision, 'waived')), not_applied };
}

/** Pipes between the rims as they are processed now. A shot that gave way lends the place of the one it gave way to. */
function derivePipes(
  shots: readonly Shot[],
  finals: ReadonlyMap<string, FinalCoordinate>,
  { tolerances }: SurveySettings,
  { pipes, structures, app_shots }: RunSurroundings,
): DerivedPipe[] {
  if (pipes.length === 0) return [];
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  const matched = new Map(shots.flatMap((shot) => (shot.extended_data_shot === null ? [] : [[shot.extended_data_shot, shot] as const])));
  const own = new Set(app_shots?.map(({ id }) => id));
  const rimOf = ({ id, rim }: Structure): GridPosition | null => {
    let shot = matched.get(id);
    for (let steps = 0; shot?.parent != null && steps < shots.length; steps += 1) shot = by_id.get(shot.parent);
    if (!shot) return own.has(id) ? null : rim;
    const final = finals.get(shot.id);
    return shot.is_dropped || !final ? null : { easting: final.easting, northing: final.northing, elevation: final.elevation };
  };
  const placed = new Map(structures.map((structure) => [structure.id, { ...structure, rim: rimOf(structure) }]));
  return pipes.map((pipe) => derivePipe(pipe, placed, tolerances));
}

function openQuestions(questions: readonly MatchQuestion[], shots: readonly Shot[], decisions: readonly RunDecision[]): MatchQuestion[] {
  if (questions.length === 0) return [];
  const answered = new Set(decisions.flatMap((decision) => (decision.kind === 'attach' ? nameKey(decision.name) : [])));
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  const taken = new Set(shots.map(({ extended_data_shot }) => extended_data_shot));
  return questions.flatMap((question) => {
    const shot = by_id.get(question.shot);
    if (!shot || shot.is_dropped || shot.extended_data_shot !== null || answered.has(nameKey(shot.name))) return [];
    const candidates = question.candidates.filter(({ id }) => !taken.has(id));
    return candidates.length === 0 ? [] : { ...question, candidates };
  });
}

/** Names are given before the files are joined: everything after that finds each point under one name. */
function collectRenames(files: RunFiles, decisions: readonly RunDecision[]) {
  const renames: Rename[] = [];
  const not_renamed: Unfit[] = [];
  for (const decision of decisions) {
    if (decision.kind !== 'rename') continue;
    const sentence = whyNotRename(files, decision, renames);
    if (sentence) not_renamed.push({ decision, sentence });
    else renames.push(decision);
  }
  return { renames, not_renamed };
}
