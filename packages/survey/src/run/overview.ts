import { compareNames, isTopLevel, type Shot } from '../assemble/shot.ts';
import { listBadDescriptions } from '../assemble/validate.ts';
import type { Conflict, Severity } from '../conflict/conflict.ts';
import { makeProjection, type Projection } from '../geo/projection.ts';
import type { MatchQuestion } from '../match/match-shots.ts';
import type { EllipsoidPosition } from '../shift/hpn-shift.ts';
import { choosePppEstimate } from '../shift/ppp-checks.ts';
import { checkReference, markOfRecord } from '../shift/reference-checks.ts';
import type { RunBase } from '../shift/run-bases.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { DecisionBody, RunDecision, ShiftChoice } from './decision.ts';
import type { FileSummary } from './file-summary.ts';
import type { Plain } from './plain.ts';
import type { ProcessedRun, SettledConflict } from './process-run.ts';
import { type PlanShift, planShifts, sayGeoid, sayPlan } from './say-plan.ts';
import { suggestDescriptions } from './suggest-codes.ts';

export type Step = 'import' | 'validate' | 'shifts' | 'conflicts' | 'review' | 'export' | 'finish';

/** What the wizard shows besides the points themselves: plain JSON. Long lists are cut; their counts are not. */
export interface RunOverview {
  counts: Record<'shots' | 'top_level' | 'averages' | 'dropped' | 'raw_deleted' | 'not_imported' | 'verbatim', number>;
  /** How much every step still asks for. */
  open: Record<Step, number>;
  bad_descriptions: { description: string; count: number; names: string[]; suggestions: string[] }[];
  quality: QualityGroup[];
  questions: Plain<MatchQuestion>[];
  /** `ignored` counts what was ignored or waived. */
  conflict_counts: { id: string; severity: Severity; count: number; ignored: number }[];
  to_do: Plain<Conflict>[];
  not_applied: { place: number; decision: Plain<DecisionBody>; sentence: string }[];
  ignored: Plain<SettledConflict>[];
  waived: Plain<SettledConflict>[];
  not_imported: { name: string; lines: number[]; reason: string; can_import: boolean }[];
  raw_deleted: string[];
  /** Points files of which must be asked whether easting or northing comes first. */
  unordered_files: string[];
  bases: BaseOverview[];
  plan: {
    type: ShiftChoice['type'];
    source: ShiftChoice['source'];
    choice: Plain<ShiftChoice>;
    shifts: Plain<PlanShift>[];
    decided_by: string | null;
    /** For a report. */
    sentences: string[];
  } | null;
  /** The geoid, or what stands in for it, in words. */
  geoid: string;
  held: { name: string; sentence: string }[];
  /** West, south, east and north of what will be exported, on the grid; null of nothing. */
  bounds: [number, number, number, number] | null;
}

export interface QualityGroup {
  id: 'HRMS' | 'VRMS' | 'NOT_FIXED' | 'PDOP' | 'SATELLITES' | 'AGE';
  title: string;
  tolerance: number | null;
  /** The figure that is farthest from the tolerance. */
  worst: number | null;
  /** The worst first. */
  names: string[];
  count: number;
}

export interface BaseOverview {
  key: string;
  name: string;
  shot_count: number;
  antenna_height: number | null;
  corrected_antenna: number | null;
  ref_file: string | null;
  sum_file: string | null;
  /** Where a given position comes from. */
  placed: string | null;
  positions: {
    source: 'raw' | 'ref' | 'ppp' | 'placed';
    easting: number;
    northing: number;
    height: number | null;
    /** From where the raw file has it. */
    d_easting: number | null;
    d_northing: number | null;
    d_height: number | null;
  }[];
  sigma_horizontal: number | null;
  sigma_vertical: number | null;
}

/** What a list shows at first; the rest is in the table. */
const FEW_NAMES = 50;
/** What a page of conflicts names. */
const MOST_SHOTS = 1000;
const MOST_LISTED = 2000;
/** Near spellings are looked for no farther down the list. */
const MOST_SUGGESTED = 200;

