import { type Assembly, assembleShots, importDeleted, type NewId } from '../assemble/assemble.ts';
import { nameKey, type Shot } from '../assemble/shot.ts';
import { correctDescription } from '../assemble/validate.ts';
import { listNames } from '../assemble/wording.ts';
import type { Conflict } from '../conflict/conflict.ts';
import { findConflicts, whyNotFinish } from '../conflict/find-conflicts.ts';
import type { EarlierImport } from '../conflict/run-facts.ts';
import type { Geoid } from '../geo/geoid.ts';
import { makeProjection, type Projection } from '../geo/projection.ts';
import { leavesUnder } from '../group/average.ts';
import { type FinalCoordinate, finalCoordinates } from '../group/final-coordinates.ts';
import { createResolutionShot, createSamePointShots, dropShots, keepShot } from '../group/resolve.ts';
import { pairKey } from '../group/same-place.ts';
import type { AppShot } from '../match/app-shot.ts';
import { attachAppShot, findControls, type MatchQuestion, matchAppShots } from '../match/match-shots.ts';
import type { DerivedPipe } from '../pipe/pipe.ts';
import type { PppSummary } from '../read/ppp-records.ts';
import type { RawFile } from '../read/raw-records.ts';
import type { LocFile, PointsFile, RefFile } from '../read/records.ts';
import { applyShifts, type HeldShot, type ShiftPlan } from '../shift/apply-shifts.ts';
import { type ControlObservation, type ControlPoint, computeControlShift } from '../shift/control-shift.ts';
import { computeLocalization } from '../shift/hpn-shift.ts';
import { planHpn } from '../shift/plan-hpn.ts';
import { recomputePosition } from '../shift/recompute.ts';
import { measuredPosition } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { NotApplied, RunDecision, ShiftChoice } from './decision.ts';

/** The five kinds of files of a run, read. */
export interface RunFiles {
  readonly raw: RawFile;
  readonly points: PointsFile;
  readonly ppp: PppSummary | null;
  readonly ref: RefFile | null;
  readonly loc: LocFile | null;
}

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

interface Progress {
  readonly assembly: Assembly;
  readonly shots: readonly Shot[];
  readonly plan: ShiftPlan | null;
  readonly ignored_shots: ReadonlySet<string>;
  readonly ignored_pairs: ReadonlySet<string>;
  readonly waived: ReadonlySet<string>;
}

/** What a decision makes of the run, or why it cannot. */
type Step = { readonly now: Progress } | { readonly sentence: string };

/**
 * The whole wizard as one function: the same files, decisions and settings give the same run. Measured coordinates are never
 * touched; every decision is replayed in its order, and one that no longer fits the files is said and passed over.
 */
