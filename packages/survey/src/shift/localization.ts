import { listNames } from '../assemble/wording.ts';
import type { GridPosition } from '../geo/plane.ts';
import type { Geographic, GridPoint, Projection } from '../geo/projection.ts';
import type { LocPoint } from '../read/records.ts';
import type { Tolerances } from '../survey-settings.ts';
import type { GridVector } from './vector.ts';

/**
 * A localization: how measured positions become those of the marks that were typed in. One mark moves everything by one vector.
 * Two or more move, turn and scale (four parameters, by least squares); three or more that know an elevation tilt as well (a
 * plane). The collector's own figures are not in its file, so they are solved again from the marks, with a residual for each.
 *
 *   local = local0 + scale · R(rotation) · (measured - measured0)       Z = h - Nc + [Zl - (hm - Nc)] + slope · (measured - measured0)
 */
export interface Localization {
  readonly name: string;
  readonly fit: LocalizationFit;
  /** Where the marks were measured, in the middle. */
  readonly mark: Geographic;
  readonly measured: GridPoint & { readonly height: number };
  readonly local: GridPosition & { readonly elevation: number };
  /** Typed in less measured, in the middle of the marks. */
  readonly d_easting: number;
  readonly d_northing: number;
  /** Zl - hm. */
  readonly d_elevation: number;
  readonly scale: number;
  /** Degrees, counter-clockwise from measured to local. */
  readonly rotation: number;
  /** Metres of height per metre east and north. */
  readonly slope_easting: number;
  readonly slope_northing: number;
  /** The undulation at the marks that is in the local elevations: the collector's, or the office's where it was given; 0 without. */
  readonly geoid_separation: number;
  readonly residuals: readonly LocalizationResidual[];
  /** Marks that do not agree with all the others, found by leaving each out. */
  readonly suspects: readonly string[];
  /** Measured figures beyond those that are needed: 0 leaves every mistake unseen. */
  readonly redundancy: number;
}

/** How much a localization may do: move, also turn, also scale. */
export type LocalizationFit = 'translation' | 'rotation' | 'similarity';

export interface LocalizationResidual {
  readonly name: string;
  readonly uses_horizontal: boolean;
  readonly uses_vertical: boolean;
  /** Typed in less solved. */
  readonly d_easting: number;
  readonly d_northing: number;
  /** null when it has no elevation. */
  readonly d_elevation: number | null;
  readonly horizontal: number;
  readonly is_beyond_tolerance: boolean;
}

export type LocalizationOutcome =
  | { readonly ok: true; readonly localization: Localization | null }
  | { readonly ok: false; readonly sentence: string };

export interface LocalizationOptions {
  /** As much as the number of marks allows, unless said otherwise. */
  readonly fit?: LocalizationFit;
  /** Names of marks that do not count. */
  readonly left_out?: readonly string[];
  /** The office's undulation, where elevations are to be computed with it. */
  readonly undulationAt?: (at: Geographic) => number | null;
}

type Limits = Pick<Tolerances, 'control_reject_horizontal' | 'control_reject_vertical'>;

interface Mark {
  readonly name: string;
  readonly geographic: Geographic;
  readonly measured: GridPoint;
  readonly height: number;
  readonly local: GridPoint;
  readonly elevation: number | null;
  readonly separation: number;
  readonly uses_horizontal: boolean;
  readonly uses_vertical: boolean;
}

/** No mark in use: no localization. */
export function solveLocalization(
  points: readonly LocPoint[],
  projection: Projection,
  limits: Limits,
  { fit, left_out = [], undulationAt }: LocalizationOptions = {},
): LocalizationOutcome {
  const given = points.filter((point) => point.use_horizontal !== false || point.use_vertical !== false);
  const marks: Mark[] = [];
  for (const point of given) {
    const mark = markOf(point, projection, left_out, undulationAt);
    if ('sentence' in mark) return { ok: false, sentence: mark.sentence };
    marks.push(mark);
  }
  if (!marks.some(isUsed)) return { ok: true, localization: null };
  const horizontal = marks.filter(({ uses_horizontal }) => uses_horizontal);
  const wanted = fit ?? (horizontal.length > 1 ? 'similarity' : 'translation');
  if (wanted !== 'translation' && spreadOf(horizontal) < MIN_SPREAD)
    return {
      ok: false,
      sentence: `The ${horizontal.length} points of the localization lie on one place: how it turns and scales cannot be solved.`,
    };
  const solved = solve(marks, wanted);
  const residuals = marks.map((mark) => residualOf(mark, solved, limits));
  const unknowns = wanted === 'translation' ? 2 : wanted === 'rotation' ? 3 : 4;
  return {
    ok: true,
    localization: {
      ...solved,
      name: listNames(marks.filter(isUsed).map(({ name }) => name)),
      residuals,
      suspects: findSuspects(marks, wanted, residuals, limits),
      redundancy: Math.max(2 * horizontal.length - unknowns, 0),
    },
  };
}

