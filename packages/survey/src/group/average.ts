import { blankShot, compareNames, type Decision, type Shot } from '../assemble/shot.ts';
import { listNames } from '../assemble/wording.ts';
import { distance2d, type GridPosition } from '../geo/plane.ts';
import { nextAverageName, type TakenNames } from './naming.ts';

/**
 * Averages are always taken over measured shots, the roots, never over averages: otherwise a point shot twice and averaged
 * would count as much as one shot once.
 */

/** A reading of one place, with the uncertainty its receiver gave. */
export interface WeighedPosition extends GridPosition {
  readonly rms_horizontal?: number | null;
  readonly rms_vertical?: number | null;
}

export interface MeanPosition extends GridPosition {
  readonly count: number;
  /** Standard deviation of the mean, from what the readings differ; null of a single one. */
  readonly sd_horizontal: number | null;
  readonly sd_vertical: number | null;
  /** The farthest reading from the mean. */
  readonly spread_horizontal: number;
  readonly spread_vertical: number | null;
}

/**
 * The mean weighted by 1/RMS²; by equal weights as soon as one reading gives no RMS. Elevation over those that have one.
 * null of nothing. The order of the readings does not matter.
 */
export function averagePositions(unsorted: readonly WeighedPosition[]): MeanPosition | null {
  if (unsorted.length === 0) return null;
  const readings = unsorted.toSorted((a, b) => a.easting - b.easting || a.northing - b.northing || (a.elevation ?? 0) - (b.elevation ?? 0));
  const weights = weightsOf(readings.map(({ rms_horizontal }) => rms_horizontal));
  const easting = weightedMean(
    readings.map(({ easting }) => easting),
    weights,
  );
  const northing = weightedMean(
    readings.map(({ northing }) => northing),
    weights,
  );
  const away = readings.map((reading) => distance2d(reading, { easting, northing }));
  const high = readings.filter(({ elevation }) => elevation !== null);
  const heights = high.map(({ elevation }) => elevation!);
  const height_weights = weightsOf(high.map(({ rms_vertical }) => rms_vertical));
  const elevation = high.length === 0 ? null : weightedMean(heights, height_weights);
  const rises = elevation === null ? [] : heights.map((height) => Math.abs(height - elevation));
  return {
    easting,
    northing,
    elevation,
    count: readings.length,
    sd_horizontal: deviationOfMean(away, weights),
    sd_vertical: deviationOfMean(rises, height_weights),
    spread_horizontal: largestOf(away),
    spread_vertical: rises.length === 0 ? null : largestOf(rises),
  };
}

function largestOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

export function weighShot(shot: Shot, at: GridPosition): WeighedPosition {
  return { ...at, rms_horizontal: shot.HRMS ?? shot.HSDV, rms_vertical: shot.VRMS ?? shot.VSDV };
}

function weightsOf(uncertainties: readonly (number | null | undefined)[]): number[] {
  const is_known = uncertainties.every((rms) => rms != null && rms > 0);
  return uncertainties.map((rms) => (is_known ? 1 / rms! ** 2 : 1));
}

/** Summed from small to large around the smallest: exact enough for millions of metres, and the same in any order. */
function weightedMean(values: readonly number[], weights: readonly number[]): number {
  const pairs = values.map((value, index) => ({ value, weight: weights[index]! })).sort((a, b) => a.value - b.value || a.weight - b.weight);
  const least = pairs[0]!.value;
  const sum = pairs.reduce((total, { value, weight }) => total + weight * (value - least), 0);
  return least + sum / pairs.reduce((total, { weight }) => total + weight, 0);
}

function deviationOfMean(residuals: readonly number[], weights: readonly number[]): number | null {
  if (residuals.length < 2) return null;
  const squares = residuals.reduce((sum, residual, index) => sum + weights[index]! * residual ** 2, 0);
  return Math.sqrt(squares / ((residuals.length - 1) * weights.reduce((sum, weight) => sum + weight, 0)));
}

export function meanOf(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : weightedMean(
        values,
        values.map(() => 1),
      );
}

/** A point renumbered in the collector is the same reading under a second name: it counts once, under its first. */
export function distinctReadings(shots: readonly Shot[]): Shot[] {
  const seen = new Set<number>();
  return shots
    .toSorted((a, b) => compareNames(a.name, b.name))
    .filter(({ raw_order }) => raw_order === null || (!seen.has(raw_order) && seen.add(raw_order)));
}

/** The measured shots a shot stands on: those of an average without the ones left out since, or the shot itself. */
export function rootsOf(shot: Shot, by_id: ReadonlyMap<string, Shot>): Shot[] {
  if (shot.instrument_type !== 'AVERAGE') return [shot];
  const roots = shot.averaged_from.map((id) => by_id.get(id)).filter((root) => root !== undefined);
  const left = roots.filter(({ is_dropped }) => !is_dropped);
  return left.length > 0 ? left : roots;
}

