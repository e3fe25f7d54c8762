import type { Shot } from '../assemble/shot.ts';
import type { GridPosition } from '../geo/plane.ts';

/** A shift on the grid. */
export interface GridVector {
  readonly d_easting: number;
  readonly d_northing: number;
  readonly d_elevation: number;
}

export const noShift: GridVector = { d_easting: 0, d_northing: 0, d_elevation: 0 };

export function addVectors(a: GridVector, b: GridVector): GridVector {
  return { d_easting: a.d_easting + b.d_easting, d_northing: a.d_northing + b.d_northing, d_elevation: a.d_elevation + b.d_elevation };
}

/** The middle of each part on its own: what most of the vectors agree on, whatever a few of them say. null of nothing. */
export function medianVector(vectors: readonly GridVector[]): GridVector | null {
  if (vectors.length === 0) return null;
  const middle = (pick: (vector: GridVector) => number) => vectors.map(pick).sort((a, b) => a - b)[Math.floor(vectors.length / 2)]!;
  return {
    d_easting: middle(({ d_easting }) => d_easting),
    d_northing: middle(({ d_northing }) => d_northing),
    d_elevation: middle(({ d_elevation }) => d_elevation),
  };
}

export function movePosition(at: GridPosition, by: GridVector): GridPosition {
  return {
    easting: at.easting + by.d_easting,
    northing: at.northing + by.d_northing,
    elevation: at.elevation === null ? null : at.elevation + by.d_elevation,
  };
}

/** Measured, with the heights that a person corrected. */
export function correctedPosition({ easting, northing, elevation, height_correction }: Shot): GridPosition {
  return { easting, northing, elevation: elevation === null ? null : elevation + height_correction };
}

/** Corrected plus shift; null until a shift has been decided for the shot. Averages have none of their own: see final-coordinates. */
export function shiftedPosition(shot: Shot): GridPosition | null {
  return shot.shift === null ? null : movePosition(correctedPosition(shot), shot.shift);
}

export function measuredPosition({ easting, northing, elevation }: Shot): GridPosition {
  return { easting, northing, elevation };
}

/** Whether the collector had a localization in force for this shot. */
export function isLocalized(shot: Shot): boolean {
  return shot.circumstances?.localization_file != null;
}

/** Rounding of a height printed to four decimals, twice. */
const PRINTED = 0.01;

/**
 * The undulation the collector itself took off, at an un-localized shot: mark on the ellipsoid less its own elevation.
 * 0 when it had no geoid; null when the raw file does not hold both figures.
 */
export function appliedUndulation(shot: Shot): number | null {
  const height = shot.gnss?.mark_elevation ?? null;
  const elevation = shot.collected?.elevation ?? null;
  if (height === null || elevation === null) return null;
  const applied = height - elevation;
  return shot.circumstances?.geoid_file == null && Math.abs(applied) < PRINTED ? 0 : applied;
}
