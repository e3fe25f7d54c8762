import { makeProjection } from '../geo/projection.ts';
import { applyShifts, type ShiftPlan } from '../shift/apply-shifts.ts';
import { type ControlObservation, type ControlShift, computeControlShift } from '../shift/control-shift.ts';
import { type Localization, type LocalizationOptions, solveLocalization } from '../shift/localization.ts';
import { NO_OWN_BASE, planBases } from '../shift/plan-hpn.ts';
import { usedBases } from '../shift/run-bases.ts';
import type { GridVector } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { ShiftChoice } from './decision.ts';
import { observeForShift } from './observe-controls.ts';
import type { Plain } from './plain.ts';
import type { ProcessedRun, RunSurroundings } from './process-run.ts';
import { planShifts } from './say-plan.ts';

/** What each shift would do, before one is chosen: plain JSON. */
export interface ShiftOptions {
  sources: SourceOptions[];
  localization: Plain<Localization> | null;
  /** Why the localization cannot be solved. */
  localization_problem: string | null;
  suggested: Plain<ShiftChoice>;
}

export interface SourceOptions {
  source: ShiftChoice['source'];
  /** For each base what would be added to the points file, or why nothing can; one entry without a base for a run that had none. */
  hpn: { base: string | null; shift: GridVector | null; sentence: string | null }[];
  /** Shots on control as this source has them, before any shift; with several bases each names its own. */
  observations: Plain<ObservedControl>[];
  /** The shift by every control that is not suspected, for each base; the screen computes it again when controls are ticked. */
  control: Plain<ControlShift>[];
}

export interface ObservedControl extends ControlObservation {
  readonly base: string | null;
}

type Around = Pick<RunSurroundings, 'geoid' | 'controls'>;

/** The marks of the localization solved as somebody wishes: another fit, some marks left out. */
export function solveAs(
  { loc }: Pick<ProcessedRun, 'loc'>,
  wish: Pick<LocalizationOptions, 'fit' | 'left_out'>,
  { office_crs, tolerances }: SurveySettings,
): { localization: Plain<Localization> | null; problem: string | null } {
  const solved = solveLocalization(loc?.points ?? [], makeProjection(office_crs), tolerances, wish);
  if (!solved.ok) return { localization: null, problem: solved.sentence };
  return { localization: solved.localization as Plain<Localization> | null, problem: null };
}

export function shiftOptions(run: ProcessedRun, settings: SurveySettings, around: Around): ShiftOptions {
  const projection = makeProjection(settings.office_crs);
  const solved = solveLocalization(run.loc?.points ?? [], projection, settings.tolerances);
  const localization = solved.ok ? solved.localization : null;
  const sources = (['points', 'raw'] as const).map((source): SourceOptions => {
    const recompute = source === 'raw' ? { projection, geoid: around.geoid } : null;
    const shared = { other_side: 'reshift', decided_by: null, recompute } as const;
    const plain: ShiftPlan = { ...shared, type: 'NONE', localization };
    const observed = judgeControls(observe(run, plain, settings, around), settings);
    return {
      source,
      hpn: listHpn(
        run,
        source === 'raw' ? null : localization,
        solved.ok || source === 'raw' ? null : solved.sentence,
        shared,
        settings,
        around,
      ),
      observations: observed.observations,
      control: observed.control as Plain<ControlShift>[],
    };
  });
  return {
    sources,
    localization: localization as Plain<Localization> | null,
    localization_problem: solved.ok ? null : solved.sentence,
    suggested: suggest(run, sources, solved.ok),
  };
}

function observe(run: ProcessedRun, plain: ShiftPlan, settings: SurveySettings, around: Around): Plain<ObservedControl>[] {
  const base_of = usedBases(run.bases).length > 1 ? new Map(run.shots.map((shot) => [shot.id, shot.circumstances?.base ?? null])) : null;
  return observeForShift(run.shots, plain, settings, around).map((observation) => ({
    ...observation,
    base: base_of?.get(observation.shot) ?? null,
  }));
}

/** Ticked are all that agree with each other and still stand. */
function judgeControls(observations: Plain<ObservedControl>[], { tolerances }: SurveySettings) {
  const standing = observations.map((each) => ({ ...each, is_accepted: !each.control.control_destroyed }));
  const groups = [...Map.groupBy(standing, ({ base }) => base)];
  const suspects = new Set(groups.flatMap(([base, group]) => computeControlShift(group, tolerances, base)?.suspects ?? []));
  const judged = standing.map((each) => ({ ...each, is_accepted: each.is_accepted && !suspects.has(each.shot) }));
  const control = [...Map.groupBy(judged, ({ base }) => base)].flatMap(([base, group]) => {
    const shift = computeControlShift(group, tolerances, base);
    return shift ? { ...shift, suspects: group.filter(({ shot }) => suspects.has(shot)).map(({ shot }) => shot) } : [];
  });
  return { observations: judged, control };
}

function listHpn(
  run: ProcessedRun,
  localization: Localization | null,
  problem: string | null,
  shared: Pick<ShiftPlan, 'other_side' | 'decided_by' | 'recompute'>,
  settings: SurveySettings,
  { geoid }: Around,
): SourceOptions['hpn'] {
  const bases = planBases(run.bases, localization, makeProjection(settings.office_crs), settings);
  if (bases.length === 0) return [{ base: null, shift: null, sentence: NO_OWN_BASE }];
  if (problem !== null) return bases.map(({ base }) => ({ base, shift: null, sentence: problem }));
  const plan: ShiftPlan = { ...shared, type: 'HPN', shifts: bases.flatMap(({ outcome }) => (outcome.ok ? outcome.shift : [])), geoid };
  const figures = plan.shifts.length === 0 ? [] : planShifts({ plan, shots: applyShifts(run.shots, plan, settings).shots });
  return bases.map(({ base, outcome }) => {
    if (!outcome.ok) return { base, shift: null, sentence: outcome.sentence };
    const { d_easting, d_northing, d_elevation } = figures.find((figure) => figure.base === null || figure.base === base)!;
    return { base, shift: { d_easting, d_northing, d_elevation }, sentence: null };
  });
}

/** By PPP where every base has its files, else by control, else not at all; from the raw file where the points file cannot be right. */
function suggest({ plan, conflicts }: ProcessedRun, sources: readonly SourceOptions[], is_solved: boolean): Plain<ShiftChoice> {
  const is_wrong = conflicts.some(({ id, severity, remedies }) => severity === 'B' && WRONG_POINTS.has(id) && remedies[0] === 'recompute');
  const source = plan?.recompute || is_wrong || !is_solved ? 'raw' : 'points';
  const { hpn, observations } = sources.find((each) => each.source === source)!;
  const accepted = observations.filter(({ is_accepted }) => is_accepted).map(({ shot_name }) => shot_name);
  const has_hpn = hpn.every(({ shift }) => shift !== null);
  return { type: has_hpn ? 'HPN' : accepted.length > 0 ? 'CONTROL' : 'NONE', source, other_side: 'reshift', accepted };
}

const WRONG_POINTS: ReadonlySet<string> = new Set(['PROJECTION', 'VERTICAL', 'GEOID', 'FRAME', 'LOC_RESID']);