export function processRun(
  files: RunFiles,
  decisions: readonly RunDecision[],
  settings: SurveySettings,
  around: RunSurroundings,
): ProcessedRun {
  const projection = makeProjection(settings.office_crs);
  const assembly = assembleShots(files.raw, files.points, settings, around.newId);
  const matched = matchAppShots(assembly.shots, around.app_shots ?? [], measuredPosition, projection, settings);
  let now: Progress = {
    assembly,
    shots: matched.shots,
    plan: null,
    ignored_shots: new Set(),
    ignored_pairs: new Set(),
    waived: new Set(),
  };
  const not_applied: NotApplied[] = [];
  for (const decision of decisions) {
    const step = applyDecision(now, decision, { files, settings, around, projection });
    if ('now' in step) now = step.now;
    else not_applied.push({ decision, sentence: step.sentence });
  }
  const shifted = now.plan ? applyShifts(now.shots, now.plan, settings) : { shots: now.shots, held: [] };
  const controls = observeControls(shifted.shots, now.plan, files, settings, around, projection);
  const conflicts = findConflicts(
    {
      ...files,
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
    plan: now.plan,
    controls,
    conflicts,
    to_do: whyNotFinish(conflicts, now.waived),
    held: shifted.held,
    questions: matched.questions,
    not_applied,
  };
}

interface Given {
  readonly files: RunFiles;
  readonly settings: SurveySettings;
  readonly around: RunSurroundings;
  readonly projection: Projection;
}

function applyDecision(now: Progress, decision: RunDecision, given: Given): Step {
  const { settings, around } = given;
  const { by, at, why } = decision;
  const who = { by, at, why };
  const find = findByName(now.shots);
  const withShots = (shots: readonly Shot[]): Step => ({ now: { ...now, shots } });
  switch (decision.kind) {
    case 'import_unlisted': {
      const listed = [...now.assembly.raw_deleted, ...now.assembly.not_imported.flatMap(({ shot }) => shot ?? [])];
      const missing = decision.names.filter((name) => !listed.some((shot) => nameKey(shot.name) === nameKey(name)));
      if (missing.length > 0) return { sentence: `${listNames(missing)} cannot be imported: the files do not list them so.` };
      const assembly = importDeleted({ ...now.assembly, shots: [...now.shots] }, decision.names);
      return { now: { ...now, assembly, shots: assembly.shots } };
    }
    case 'correct_description':
      if (!now.shots.some((shot) => shot.description === decision.from))
        return { sentence: `No shot has the description "${decision.from}".` };
      return withShots(correctDescription(now.shots, decision.from, decision.to, settings, who));
    case 'drop': {
      const named = find(decision.names);
      return 'sentence' in named ? named : withShots(dropShots(now.shots, new Set(named.shots.map(({ id }) => id)), who));
    }
    case 'group_same_points':
      return withShots(createSamePointShots(shiftNow(now, settings), settings, around.newId, who));
    case 'keep': {
      const named = find([decision.kept, decision.other]);
      if ('sentence' in named) return named;
      const [kept, other] = named.shots as [Shot, Shot];
      return withShots(keepShot(now.shots, kept, other, who));
    }
    case 'average': {
      const named = find([decision.first, decision.second]);
      if ('sentence' in named) return named;
      const [first, second] = named.shots as [Shot, Shot];
      const wanted = new Set(decision.ticked.map(nameKey));
      const leaves = [first, second].flatMap((shot) => leavesUnder(shot, now.shots).map((leaf) => leaf.shot));
      const ticked = leaves.filter((leaf) => wanted.has(nameKey(leaf.name))).map(({ id }) => id);
      if (ticked.length === 0)
        return { sentence: `None of ${listNames(decision.ticked)} was measured under ${first.name} or ${second.name}.` };
      return withShots(createResolutionShot(now.shots, first, second, ticked, around.newId, who));
    }
    case 'ignore_shots': {
      const named = find(decision.names);
      if ('sentence' in named) return named;
      return { now: { ...now, ignored_shots: new Set([...now.ignored_shots, ...named.shots.map(({ id }) => id)]) } };
    }
    case 'ignore_pair': {
      const named = find([decision.first, decision.second]);
      if ('sentence' in named) return named;
      const [first, second] = named.shots as [Shot, Shot];
      return { now: { ...now, ignored_pairs: new Set([...now.ignored_pairs, pairKey(first.id, second.id)]) } };
    }
    case 'attach': {
      const named = find([decision.name]);
      if ('sentence' in named) return named;
      const is_known = decision.app_shot === null || (around.app_shots ?? []).some(({ id }) => id === decision.app_shot);
      if (!is_known) return { sentence: 'The field-app shot is no longer there.' };
      return withShots(attachAppShot(now.shots, named.shots[0]!.id, decision.app_shot));
    }
    case 'moves_with_run': {
      const named = find([decision.name]);
      if ('sentence' in named) return named;
      const [chosen] = named.shots;
      if (chosen!.instrument_type !== 'STORED') return { sentence: `${chosen!.name} was measured: it moves with the run in any case.` };
      // The reason takes the place of the points it would have been computed from.
      const computed_from = decision.does_move ? [why ?? 'a decision'] : [];
      return withShots(now.shots.map((shot) => (shot.id === chosen!.id ? { ...shot, computed_from } : shot)));
    }
    case 'shift': {
      const plan = makePlan(now.shots, decision.shift, by, given);
      return 'sentence' in plan ? plan : { now: { ...now, plan } };
    }
    case 'waive':
      return { now: { ...now, waived: new Set([...now.waived, decision.conflict]) } };
  }
}

function findByName(shots: readonly Shot[]): (names: readonly string[]) => { readonly shots: Shot[] } | { readonly sentence: string } {
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), shot]));
  return (names) => {
    const missing = names.filter((name) => !by_name.has(nameKey(name)));
    if (missing.length > 0) return { sentence: `${listNames(missing)} ${missing.length === 1 ? 'is' : 'are'} not in the run.` };
    return { shots: names.map((name) => by_name.get(nameKey(name))!) };
  };
}

