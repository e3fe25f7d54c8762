import { rodOf } from '../assemble/correct-heights.ts';
import { compareNames, type Decision, isTopLevel, nameKey, type ShiftType, type Shot } from '../assemble/shot.ts';
import { listNames, metres } from '../assemble/wording.ts';
import type { Conflict, ConflictId } from '../conflict/conflict.ts';
import { distance2d, type GridPosition } from '../geo/plane.ts';
import { makeProjection } from '../geo/projection.ts';
import { type ScaleFactors, scaleFactorsAt } from '../geo/scale-factor.ts';
import { averagePositions, type ChildResidual, childResiduals, meanOf, rootsOf } from '../group/average.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import type { PppEstimate } from '../read/ppp/ppp-records.ts';
import type { RunDecision } from '../run/decision.ts';
import type { ProcessedRun } from '../run/process-run.ts';
import { sayPlan } from '../run/say-plan.ts';
import { type ControlResidual, controlResiduals } from '../shift/control-shift.ts';
import type { Localization } from '../shift/localization.ts';
import { choosePppEstimate } from '../shift/ppp-checks.ts';
import { type GridVector, medianVector } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';

/** What the caller knows and the files do not. */
export interface ReportAbout {
  readonly job: string;
  readonly client: string;
  readonly run: string;
  /** Which try at processing the run it is, from 1. */
  readonly attempt: number;
  readonly field_date: string | null;
  readonly processed_by: string;
  /** An instant. */
  readonly processed_at: string;
  readonly software: string;
  /** Of the grid in use; null: none. */
  readonly geoid: string | null;
  readonly source_files: readonly { readonly kind: string; readonly name: string; readonly bytes: number; readonly sha256: string }[];
  /** Everything that was decided, in order. */
  readonly decisions: readonly RunDecision[];
  /** Names of shots that are to be published as control. */
  readonly new_controls: readonly string[];
  /** Pictures per field-app shot. */
  readonly images: ReadonlyMap<string, number>;
}

/** A shot on a published mark: both positions and what is between them. */
export interface ObservedControl extends ControlResidual {
  readonly published: GridPosition;
  readonly observed: GridPosition;
}

export interface ReportShift {
  readonly type: ShiftType;
  /** Where the coordinates come from. */
  readonly source: 'points' | 'raw';
  /** Which shift, by whom and why, in sentences. */
  readonly said: readonly string[];
  /** One for each base, or one for the run. */
  readonly parts: readonly {
    readonly base: string | null;
    readonly d_easting: number;
    readonly d_northing: number;
    /** On the ellipsoid for HPN, in elevation for CONTROL. */
    readonly d_height: number;
    /** Controls that counted, for CONTROL. */
    readonly controls: number | null;
  }[];
  /** What most of the measured shots were moved by in the end; null while none was. */
  readonly median: GridVector | null;
}

export interface ReportBase {
  readonly name: string;
  readonly shots: number;
  readonly antenna_height: number | null;
  readonly placed: string | null;
  readonly ppp:
    | (PppEstimate & { readonly orbits: string | null; readonly antenna: string | null; readonly undulation: number | null })
    | null;
}

export interface QaReport {
  readonly about: Omit<ReportAbout, 'decisions' | 'images' | 'new_controls'>;
  readonly equipment: readonly string[];
  readonly point_range: { readonly first: string; readonly last: string; readonly count: number } | null;
  readonly frame: {
    readonly crs: string;
    readonly epsg: number | null;
    readonly frame: string;
    readonly epoch: number;
    readonly vertical_system: string | null;
    readonly geoid: string | null;
    /** Where the undulations came from that made heights elevations. */
    readonly undulations: readonly string[];
  };
  readonly scale: ScaleFactors | null;
  readonly bases: readonly ReportBase[];
  readonly control_summary: {
    readonly shift: ReportShift | null;
    readonly localization: Localization | null;
    readonly observed: readonly ObservedControl[];
    readonly new_controls: readonly string[];
  };
  readonly averaged: readonly {
    readonly name: string;
    readonly code: string;
    readonly mean: FinalCoordinate['mean'];
    readonly children: readonly ChildResidual[];
  }[];
  readonly code_exceptions: readonly {
    readonly name: string;
    readonly original_code: string;
    readonly code: string;
    readonly decisions: readonly Decision[];
  }[];
  readonly quality_exceptions: readonly { readonly name: string; readonly id: ConflictId; readonly sentence: string }[];
  readonly shots_with_images: readonly { readonly name: string; readonly app_shot: string; readonly images: number }[];
  readonly final_coordinates: readonly FinalRow[];
  /** What is still to be seen, without what was waived. */
  readonly open_conflicts: readonly Conflict[];
  readonly ignored: readonly IgnoredConflict[];
  /** Decisions that do not fit the files as they are, and had no effect. */
  readonly not_applied: readonly (Pick<Decision, 'by' | 'at'> & { readonly sentence: string })[];
  /** Tolerances that the pictures of the report draw as lines. */
  readonly limits: { readonly hrms: number; readonly vrms: number; readonly check_horizontal: number; readonly check_vertical: number };
}

