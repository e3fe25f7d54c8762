import { blankShot, compareNames, type Decision, type Shot } from '../assemble/shot.ts';
import { listNames } from '../assemble/wording.ts';
import { distance2d, type GridPosition } from '../geo/plane.ts';
import { nextAverageName } from './naming.ts';

/**
 * Averages are always taken over measured shots, the roots, never over averages: otherwise a point shot twice and averaged
 * would count as much as one shot once.
 */

/** Mean position; elevation over those that have one. null of nothing. The order of the positions does not matter. */
export function averagePositions(positions: readonly GridPosition[]): GridPosition | null {
  if (positions.length === 0) return null;
  const heights = positions.map(({ elevation }) => elevation).filter((elevation) => elevation !== null);
  return {
    easting: meanOf(positions.map(({ easting }) => easting))!,
    northing: meanOf(positions.map(({ northing }) => northing))!,
    elevation: meanOf(heights),
  };
}

/** Summed from small to large around the smallest: exact enough for millions of metres, and the same in any order. */
export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const least = sorted[0]!;
  return least + sorted.reduce((sum, value) => sum + (value - least), 0) / sorted.length;
}

/** The measured shots a shot stands on: those of an average, or the shot itself. */
export function rootsOf(shot: Shot, by_id: ReadonlyMap<string, Shot>): Shot[] {
  if (shot.instrument_type !== 'AVERAGE') return [shot];
  return shot.averaged_from.map((id) => by_id.get(id)).filter((root) => root !== undefined);
}

/** Everything measured below a shot: what a person may tick when a point is calculated anew. Those that gave way are not ticked. */
export function leavesUnder(shot: Shot, shots: readonly Shot[]): { readonly shot: Shot; readonly is_used: boolean }[] {
  const children = Map.groupBy(shots, (child) => child.parent);
  const by_id = new Map(shots.map((each) => [each.id, each]));
  const used = new Set(rootsOf(shot, by_id).map((root) => root.id));
  const leaves: Shot[] = [];
  const seen = new Set<string>();
  const visit = (at: Shot) => {
    if (seen.has(at.id)) return;
    seen.add(at.id);
    if (at.instrument_type !== 'AVERAGE') leaves.push(at);
    for (const child of children.get(at.id) ?? []) visit(child);
  };
  visit(shot);
  return leaves.sort((a, b) => compareNames(a.name, b.name)).map((leaf) => ({ shot: leaf, is_used: used.has(leaf.id) }));
}

export interface AverageParts {
  readonly id: string;
  /** Measured shots; at least one. */
  readonly roots: readonly Shot[];
  /** Names already in the run, as `nameKey`. */
  readonly taken: ReadonlySet<string>;
  readonly decision: Omit<Decision, 'what'> | null;
}

/** The new shot alone; making children of the old ones is the caller's. */
export function averageShots({ id, roots, taken, decision }: AverageParts): Shot {
  const sorted = roots.toSorted((a, b) => compareNames(a.name, b.name));
  const first = sorted[0]!;
  const mean = (pick: (shot: Shot) => number | null) => meanOf(sorted.map(pick).filter((value) => value !== null));
  const position = averagePositions(sorted)!;
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
    ...position,
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