export function makeOverview(run: ProcessedRun, settings: SurveySettings, read: readonly FileSummary[]): RunOverview {
  const { shots, assembly, conflicts, to_do, plan } = run;
  const settled = new Set([...run.ignored, ...run.waived].map(({ key }) => key));
  const open_conflicts = conflicts.filter(({ key }) => !settled.has(key));
  const bad_descriptions = listBad(run, settled, settings);
  const not_imported = open_conflicts.filter(({ id }) => id === 'NOT_IMPORTED').length;
  const top_level = shots.filter(isTopLevel);
  return {
    counts: {
      shots: shots.length,
      top_level: top_level.length,
      averages: shots.filter(({ instrument_type }) => instrument_type === 'AVERAGE').length,
      dropped: shots.filter(({ is_dropped }) => is_dropped).length,
      raw_deleted: assembly.raw_deleted.length,
      not_imported: assembly.not_imported.length,
      verbatim: read.reduce((sum, { verbatim_count }) => sum + verbatim_count, 0),
    },
    open: {
      import: read.filter(({ problems }) => problems.some(({ severity }) => severity === 'stop' || severity === 'ask')).length,
      validate: bad_descriptions.length + run.questions.length + not_imported,
      // Whatever blocks is settled by a plan, its files or its source.
      shifts: plan && to_do.length === 0 ? 0 : 1,
      conflicts: open_conflicts.filter(({ severity }) => severity !== 'I').length,
      review: to_do.length,
      export: to_do.length,
      finish: to_do.length,
    },
    bad_descriptions: bad_descriptions.slice(0, MOST_LISTED),
    quality: groupQuality(shots, settings),
    questions: run.questions.slice(0, MOST_LISTED) as Plain<MatchQuestion>[],
    conflict_counts: countConflicts(conflicts, settled),
    to_do: to_do.map(cutConflict),
    not_applied: run.not_applied
      .slice(0, MOST_LISTED)
      .map(({ place, decision, sentence }) => ({ place, decision: bodyOf(decision), sentence })),
    ignored: run.ignored.slice(0, MOST_LISTED),
    waived: run.waived.slice(0, MOST_LISTED),
    not_imported: assembly.not_imported
      .slice(0, MOST_LISTED)
      .map(({ name, lines, reason, shot }) => ({ name, lines: [...lines], reason, can_import: shot !== null })),
    raw_deleted: assembly.raw_deleted.slice(0, MOST_LISTED).map(({ name }) => name),
    unordered_files: read
      .filter(({ part, problems }) => part === 'points_file' && problems.some(({ severity }) => severity === 'ask'))
      .map(({ name }) => name),
    bases: describeBases(run.bases, settings),
    plan: describePlan(run),
    geoid: sayGeoid(run),
    held: run.held.slice(0, MOST_LISTED).map(({ name, sentence }) => ({ name, sentence })),
    bounds: boundsOf(top_level, run),
  };
}

/** The shift that is decided, with its figures. */
export function describePlan(run: ProcessedRun): RunOverview['plan'] {
  const { plan, choice } = run;
  if (!plan || !choice) return null;
  const { type, decided_by } = plan;
  const { source } = choice;
  return { type, source, choice: choice as Plain<ShiftChoice>, shifts: planShifts(run), decided_by, sentences: sayPlan(run) };
}

function bodyOf({ by: _by, at: _at, why: _why, ...body }: RunDecision): Plain<DecisionBody> {
  return body as Plain<DecisionBody>;
}

/** A conflict over a whole run names its first shots; the number of them is among its figures or in its sentence. */
function cutConflict(conflict: Conflict): Plain<Conflict> {
  const { shots, names } = conflict;
  return { ...conflict, shots: shots.slice(0, MOST_SHOTS), names: names.slice(0, MOST_SHOTS), remedies: [...conflict.remedies] };
}

/** Asked once for each distinct description; what was ignored at every one of its shots is not asked any more. */
function listBad({ shots, conflicts }: ProcessedRun, settled: ReadonlySet<string>, settings: SurveySettings) {
  const ignored = new Set(conflicts.filter(({ id, key }) => id === 'BAD_CODE' && settled.has(key)).flatMap(({ names }) => names));
  const asked = shots.filter((shot) => !shot.is_dropped && !ignored.has(shot.name));
  return listBadDescriptions(asked, settings)
    .toSorted((a, b) => b.shots.length - a.shots.length || (a.description < b.description ? -1 : 1))
    .map(({ description, shots: names }, place) => ({
      description,
      count: names.length,
      names: names.slice(0, FEW_NAMES),
      suggestions: place < MOST_SUGGESTED ? suggestDescriptions(description, settings) : [],
    }));
}

function countConflicts(conflicts: readonly Conflict[], settled: ReadonlySet<string>): RunOverview['conflict_counts'] {
  const counts = new Map<string, { id: string; severity: Severity; count: number; ignored: number }>();
  for (const { id, severity, key } of conflicts) {
    const group = counts.get(`${id} ${severity}`) ?? { id, severity, count: 0, ignored: 0 };
    group.count += 1;
    group.ignored += Number(settled.has(key));
    counts.set(`${id} ${severity}`, group);
  }
  return [...counts.values()];
}