/** What somebody looked at and left as it is. */
export interface IgnoredConflict extends Omit<Decision, 'what'> {
  readonly is_waived: boolean;
  readonly sentence: string;
}

export interface FinalRow {
  readonly name: string;
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number | null;
  readonly description: string;
  readonly code: string;
  readonly rod_height: number | null;
  readonly instrument_height: number | null;
  readonly instrument_type: Shot['instrument_type'];
  readonly HRMS: number | null;
  readonly VRMS: number | null;
  readonly status: string | null;
  readonly is_final: boolean;
}

const QUALITY: ReadonlySet<ConflictId> = new Set(['RMS', 'NOT_FIXED', 'DOP', 'ROD', 'REPEAT', 'RESECTION', 'BACKSIGHT']);

/** The quality report as plain data: a page, a PDF or a spreadsheet only lays it out. */
export function makeQaReport(run: ProcessedRun, about: ReportAbout, settings: SurveySettings): QaReport {
  const { finals, conflicts } = run;
  const shots = run.shots.toSorted((a, b) => compareNames(a.name, b.name));
  const rows = shots.filter(isTopLevel).map((shot) => finalRow(shot, finals.get(shot.id)!));
  const measured = shots.filter((shot) => shot.origin !== 'AVERAGE');
  const [first, last] = [measured[0], measured.at(-1)];
  const { decisions, images, new_controls, ...kept } = about;
  const ignored = listIgnored(run, decisions);
  const waived = new Set(decisions.flatMap((decision) => (decision.kind === 'waive' ? decision.conflict : [])));
  const { hrms, vrms, check_horizontal, check_vertical } = settings.tolerances;
  return {
    about: kept,
    equipment: [...new Set(measured.map((shot) => shot.circumstances?.equipment).filter((name) => name != null))],
    point_range: first && last ? { first: first.name, last: last.name, count: measured.length } : null,
    frame: {
      crs: settings.office_crs.name,
      epsg: settings.office_crs.epsg,
      frame: settings.frame.name,
      epoch: settings.frame.epoch,
      vertical_system: settings.vertical_system,
      geoid: about.geoid,
      undulations: [...new Set(run.shots.flatMap(({ shift }) => shift?.undulation?.source ?? []))],
    },
    scale: scaleInTheMiddle(rows, undulationOf(run), settings),
    bases: listBases(run, settings),
    control_summary: {
      shift: describeShift(run),
      localization: localizationOf(run),
      observed: observedControls(run, settings),
      new_controls,
    },
    averaged: listAveraged(shots, finals),
    code_exceptions: shots
      .filter((shot) => shot.original_code !== null)
      .map(({ name, original_code, full_code, decisions: made }) => ({
        name,
        original_code: original_code!,
        code: full_code,
        decisions: made,
      })),
    quality_exceptions: conflicts
      .filter(({ id }) => QUALITY.has(id))
      .map(({ names, id, sentence }) => ({ name: listNames(names), id, sentence })),
    shots_with_images: shots.flatMap(({ name, extended_data_shot: app_shot }) => {
      const count = app_shot === null ? 0 : (images.get(app_shot) ?? 0);
      return app_shot !== null && count > 0 ? { name, app_shot, images: count } : [];
    }),
    final_coordinates: rows,
    open_conflicts: conflicts.filter(({ key }) => !waived.has(key)),
    ignored,
    not_applied: run.not_applied.map(({ decision: { by, at }, sentence }) => ({ by, at, sentence })),
    limits: { hrms, vrms, check_horizontal, check_vertical },
  };
}

function describeShift(run: ProcessedRun): ReportShift | null {
  const { plan, shots } = run;
  if (!plan) return null;
  const parts = plan.type === 'NONE' ? [] : plan.shifts;
  const moved = shots.flatMap(({ shift }) => (shift && shift.basis !== 'keyed_in' ? shift : []));
  return {
    type: plan.type,
    source: plan.recompute ? 'raw' : 'points',
    said: sayPlan(run),
    parts: parts.map((part) => ({
      base: part.base_key,
      d_easting: part.d_easting,
      d_northing: part.d_northing,
      d_height: part.type === 'HPN' ? part.d_height : part.d_elevation,
      controls: part.type === 'CONTROL' ? part.count_horizontal : null,
    })),
    median: medianVector(moved),
  };
}

function localizationOf({ plan }: ProcessedRun): Localization | null {
  if (!plan) return null;
  return plan.type === 'HPN' ? (plan.shifts.find(({ localization }) => localization)?.localization ?? null) : plan.localization;
}

