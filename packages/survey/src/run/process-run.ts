import { type Assembly, assembleShots, type NewId } from '../assemble/assemble.ts';
import type { Shot } from '../assemble/shot.ts';
import type { Conflict } from '../conflict/conflict.ts';
import { findConflicts, whyNotFinish } from '../conflict/find-conflicts.ts';
import type { EarlierImport } from '../conflict/run-facts.ts';
import { joinFiles, type RunFiles, whyNotRename } from '../convert/join-files.ts';
import type { Rename } from '../convert/rename.ts';
import type { Geoid } from '../geo/geoid.ts';
import { makeProjection } from '../geo/projection.ts';
import { type FinalCoordinate, finalCoordinates } from '../group/final-coordinates.ts';
import type { AppShot } from '../match/app-shot.ts';
import { type MatchQuestion, matchAppShots } from '../match/match-shots.ts';
import type { DerivedPipe } from '../pipe/pipe.ts';
import { applyShifts, type HeldShot, type ShiftPlan } from '../shift/apply-shifts.ts';
import type { ControlObservation, ControlPoint } from '../shift/control-shift.ts';
import { matchBases, type RunBase } from '../shift/run-bases.ts';
import { measuredPosition } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { applyDecision, type Progress, startProgress } from './apply-decision.ts';
import type { NotApplied, RunDecision } from './decision.ts';
import { observeControls } from './observe-controls.ts';

/** What the office knows besides the files. */
export interface RunSurroundings {
  readonly geoid: Geoid | null;
  readonly controls: readonly ControlPoint[];
  /** null for a run without the field app. */
  readonly app_shots: readonly AppShot[] | null;
  readonly pipes: readonly DerivedPipe[];
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
  /** Shots on published control around them, for the choice of a shift. */
  readonly controls: readonly ControlObservation[];
  readonly conflicts: readonly Conflict[];
  /** What stands between this run and its end. */
  readonly to_do: readonly Conflict[];
  readonly held: readonly HeldShot[];
  readonly questions: readonly MatchQuestion[];
  readonly not_applied: readonly NotApplied[];
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
  const projection = makeProjection(settings.office_crs);
  const { renames, not_renamed } = collectRenames(given, decisions);
  const files = joinFiles(given, renames, projection, settings);
  const assembly = assembleShots(files.raw, files.points, settings, around.newId);
  const matched = matchAppShots(assembly.shots, around.app_shots ?? [], measuredPosition, projection, settings);
  let now: Progress = startProgress(assembly, matched.shots);
  const not_applied: NotApplied[] = [...not_renamed];
  for (const decision of decisions) {
    if (decision.kind === 'rename') continue;
    const step = applyDecision(now, decision, { files, settings, around, projection });
    if ('now' in step) now = step.now;
    else not_applied.push({ decision, sentence: step.sentence });
  }
  const shifted = now.plan ? applyShifts(now.shots, now.plan, settings) : { shots: now.shots, held: [] };
  const controls = observeControls(shifted.shots, now.plan, settings, around);
  const { bases, unused } = matchBases(files.raw, files, now.base_choices, settings);
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
      pipes: around.pipes,
      earlier_imports: around.earlier_imports,
      run_date: around.run_date,
      ignored: { shots: now.ignored_shots, pairs: now.ignored_pairs },
    },
    settings,
  );
  return {
    assembly: now.assembly,
    shots: shifted.shots,
    finals: finalCoordinates(shifted.shots),
    bases,
    plan: now.plan,
    controls,
    conflicts,
    to_do: whyNotFinish(conflicts, now.waived),
    held: shifted.held,
    questions: matched.questions,
    not_applied,
  };
}

/** Names are given before the files are joined: everything after that finds each point under one name. */
function collectRenames(files: RunFiles, decisions: readonly RunDecision[]) {
  const renames: Rename[] = [];
  const not_renamed: NotApplied[] = [];
  for (const decision of decisions) {
    if (decision.kind !== 'rename') continue;
    const sentence = whyNotRename(files, decision, renames);
    if (sentence) not_renamed.push({ decision, sentence });
    else renames.push(decision);
  }
  return { renames, not_renamed };
}