/** What the localization added to a measured place. */
export function localizeVector(localization: Localization, at: GridPoint, has_geoid: boolean): GridVector {
  const { measured, local } = localization;
  const to = turn(localization, at.easting - measured.easting, at.northing - measured.northing);
  return {
    d_easting: local.easting + to.easting - at.easting,
    d_northing: local.northing + to.northing - at.northing,
    d_elevation: riseAt(localization, at) + (has_geoid ? localization.geoid_separation : 0),
  };
}

/** What has to be added to a local place to come back to the measured one. */
export function takeBackVector(localization: Localization, at: GridPoint, has_geoid: boolean): GridVector {
  const { measured, local, scale, rotation } = localization;
  const back = turn({ scale: 1 / scale, rotation: -rotation }, at.easting - local.easting, at.northing - local.northing);
  const there = { easting: measured.easting + back.easting, northing: measured.northing + back.northing };
  return {
    d_easting: there.easting - at.easting,
    d_northing: there.northing - at.northing,
    d_elevation: -(riseAt(localization, there) + (has_geoid ? localization.geoid_separation : 0)),
  };
}

/** Zl - hm at a measured place. */
export function riseAt({ measured, d_elevation, slope_easting, slope_northing }: Solved, at: GridPoint): number {
  return d_elevation + slope_easting * (at.easting - measured.easting) + slope_northing * (at.northing - measured.northing);
}

type Solved = Omit<Localization, 'name' | 'residuals' | 'suspects' | 'redundancy'>;

const RADIANS = Math.PI / 180;

function turn(
  { scale, rotation }: { readonly scale: number; readonly rotation: number },
  d_easting: number,
  d_northing: number,
): GridPoint {
  const [cosine, sine] = [scale * Math.cos(rotation * RADIANS), scale * Math.sin(rotation * RADIANS)];
  return { easting: cosine * d_easting - sine * d_northing, northing: sine * d_easting + cosine * d_northing };
}

function markOf(
  point: LocPoint,
  projection: Projection,
  left_out: readonly string[],
  undulationAt: LocalizationOptions['undulationAt'],
): Mark | { readonly sentence: string } {
  const { latitude, longitude, ellipsoid_elevation, local_easting, local_northing, local_elevation } = point;
  const name = point.description || point.name;
  if (latitude === null || longitude === null || ellipsoid_elevation === null || local_easting === null || local_northing === null)
    return { sentence: `The localization point ${name} lacks a coordinate.` };
  const measured = projection.toGrid({ latitude, longitude });
  if (!measured) return { sentence: `The localization point ${name} lies outside the office coordinate system.` };
  const separation = undulationAt ? undulationAt({ latitude, longitude }) : (point.geoid_separation ?? 0);
  if (separation === null) return { sentence: `The geoid grid does not cover the localization point ${name}.` };
  const counts = !left_out.includes(name) && !left_out.includes(point.name);
  return {
    name,
    geographic: { latitude, longitude },
    measured,
    height: ellipsoid_elevation,
    local: { easting: local_easting, northing: local_northing },
    elevation: local_elevation,
    separation,
    uses_horizontal: counts && point.use_horizontal !== false,
    uses_vertical: counts && point.use_vertical !== false && local_elevation !== null,
  };
}

function isUsed({ uses_horizontal, uses_vertical }: Mark): boolean {
  return uses_horizontal || uses_vertical;
}

/** Square metres: less is one place measured twice. */
const MIN_SPREAD = 1;

function spreadOf(marks: readonly Mark[]): number {
  const middle = middleOf(marks.map(({ measured }) => measured));
  return marks.reduce(
    (sum, { measured }) => sum + (measured.easting - middle.easting) ** 2 + (measured.northing - middle.northing) ** 2,
    0,
  );
}

function solve(marks: readonly Mark[], fit: LocalizationFit): Solved {
  const used = marks.filter(isUsed);
  const horizontal = used.filter(({ uses_horizontal }) => uses_horizontal);
  const vertical = used.filter(({ uses_vertical }) => uses_vertical);
  const of_place = horizontal.length > 0 ? horizontal : used;
  const measured = middleOf(of_place.map((mark) => mark.measured));
  // Marks that count in height alone leave the place as it was measured.
  const local = horizontal.length > 0 ? middleOf(horizontal.map((mark) => mark.local)) : measured;
  const turned = fit === 'translation' ? { scale: 1, rotation: 0 } : solveTurn(horizontal, measured, local, fit);
  const separation = mean(vertical.map((mark) => mark.separation));
  const plane = fitPlane(
    vertical.map((mark) => ({
      x: mark.measured.easting - measured.easting,
      y: mark.measured.northing - measured.northing,
      z: mark.elevation! - mark.height + mark.separation,
    })),
  );
  const height = mean(used.map((mark) => mark.height));
  const d_elevation = plane.z - separation;
  return {
    fit,
    mark: {
      latitude: mean(of_place.map(({ geographic }) => geographic.latitude)),
      longitude: mean(of_place.map(({ geographic }) => geographic.longitude)),
    },
    measured: { ...measured, height },
    local: { ...local, elevation: height + d_elevation },
    d_easting: local.easting - measured.easting,
    d_northing: local.northing - measured.northing,
    d_elevation,
    ...turned,
    slope_easting: plane.x,
    slope_northing: plane.y,
    geoid_separation: separation,
  };
}

