import type { GridPosition } from '../geo/plane.ts';
import type { PipeSystem } from '../survey-settings.ts';

/**
 * A manhole, catch basin or other structure with what was measured down from its rim. Only the measure-down is kept: the
 * invert is always worked out from the rim as it stands now, so that it follows every shift.
 */
export interface Structure {
  /** Of the field-app shot: what a pipe names as its end. */
  readonly id: string;
  readonly name: string;
  readonly system: PipeSystem | null;
  /** null while no processed shot is matched to it. */
  readonly rim: GridPosition | null;
  readonly sump_measure_down: number | null;
  /** Inside, millimetres; null when not round or not measured. */
  readonly diameter: number | null;
  readonly connections: readonly Connection[];
}

export type MeasuredTo = 'invert' | 'obvert' | 'top_of_pipe';

export interface Connection {
  /** The pipe it belongs to, when the crew said so. */
  readonly pipe: string | null;
  /** Azimuth of the pipe leaving the structure, degrees; null when not taken. */
  readonly bearing: number | null;
  readonly direction: 'in' | 'out' | null;
  /** Millimetres. */
  readonly inside_diameter: number | null;
  readonly material: string | null;
  readonly measure_down: number | null;
  readonly measured_to: MeasuredTo;
  /** Outside height of the pipe and thickness of its wall, millimetres: needed when the tape touched the top of the pipe. */
  readonly outside_height: number | null;
  readonly wall_thickness: number | null;
}

export type Invert = { readonly elevation: number; readonly why_not: null } | { readonly elevation: null; readonly why_not: string };

/** Elevation of the inside bottom of a pipe where it meets the structure. */
export function invertOf(rim_elevation: number | null, connection: Connection): Invert {
  const { measure_down, measured_to, inside_diameter, outside_height, wall_thickness } = connection;
  if (rim_elevation === null) return { elevation: null, why_not: 'the rim has no processed elevation' };
  if (measure_down === null) return { elevation: null, why_not: 'nothing was measured down' };
  const touched = rim_elevation - measure_down;
  if (measured_to === 'invert') return { elevation: touched, why_not: null };
  if (measured_to === 'obvert') {
    if (inside_diameter === null) return { elevation: null, why_not: 'it was measured to the obvert and the inside diameter is not known' };
    return { elevation: touched - inside_diameter / 1000, why_not: null };
  }
  if (outside_height === null || wall_thickness === null) {
    return { elevation: null, why_not: 'it was measured to the top of the pipe and its outside height or wall is not known' };
  }
  return { elevation: touched - outside_height / 1000 + wall_thickness / 1000, why_not: null };
}

export function sumpOf(structure: Structure): number | null {
  const rim = structure.rim?.elevation ?? null;
  return rim === null || structure.sump_measure_down === null ? null : rim - structure.sump_measure_down;
}
