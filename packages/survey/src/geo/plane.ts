import type { GridPoint } from './projection.ts';

export interface GridPosition extends GridPoint {
  /** null when no elevation is known; 0 is a value. */
  readonly elevation: number | null;
}

export function distance2d(a: GridPoint, b: GridPoint): number {
  return Math.hypot(a.easting - b.easting, a.northing - b.northing);
}

/** Falls back to 2D when either end has no elevation. */
export function distance3d(a: GridPosition, b: GridPosition): number {
  const rise = a.elevation === null || b.elevation === null ? 0 : a.elevation - b.elevation;
  return Math.hypot(a.easting - b.easting, a.northing - b.northing, rise);
}

/** Grid azimuth in degrees clockwise from grid north, 0 ≤ azimuth < 360; null between equal points. */
export function azimuthOf(from: GridPoint, to: GridPoint): number | null {
  const d_easting = to.easting - from.easting;
  const d_northing = to.northing - from.northing;
  if (d_easting === 0 && d_northing === 0) return null;
  return normalizeAzimuth((Math.atan2(d_easting, d_northing) * 180) / Math.PI);
}

export function normalizeAzimuth(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 360 ? 0 : turned;
}

/** The smaller angle between two azimuths, 0 to 180. */
export function angleBetween(a: number, b: number): number {
  const turned = Math.abs(normalizeAzimuth(a) - normalizeAzimuth(b));
  return turned > 180 ? 360 - turned : turned;
}

export function offsetBy(from: GridPoint, azimuth: number, distance: number): GridPoint {
  const radians = (azimuth * Math.PI) / 180;
  return { easting: from.easting + distance * Math.sin(radians), northing: from.northing + distance * Math.cos(radians) };
}

/** "N 12°34'56" E": the quadrant form that plans carry. */
export function quadrantBearing(azimuth: number): { from: 'N' | 'S'; degrees: number; to: 'E' | 'W' } {
  const turned = normalizeAzimuth(azimuth);
  if (turned <= 90) return { from: 'N', degrees: turned, to: 'E' };
  if (turned <= 180) return { from: 'S', degrees: 180 - turned, to: 'E' };
  if (turned <= 270) return { from: 'S', degrees: turned - 180, to: 'W' };
  return { from: 'N', degrees: 360 - turned, to: 'W' };
}

export function groundDistance(grid_distance: number, combined_scale_factor: number): number {
  return grid_distance / combined_scale_factor;
}

export function gridDistance(ground_distance: number, combined_scale_factor: number): number {
  return ground_distance * combined_scale_factor;
}