function groupQuality(shots: readonly Shot[], { tolerances }: SurveySettings): QualityGroup[] {
  const measured = shots.filter((shot) => shot.instrument_type !== 'AVERAGE' && !shot.is_dropped);
  const group = (
    id: QualityGroup['id'],
    title: string,
    tolerance: number | null,
    figureOf: (shot: Shot) => number | null,
    isBad: (shot: Shot) => boolean,
    is_less_worse = false,
  ): QualityGroup[] => {
    const sign = is_less_worse ? -1 : 1;
    const bad = measured
      .filter(isBad)
      .map((shot) => ({ name: shot.name, figure: figureOf(shot) }))
      .sort((a, b) => sign * ((b.figure ?? 0) - (a.figure ?? 0)) || compareNames(a.name, b.name));
    const [worst] = bad;
    return worst
      ? [{ id, title, tolerance, worst: worst.figure, names: bad.slice(0, FEW_NAMES).map(({ name }) => name), count: bad.length }]
      : [];
  };
  const { pdop, min_satellites, age_of_corrections } = tolerances;
  return [
    ...group(
      'HRMS',
      'Horizontal RMS',
      tolerances.hrms,
      ({ HRMS, HSDV }) => HRMS ?? HSDV,
      ({ bad_hrms }) => bad_hrms,
    ),
    ...group(
      'VRMS',
      'Vertical RMS',
      tolerances.vrms,
      ({ VRMS, VSDV }) => VRMS ?? VSDV,
      ({ bad_vrms }) => bad_vrms,
    ),
    ...group(
      'NOT_FIXED',
      'Not fixed',
      null,
      () => null,
      ({ bad_fixed_status }) => bad_fixed_status,
    ),
    ...group(
      'PDOP',
      'PDOP',
      pdop,
      ({ PDOP }) => PDOP,
      ({ PDOP }) => PDOP !== null && PDOP > pdop,
    ),
    ...group(
      'SATELLITES',
      'Number of satellites',
      min_satellites,
      (shot) => shot.number_of_satellites,
      (shot) => shot.number_of_satellites !== null && shot.number_of_satellites < min_satellites,
      true,
    ),
    ...group(
      'AGE',
      'Age of corrections, s',
      age_of_corrections,
      (shot) => shot.age_of_corrections,
      (shot) => shot.age_of_corrections !== null && shot.age_of_corrections > age_of_corrections,
    ),
  ];
}

function describeBases(bases: readonly RunBase[], settings: SurveySettings): BaseOverview[] {
  const projection = makeProjection(settings.office_crs);
  return bases.map((base) => {
    const estimate = base.ppp && choosePppEstimate(base.ppp, settings.frame);
    const positions = listPositions(base, projection, settings);
    const [lat, lon] = [estimate?.sigma_latitude ?? null, estimate?.sigma_longitude ?? null];
    return {
      key: base.key,
      name: base.record.name,
      shot_count: base.shot_count,
      antenna_height: base.record.antenna_height,
      corrected_antenna: base.corrected_antenna,
      ref_file: base.ref_file,
      sum_file: base.sum_file,
      placed: base.placed?.source ?? null,
      positions,
      sigma_horizontal: lat === null || lon === null ? null : Math.max(lat, lon),
      sigma_vertical: estimate?.sigma_height ?? null,
    };
  });
}

/** The mark under a base as each source has it, and how far that is from the raw file. */
function listPositions({ record, ref, ppp, placed }: RunBase, projection: Projection, settings: SurveySettings): BaseOverview['positions'] {
  const estimate = ppp && choosePppEstimate(ppp, settings.frame);
  const { latitude, longitude } = record;
  const raw = markOfRecord(record) ?? (latitude === null || longitude === null ? null : { latitude, longitude, height: null });
  const sources: readonly (readonly ['raw' | 'ref' | 'ppp' | 'placed', Placed | null])[] = [
    ['raw', raw],
    ['ref', ref && checkReference(ref, record, projection, settings.tolerances).mark],
    ['ppp', estimate],
    ['placed', placed],
  ];
  const from = raw && projection.toGrid(raw);
  return sources.flatMap(([source, at]) => {
    if (!at || at.latitude === null || at.longitude === null) return [];
    const grid = projection.toGrid({ latitude: at.latitude, longitude: at.longitude });
    if (!grid) return [];
    const has_from = from !== null && source !== 'raw';
    return {
      source,
      ...grid,
      height: at.height,
      d_easting: has_from ? grid.easting - from.easting : null,
      d_northing: has_from ? grid.northing - from.northing : null,
      d_height: has_from && at.height !== null && raw?.height != null ? at.height - raw.height : null,
    };
  });
}

type Placed = { readonly [K in keyof EllipsoidPosition]: number | null };

function boundsOf(shots: readonly Shot[], { finals }: ProcessedRun): RunOverview['bounds'] {
  if (shots.length === 0) return null;
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { id } of shots) {
    const { easting, northing } = finals.get(id)!;
    bounds[0] = Math.min(bounds[0], easting);
    bounds[1] = Math.min(bounds[1], northing);
    bounds[2] = Math.max(bounds[2], easting);
    bounds[3] = Math.max(bounds[3], northing);
  }
  return bounds;
}
