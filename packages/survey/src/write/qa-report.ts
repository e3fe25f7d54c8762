import { rodOf } from '../assemble/correct-heights.ts';
import { compareNames, type Decision, isTopLevel, type ShiftType, type Shot } from '../assemble/shot.ts';
import type { Conflict, ConflictId } from '../conflict/conflict.ts';
import { makeProjection } from '../geo/projection.ts';
import { type ScaleFactors, scaleFactorsAt } from '../geo/scale-factor.ts';
import { averagePositions, type ChildResidual, childResiduals, rootsOf } from '../group/average.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import type { PppEstimate } from '../read/ppp/ppp-records.ts';
import type { ControlResidual } from '../shift/control-shift.ts';
import type { Localization } from '../shift/localization.ts';
import type { GridVector } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';

/** What the caller knows and the files do not. */
export interface ReportAbout {
  readonly job: string;
  readonly client: string;
  readonly run: string;
  readonly field_date: string | null;
  readonly software: string;
  readonly source_files: readonly { readonly kind: string; readonly name: string; readonly text: string | null }[];
}

export interface ReportFacts {
  readonly shots: readonly Shot[];
  readonly finals: ReadonlyMap<string, FinalCoordinate>;
  readonly conflicts: readonly Conflict[];
  /** Conflicts somebody looked at and left, by key. */
  readonly ignored: readonly (Decision & { readonly key: string })[];
  readonly shift: { readonly type: ShiftType; readonly block: GridVector | null } | null;
  readonly localization: Localization | null;
  readonly controls: readonly ControlResidual[];
  readonly new_controls: readonly string[];
  readonly ppp: PppEstimate | null;
  readonly geoid: string | null;
  readonly undulation: number | null;
  /** Pictures per field-app shot. */
  readonly images: ReadonlyMap<string, number>;
}

export interface QaReport {
  readonly about: ReportAbout;
  readonly equipment: readonly string[];
  readonly point_range: { readonly first: string; readonly last: string; readonly count: number } | null;
  readonly frame: {
    readonly crs: string;
    readonly epsg: number | null;
    readonly frame: string;
    readonly epoch: number;
    readonly geoid: string | null;
  };
  readonly scale: ScaleFactors | null;
  readonly ppp: PppEstimate | null;
  readonly control_summary: {
    readonly shift: ReportFacts['shift'];
    readonly localization: Localization | null;
    readonly observed: readonly ControlResidual[];
    readonly new_controls: readonly string[];
  };
  readonly averaged: readonly { readonly name: string; readonly children: readonly ChildResidual[] }[];
  readonly code_exceptions: readonly {
    readonly name: string;
    readonly original_code: string;
    readonly code: string;
    readonly decisions: readonly Decision[];
  }[];
  readonly quality_exceptions: readonly { readonly name: string; readonly id: ConflictId; readonly sentence: string }[];
  readonly shots_with_images: readonly { readonly name: string; readonly images: number }[];
  readonly final_coordinates: readonly FinalRow[];
  readonly open_conflicts: readonly Conflict[];
  readonly ignored_conflicts: readonly (Decision & { readonly conflict: Conflict | null; readonly key: string })[];
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

/** The quality report as data: a page, a PDF or a spreadsheet only lays it out. */
export function makeQaReport(about: ReportAbout, facts: ReportFacts, settings: SurveySettings): QaReport {
  const shots = facts.shots.toSorted((a, b) => compareNames(a.name, b.name));
  const rows = shots.filter(isTopLevel).map((shot) => finalRow(shot, facts.finals.get(shot.id)!));
  const measured = shots.filter((shot) => shot.origin !== 'AVERAGE');
  const [first, last] = [measured[0], measured.at(-1)];
  const ignored = new Set(facts.ignored.map(({ key }) => key));
  const by_key = new Map(facts.conflicts.map((conflict) => [conflict.key, conflict]));
  return {
    about,
    equipment: [...new Set(measured.map((shot) => shot.circumstances?.equipment).filter((name) => name != null))],
    point_range: first && last ? { first: first.name, last: last.name, count: measured.length } : null,
    frame: {
      crs: settings.office_crs.name,
      epsg: settings.office_crs.epsg,
      frame: settings.frame.name,
      epoch: settings.frame.epoch,
      geoid: facts.geoid,
    },
    scale: scaleInTheMiddle(rows, facts.undulation, settings),
    ppp: facts.ppp,
    control_summary: { shift: facts.shift, localization: facts.localization, observed: facts.controls, new_controls: facts.new_controls },
    averaged: listAveraged(shots, facts),
    code_exceptions: shots
      .filter((shot) => shot.original_code !== null)
      .map(({ name, original_code, full_code, decisions }) => ({ name, original_code: original_code!, code: full_code, decisions })),
    quality_exceptions: facts.conflicts
      .filter(({ id }) => QUALITY.has(id))
      .map(({ names, id, sentence }) => ({ name: names.join(', '), id, sentence })),
    shots_with_images: shots.flatMap(({ name, extended_data_shot }) => {
      const images = extended_data_shot === null ? 0 : (facts.images.get(extended_data_shot) ?? 0);
      return images > 0 ? { name, images } : [];
    }),
    final_coordinates: rows,
    open_conflicts: facts.conflicts.filter(({ key }) => !ignored.has(key)),
    ignored_conflicts: facts.ignored.map((decision) => ({ ...decision, conflict: by_key.get(decision.key) ?? null })),
  };
}

function listAveraged(shots: readonly Shot[], { finals }: ReportFacts): QaReport['averaged'] {
  const by_id = new Map(shots.map((shot) => [shot.id, shot]));
  return shots
    .filter((shot) => shot.instrument_type === 'AVERAGE')
    .map((shot) => ({
      name: shot.name,
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