/** N that was used, in the middle of the run; null where none was. */
function undulationOf({ shots, bases }: ProcessedRun): number | null {
  const used = shots.flatMap(({ shift }) => shift?.undulation?.value ?? []);
  return meanOf(used) ?? bases.find(({ ppp }) => ppp?.undulation != null)?.ppp?.undulation ?? null;
}

function listBases({ bases }: ProcessedRun, { frame }: SurveySettings): ReportBase[] {
  return bases.map(({ key, shot_count, record, corrected_antenna, placed, ppp }) => {
    const estimate = ppp && choosePppEstimate(ppp, frame);
    return {
      name: key,
      shots: shot_count,
      antenna_height: corrected_antenna ?? record.antenna_height,
      placed: placed?.source ?? null,
      ppp: estimate && { ...estimate, orbits: ppp.orbit_kind, antenna: ppp.antenna, undulation: ppp.undulation },
    };
  });
}

/** With the final coordinates, which hold the shift already. Only a shift by control asks which of them count. */
function observedControls({ controls, finals, plan }: ProcessedRun, { tolerances }: SurveySettings): ObservedControl[] {
  const counted = new Set(
    plan?.type === 'CONTROL' ? plan.shifts.flatMap(({ residuals }) => residuals.flatMap((one) => (one.is_accepted ? one.shot : []))) : [],
  );
  const observed = controls.map((one) => ({
    ...one,
    is_accepted: counted.has(one.shot),
    measured: finals.get(one.shot) ?? one.measured,
  }));
  const limits = { control_reject_horizontal: tolerances.check_horizontal, control_reject_vertical: tolerances.check_vertical };
  return controlResiduals(observed, () => null, limits).map((residual, place) => ({
    ...residual,
    published: pickPosition(observed[place]!.control),
    observed: pickPosition(observed[place]!.measured),
  }));
}

function pickPosition({ easting, northing, elevation }: GridPosition): GridPosition {
  return { easting, northing, elevation };
}

function listIgnored({ shots, finals, conflicts, not_applied }: ProcessedRun, decisions: readonly RunDecision[]): IgnoredConflict[] {
  const failed = new Set(not_applied.map(({ decision }) => decision));
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), finals.get(shot.id)!]));
  const by_key = new Map(conflicts.map((conflict) => [conflict.key, conflict]));
  const say = (decision: RunDecision): string | null => {
    if (decision.kind === 'waive') return by_key.get(decision.conflict)?.sentence ?? `${decision.conflict} (no longer found)`;
    if (decision.kind === 'ignore_shots') return `${listNames(decision.names, 20)}: left as they are beside points of the same place.`;
    if (decision.kind !== 'ignore_pair') return null;
    const [first, second] = [by_name.get(nameKey(decision.first)), by_name.get(nameKey(decision.second))];
    const apart = first && second ? `, ${metres(distance2d(first, second))} apart,` : '';
    return `${decision.first} and ${decision.second}${apart} stay two points.`;
  };
  return decisions.flatMap((decision) => {
    const sentence = failed.has(decision) ? null : say(decision);
    const { by, at, why } = decision;
    return sentence === null ? [] : { is_waived: decision.kind === 'waive', sentence, by, at, why };
  });
}

function listAveraged(shots: readonly Shot[], finals: ReadonlyMap<string, FinalCoordinate>): QaReport['averaged'] {
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  return shots
    .filter((shot) => shot.instrument_type === 'AVERAGE')
    .map((shot) => ({
      name: shot.name,
      code: shot.code,
      mean: finals.get(shot.id)!.mean,
      children: childResiduals(
        finals.get(shot.id)!,
        rootsOf(shot, by_id).map((root) => ({ ...finals.get(root.id)!, id: root.id, name: root.name })),
      ),
    }));
}

/** One factor for the job: in the middle of its points, at their mean height above the ellipsoid. */
function scaleInTheMiddle(rows: readonly FinalRow[], undulation: number | null, settings: SurveySettings): ScaleFactors | null {
  const middle = averagePositions(rows);
  if (!middle) return null;
  return scaleFactorsAt(makeProjection(settings.office_crs), middle, (middle.elevation ?? 0) + (undulation ?? 0));
}

function finalRow(shot: Shot, { easting, northing, elevation, is_final }: FinalCoordinate): FinalRow {
  const { name, description, code, instrument_type, HRMS, VRMS, status } = shot;
  return {
    name,
    easting,
    northing,
    elevation,
    description,
    code,
    rod_height: rodOf(shot),
    instrument_height: shot.corrected_instrument ?? shot.instrument_height,
    instrument_type,
    HRMS,
    VRMS,
    status,
    is_final,
  };
}
