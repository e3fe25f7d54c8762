import { distance2d, type GridPosition } from '../geo/plane.ts';
import type { Tolerances } from '../survey-settings.ts';
import { type GridVector, movePosition, noShift } from './vector.ts';

export interface ControlPoint extends GridPosition {
  readonly id: string;
  readonly name: string;
  readonly control_destroyed: boolean;
}

/** A shot on a mark whose coordinates are published. */
export interface ControlObservation {
  readonly control: ControlPoint;
  readonly shot: string;
  readonly shot_name: string;
  readonly measured: GridPosition;
  /** Checked by the person: counts in the mean. */
  readonly is_accepted: boolean;
}

export interface ControlResidual {
  readonly control: string;
  readonly shot: string;
  readonly shot_name: string;
  readonly control_name: string;
  readonly is_accepted: boolean;
  /** Published less shifted. */
  readonly d_easting: number;
  readonly d_northing: number;
  /** null when either has no elevation. */
  readonly d_elevation: number | null;
  readonly horizontal: number;
  readonly is_beyond_tolerance: boolean;
  readonly control_destroyed: boolean;
}

export interface ControlShift extends GridVector {
  readonly type: 'CONTROL';
  /** Whose shots it moves; null in a run with one base or none, where it moves everything. */
  readonly base_key: string | null;
  readonly count_horizontal: number;
  /** How many of them had an elevation to compare; 0 leaves elevations where they are. */
  readonly count_vertical: number;
  readonly residuals: readonly ControlResidual[];
  /** Shots on controls that do not agree with all the others: suggested to be left out, never left out here. */
  readonly suspects: readonly string[];
}

type Limits = Pick<Tolerances, 'control_reject_horizontal' | 'control_reject_vertical'>;

/** Mean of published less measured over the accepted controls; null when none is accepted. An elevation of 0 is an elevation. */
export function computeControlShift(
  observations: readonly ControlObservation[],
  limits: Limits,
  base_key: string | null = null,
): ControlShift | null {
  const accepted = observations.filter((observation) => observation.is_accepted);
  if (accepted.length === 0) return null;
  const { shift, count_vertical } = computeMean(accepted);
  return {
    type: 'CONTROL',
    base_key,
    ...shift,
    count_horizontal: accepted.length,
    count_vertical,
    residuals: controlResiduals(observations, () => shift, limits),
    suspects: findSuspects(accepted, limits),
  };
}

/** The same with figures that a person typed: what remains at each control, and no mean. */
export function typedControlShift(observations: readonly ControlObservation[], typed: GridVector, limits: Limits): ControlShift {
  const { d_easting, d_northing, d_elevation } = typed;
  const vector = { d_easting, d_northing, d_elevation };
  const residuals = controlResiduals(observations, () => vector, limits);
  return { type: 'CONTROL', base_key: null, ...vector, count_horizontal: 0, count_vertical: 0, residuals, suspects: [] };
}

/** With two controls it cannot be told which of them is wrong. */
const MIN_CONTROLS = 3;

/**
 * One wrong control pulls the mean and makes good ones look bad. Each is therefore held against the mean of the others; the
 * worst is set aside, and the rest is looked at again, until they agree.
 */
function findSuspects(accepted: readonly ControlObservation[], limits: Limits): string[] {
  const suspects: string[] = [];
  for (let left = accepted; left.length >= MIN_CONTROLS; ) {
    const beyond = left
      .map((observation) => ({ observation, excess: excessAgainst(observation, left, limits) }))
      .filter(({ excess }) => excess > 1)
      .toSorted((a, b) => b.excess - a.excess);
    const [worst] = beyond;
    if (!worst) break;
    suspects.push(worst.observation.shot);
    left = left.filter((observation) => observation !== worst.observation);
  }
  return suspects;
}

/** How many times the tolerance a control misses the mean of all the others by. */
function excessAgainst(one: ControlObservation, all: readonly ControlObservation[], limits: Limits): number {
  const others = computeMean(all.filter((observation) => observation !== one));
  const [residual] = controlResiduals([one], () => others.shift, limits);
  const { horizontal, d_elevation } = residual!;
  const vertical = others.count_vertical === 0 ? 0 : Math.abs(d_elevation ?? 0);
  return Math.max(horizontal / limits.control_reject_horizontal, vertical / limits.control_reject_vertical);
}

function computeMean(observations: readonly ControlObservation[]): { readonly shift: GridVector; readonly count_vertical: number } {
  const vertical = observations.filter(({ control, measured }) => control.elevation !== null && measured.elevation !== null);
  return {
    shift: {
      d_easting: mean(observations.map(({ control, measured }) => control.easting - measured.easting)),
      d_northing: mean(observations.map(({ control, measured }) => control.northing - measured.northing)),
      d_elevation: mean(vertical.map(({ control, measured }) => control.elevation! - measured.elevation!)),
    },
    count_vertical: vertical.length,
  };
}

/** What remains at each control after a shift: of this run's own, or of any other. */
export function controlResiduals(
  observations: readonly ControlObservation[],
  shiftOf: (shot: string) => GridVector | null,
  limits: Limits,
): ControlResidual[] {
  return observations.map(({ control, shot, shot_name, measured, is_accepted }) => {
    const at = movePosition(measured, shiftOf(shot) ?? noShift);
    const horizontal = distance2d(control, at);
    const d_elevation = control.elevation === null || at.elevation === null ? null : control.elevation - at.elevation;
    return {
      control: control.id,
      shot,
      shot_name,
      control_name: control.name,
      is_accepted,
      d_easting: control.easting - at.easting,
      d_northing: control.northing - at.northing,
      d_elevation,
      horizontal,
      is_beyond_tolerance: horizontal > limits.control_reject_horizontal || Math.abs(d_elevation ?? 0) > limits.control_reject_vertical,
      control_destroyed: control.control_destroyed,
    };
  });
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