/** The angle and scale by which the marks, seen from their middle, fit best. */
function solveTurn(marks: readonly Mark[], measured: GridPoint, local: GridPoint, fit: LocalizationFit) {
  let [along, across, square] = [0, 0, 0];
  for (const mark of marks) {
    const [me, mn] = [mark.measured.easting - measured.easting, mark.measured.northing - measured.northing];
    const [le, ln] = [mark.local.easting - local.easting, mark.local.northing - local.northing];
    along += me * le + mn * ln;
    across += me * ln - mn * le;
    square += me ** 2 + mn ** 2;
  }
  const scale = fit === 'similarity' ? Math.hypot(along, across) / square : 1;
  return { scale, rotation: Math.atan2(across, along) / RADIANS };
}

/** Marks nearly in one line leave the tilt across it to chance. */
const IN_ONE_LINE = 1e-4;

/** z = z0 + x·east + y·north by least squares; level where fewer than three marks or marks in one line allow no plane. */
function fitPlane(places: readonly { readonly x: number; readonly y: number; readonly z: number }[]) {
  const [x0, y0, z0] = [mean(places.map(({ x }) => x)), mean(places.map(({ y }) => y)), mean(places.map(({ z }) => z))];
  let [xx, yy, xy, xz, yz] = [0, 0, 0, 0, 0];
  for (const { x, y, z } of places) {
    const [dx, dy, dz] = [x - x0, y - y0, z - z0];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
    xz += dx * dz;
    yz += dy * dz;
  }
  const determinant = xx * yy - xy ** 2;
  if (places.length < 3 || determinant <= IN_ONE_LINE * ((xx + yy) / 2) ** 2) return { x: 0, y: 0, z: z0 };
  const x = (xz * yy - yz * xy) / determinant;
  const y = (yz * xx - xz * xy) / determinant;
  return { x, y, z: z0 - x * x0 - y * y0 };
}

function residualOf(mark: Mark, solved: Solved, limits: Limits): LocalizationResidual {
  const to = turn(solved, mark.measured.easting - solved.measured.easting, mark.measured.northing - solved.measured.northing);
  const d_easting = mark.local.easting - solved.local.easting - to.easting;
  const d_northing = mark.local.northing - solved.local.northing - to.northing;
  const rise = riseAt(solved, mark.measured) + solved.geoid_separation - mark.separation;
  const d_elevation = mark.elevation === null ? null : mark.elevation - mark.height - rise;
  const horizontal = Math.hypot(d_easting, d_northing);
  const { name, uses_horizontal, uses_vertical } = mark;
  return {
    name,
    uses_horizontal,
    uses_vertical,
    d_easting,
    d_northing,
    d_elevation,
    horizontal,
    is_beyond_tolerance:
      (uses_horizontal && horizontal > limits.control_reject_horizontal) ||
      (uses_vertical && Math.abs(d_elevation ?? 0) > limits.control_reject_vertical),
  };
}

/** A wrong mark pulls the others. It is the one without which the rest fits; with too few marks it cannot be told. */
function findSuspects(marks: readonly Mark[], fit: LocalizationFit, residuals: readonly LocalizationResidual[], limits: Limits): string[] {
  if (!residuals.some(({ is_beyond_tolerance }) => is_beyond_tolerance)) return [];
  const enough = fit === 'translation' ? 3 : 4;
  if (marks.filter(({ uses_horizontal }) => uses_horizontal).length < enough) return [];
  const culprits = marks.filter((mark) => {
    if (!isUsed(mark)) return false;
    const others = marks.filter((other) => other !== mark);
    if (fit !== 'translation' && spreadOf(others.filter(({ uses_horizontal }) => uses_horizontal)) < MIN_SPREAD) return false;
    const without = solve(others, fit);
    return others.every((other) => !residualOf(other, without, limits).is_beyond_tolerance);
  });
  return culprits.map(({ name }) => name);
}

function middleOf(places: readonly GridPoint[]): GridPoint {
  return { easting: mean(places.map(({ easting }) => easting)), northing: mean(places.map(({ northing }) => northing)) };
}

/** 0 of nothing. Counted from the first value, so that millions of metres cost no decimals. */
function mean(values: readonly number[]): number {
  const [first = 0] = values;
  return values.length === 0 ? 0 : first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
}
