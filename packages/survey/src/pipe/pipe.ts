import { angleBetween, azimuthOf, distance2d, type GridPosition } from '../geo/plane.ts';
import type { GridPoint } from '../geo/projection.ts';
import type { PipeSystem, Tolerances } from '../survey-settings.ts';
import { type Connection, type Invert, invertOf, type Structure } from './structure.ts';

export interface Pipe {
  readonly id: string;
  readonly name: string;
  readonly start_structure: string | null;
  readonly end_structure: string | null;
  readonly system: PipeSystem | null;
  readonly material: string | null;
  /** Millimetres. */
  readonly inside_diameter: number | null;
  readonly shape: string | null;
  readonly status: string | null;
  readonly note: string;
  /** Bends between the two ends, on the grid. */
  readonly vertices: readonly GridPoint[];
  /** What an end without structure is: outfall, plug, unknown. null when nobody said. */
  readonly open_end: 'outfall' | 'plug' | 'unknown' | null;
}

/** A pipe with everything that follows from its two structures. Drawn and listed from start to end; flow may be either way. */
export interface DerivedPipe {
  readonly pipe: Pipe;
  readonly start: PipeEnd;
  readonly end: PipeEnd;
  /** Rim to rim along the vertices, on the grid. */
  readonly length_2d: number | null;
  /** Along the inverts. */
  readonly length_3d: number | null;
  /** Fall per length from start to end; negative when the end is higher. */
  readonly slope_percent: number | null;
  /** Start, vertices, end; elevations at the inverts, evenly between. Empty when an end has no place. */
  readonly line: readonly GridPosition[];
}

export interface PipeEnd {
  readonly structure: Structure | null;
  readonly connection: Connection | null;
  readonly invert: Invert;
}

export function derivePipe(
  pipe: Pipe,
  structures: ReadonlyMap<string, Structure>,
  tolerances: Pick<Tolerances, 'pipe_bearing'>,
): DerivedPipe {
  const from = pipe.start_structure === null ? null : (structures.get(pipe.start_structure) ?? null);
  const to = pipe.end_structure === null ? null : (structures.get(pipe.end_structure) ?? null);
  const start = deriveEnd(pipe, from, pipe.vertices[0] ?? to?.rim ?? null, tolerances.pipe_bearing);
  const end = deriveEnd(pipe, to, pipe.vertices.at(-1) ?? from?.rim ?? null, tolerances.pipe_bearing);
  const path = [from?.rim ?? null, ...pipe.vertices, to?.rim ?? null].filter((place) => place !== null);
  const has_both = Boolean(from?.rim && to?.rim);
  const length_2d = has_both ? lengthOf(path) : null;
  const fall = start.invert.elevation === null || end.invert.elevation === null ? null : start.invert.elevation - end.invert.elevation;
  return {
    pipe,
    start,
    end,
    length_2d,
    length_3d: length_2d === null || fall === null ? null : Math.hypot(length_2d, fall),
    slope_percent: slopePercent(start.invert.elevation, end.invert.elevation, length_2d),
    line: has_both ? liftLine(path, start.invert.elevation, end.invert.elevation) : [],
  };
}

/** Positive downhill from the first to the second. */
export function slopePercent(from: number | null, to: number | null, length: number | null): number | null {
  if (from === null || to === null || length === null || length === 0) return null;
  return ((from - to) / length) * 100;
}

function deriveEnd(pipe: Pipe, structure: Structure | null, towards: GridPoint | null, tolerance: number): PipeEnd {
  const nothing = { structure, connection: null };
  if (!structure) return { ...nothing, invert: { elevation: null, why_not: 'the pipe ends in the open' } };
  const connection = findConnection(pipe, structure, towards, tolerance);
  if (!connection) return { ...nothing, invert: { elevation: null, why_not: `no connection of ${structure.name} points along the pipe` } };
  // A measure to the obvert needs a diameter; what was not taken at the structure is taken from the pipe.
  const known = { ...connection, inside_diameter: connection.inside_diameter ?? pipe.inside_diameter };
  return { structure, connection: known, invert: invertOf(structure.rim?.elevation ?? null, known) };
}

/** The connection the crew tied to the pipe; else the one whose bearing fits best; else the only one there is. */
function findConnection(pipe: Pipe, structure: Structure, towards: GridPoint | null, tolerance: number): Connection | null {
  const tied = structure.connections.find((connection) => connection.pipe === pipe.id);
  if (tied) return tied;
  const free = structure.connections.filter((connection) => connection.pipe === null);
  const azimuth = structure.rim && towards ? azimuthOf(structure.rim, towards) : null;
  if (azimuth !== null) {
    const away = (connection: Connection) =>
      connection.bearing === null ? Number.POSITIVE_INFINITY : angleBetween(connection.bearing, azimuth);
    const [best] = free.toSorted((a, b) => away(a) - away(b));
    if (best && away(best) <= tolerance) return best;
  }
  const [only] = free;
  return free.length === 1 && only?.bearing === null ? only : null;
}

function lengthOf(path: readonly GridPoint[]): number {
  return path.slice(1).reduce((sum, place, before) => sum + distance2d(path[before]!, place), 0);
}

function liftLine(path: readonly GridPoint[], from: number | null, to: number | null): GridPosition[] {
  const total = lengthOf(path);
  let along = 0;
  return path.map(({ easting, northing }, place) => {
    const before = path[place - 1];
    if (before) along += distance2d(before, { easting, northing });
    const share = total === 0 ? 0 : along / total;
    return { easting, northing, elevation: from === null || to === null ? null : from + (to - from) * share };
  });
}