/** The shots that gave way to each. */
export function indexChildren(shots: readonly Shot[]): (id: string) => readonly Shot[] {
  const children = Map.groupBy(shots, ({ parent }) => parent);
  return (id) => children.get(id) ?? [];
}

/** Everything measured below a shot: what a person may tick when a point is calculated anew. Those that gave way are not ticked. */
export function leavesUnder(shot: Shot, childrenOf: (id: string) => readonly Shot[]): { readonly shot: Shot; readonly is_used: boolean }[] {
  const used = new Set(shot.instrument_type === 'AVERAGE' ? shot.averaged_from : [shot.id]);
  const leaves: Shot[] = [];
  const seen = new Set<string>();
  const visit = (at: Shot) => {
    if (seen.has(at.id)) return;
    seen.add(at.id);
    if (at.instrument_type !== 'AVERAGE') leaves.push(at);
    for (const child of childrenOf(at.id)) visit(child);
  };
  visit(shot);
  return leaves.sort((a, b) => compareNames(a.name, b.name)).map((leaf) => ({ shot: leaf, is_used: used.has(leaf.id) }));
}

export interface AverageParts {
  readonly id: string;
  /** Measured shots; at least one. */
  readonly roots: readonly Shot[];
  readonly taken: TakenNames;
  readonly decision: Omit<Decision, 'what'> | null;
}

/** The new shot alone; making children of the old ones is the caller's. */
export function averageShots({ id, roots, taken, decision }: AverageParts): Shot {
  const sorted = roots.toSorted((a, b) => compareNames(a.name, b.name));
  const first = sorted[0]!;
  const mean = (pick: (shot: Shot) => number | null) => meanOf(sorted.map(pick).filter((value) => value !== null));
  const { easting, northing, elevation } = averagePositions(sorted.map((shot) => weighShot(shot, shot)))!;
  const what = `average of ${listNames(
    sorted.map((shot) => shot.name),
    20,
  )}`;
  return {
    ...blankShot,
    id,
    name: nextAverageName(first.name, taken),
    origin: 'AVERAGE',
    instrument_type: 'AVERAGE',
    easting,
    northing,
    elevation,
    description: first.description,
    code: first.code,
    full_code: first.full_code,
    original_code: first.original_code,
    datetime: first.datetime,
    collector_time: first.collector_time,
    number_of_satellites: mean((shot) => shot.number_of_satellites),
    age_of_corrections: mean((shot) => shot.age_of_corrections),
    status: sameOf(sorted.map((shot) => shot.status)),
    is_fixed: sameOf(sorted.map((shot) => shot.is_fixed)),
    HRMS: mean((shot) => shot.HRMS),
    VRMS: mean((shot) => shot.VRMS),
    HSDV: mean((shot) => shot.HSDV),
    VSDV: mean((shot) => shot.VSDV),
    PDOP: mean((shot) => shot.PDOP),
    HDOP: mean((shot) => shot.HDOP),
    VDOP: mean((shot) => shot.VDOP),
    TDOP: mean((shot) => shot.TDOP),
    GDOP: mean((shot) => shot.GDOP),
    rod_height: sameOf(sorted.map((shot) => shot.rod_height)),
    instrument_height: sameOf(sorted.map((shot) => shot.instrument_height)),
    bad_hrms: sorted.some((shot) => shot.bad_hrms),
    bad_vrms: sorted.some((shot) => shot.bad_vrms),
    bad_fixed_status: sorted.some((shot) => shot.bad_fixed_status),
    bad_code: first.bad_code,
    averaged_from: sorted.map((shot) => shot.id),
    extended_data_shot: sorted.find((shot) => shot.extended_data_shot !== null)?.extended_data_shot ?? null,
    decisions: decision ? [{ what, ...decision }] : [],
  };
}

export interface ChildResidual {
  readonly shot: string;
  readonly name: string;
  readonly d_easting: number;
  readonly d_northing: number;
  readonly d_elevation: number | null;
  readonly horizontal: number;
}

/** Mean less child, for every child. */
export function childResiduals(
  mean: GridPosition,
  children: readonly (GridPosition & { readonly id: string; readonly name: string })[],
): ChildResidual[] {
  return children.map((child) => ({
    shot: child.id,
    name: child.name,
    d_easting: mean.easting - child.easting,
    d_northing: mean.northing - child.northing,
    d_elevation: mean.elevation === null || child.elevation === null ? null : mean.elevation - child.elevation,
    horizontal: distance2d(mean, child),
  }));
}

function sameOf<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}