/** Shots as they stand with the shift that is decided, for what is judged by final coordinates. */
function shiftNow({ shots, plan }: Progress, settings: SurveySettings): readonly Shot[] {
  return plan ? applyShifts(shots, plan, settings).shots : shots;
}

function makePlan(
  shots: readonly Shot[],
  { type, source, other_side, accepted }: ShiftChoice,
  decided_by: string,
  { files, settings, around, projection }: Given,
): ShiftPlan | { readonly sentence: string } {
  const recompute = source === 'raw' ? { projection, geoid: around.geoid } : null;
  const shared = { other_side, decided_by, recompute };
  if (type === 'HPN') {
    // From the raw file the localization plays no part, so a .loc that cannot be taken back does not hinder.
    const outcome = planHpn({ ...files, loc: recompute ? null : files.loc }, projection, settings);
    return outcome.ok ? { ...shared, type, shift: outcome.shift, geoid: around.geoid } : { sentence: outcome.sentence };
  }
  const found = computeLocalization(files.loc?.points ?? [], projection);
  const localization = found.ok ? found.vector : null;
  if (type === 'NONE') return { ...shared, type, localization };
  const plain: ShiftPlan = { ...shared, type: 'NONE', localization };
  const wanted = new Set(accepted.map(nameKey));
  const observed = observeControls(shots, plain, files, settings, around, projection).map((observation) => ({
    ...observation,
    is_accepted: wanted.has(nameKey(observation.shot_name)),
  }));
  const shift = computeControlShift(observed, settings.tolerances);
  return shift
    ? { ...shared, type, shift, localization }
    : { sentence: 'No control that was shot is chosen: there is nothing to shift by.' };
}

/** Each shot of a control code with the nearest published control around it, as the chosen source of coordinates has it. */
function observeControls(
  shots: readonly Shot[],
  plan: ShiftPlan | null,
  { ppp }: RunFiles,
  settings: SurveySettings,
  { controls, geoid }: RunSurroundings,
  projection: Projection,
): ControlObservation[] {
  const measuredAt = (shot: Shot) => {
    if (!plan?.recompute) return measuredPosition(shot);
    const hpn = plan.type === 'HPN' && ppp ? plan.shift : null;
    return recomputePosition(shot, { projection, hpn, geoid, is_source: true }) ?? measuredPosition(shot);
  };
  const near = findControls(shots, controls, measuredAt, settings);
  const by_id = new Map(controls.map((control) => [control.id, control]));
  return shots.flatMap((shot) => {
    const [closest] = near.get(shot.id) ?? [];
    const control = closest ? by_id.get(closest.id) : undefined;
    if (!control || shot.instrument_type === 'AVERAGE' || shot.is_dropped) return [];
    const { easting, northing, elevation } = measuredAt(shot);
    return { control, shot: shot.id, shot_name: shot.name, measured: { easting, northing, elevation }, is_accepted: true };
  });
}
