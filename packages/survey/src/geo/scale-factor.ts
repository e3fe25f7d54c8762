import type { GridPoint, Projection } from './projection.ts';

export interface ScaleFactors {
  readonly point: number;
  readonly elevation: number;
  /** point × elevation; ground = grid / combined. */
  readonly combined: number;
}

const RADIANS = Math.PI / 180;

/** Radius of the sphere that fits the ellipsoid best at a latitude: the geometric mean of both principal radii. */
export function gaussianRadius({ a, es }: Pick<Projection, 'a' | 'es'>, latitude: number): number {
  const w = 1 - es * Math.sin(latitude * RADIANS) ** 2;
  return (a * Math.sqrt(1 - es)) / w;
}

/**
 * Closed form for the oblique stereographic projection: the scale grows with the square of the distance from the origin.
 * Everything it needs is in the definition itself.
 */
export function stereographicScale(projection: Projection, at: GridPoint): number {
  const { k0, latitude, false_easting, false_northing } = projection.origin;
  const radius = gaussianRadius(projection, latitude);
  const distance = Math.hypot(at.easting - false_easting, at.northing - false_northing);
  return k0 * (1 + distance ** 2 / (4 * k0 ** 2 * radius ** 2));
}

/** A step of about 60 m: short against the curvature of the scale, long against the rounding of a projection. */
const STEP = 0.0005;

/** Any projection: the square root of its area scale, from two short differences across the point. Exact for conformal ones. */
export function numericScale(projection: Projection, at: GridPoint): number | null {
  const here = projection.toGeographic(at);
  if (!here) return null;
  const { latitude, longitude } = here;
  const north = projection.toGrid({ latitude: latitude + STEP, longitude });
  const south = projection.toGrid({ latitude: latitude - STEP, longitude });
  const east = projection.toGrid({ latitude, longitude: longitude + STEP });
  const west = projection.toGrid({ latitude, longitude: longitude - STEP });
  if (!north || !south || !east || !west) return null;
  const w = 1 - projection.es * Math.sin(latitude * RADIANS) ** 2;
  const along_meridian = (2 * STEP * RADIANS * projection.a * (1 - projection.es)) / w ** 1.5;
  const along_parallel = (2 * STEP * RADIANS * projection.a * Math.cos(latitude * RADIANS)) / Math.sqrt(w);
  const area =
    (north.northing - south.northing) * (east.easting - west.easting) - (north.easting - south.easting) * (east.northing - west.northing);
  return Math.sqrt(Math.abs(area) / (along_meridian * along_parallel));
}

export function pointScale(projection: Projection, at: GridPoint): number | null {
  return isObliqueStereographic(projection) ? stereographicScale(projection, at) : numericScale(projection, at);
}

export function elevationFactor(radius: number, ellipsoidal_height: number): number {
  return radius / (radius + ellipsoidal_height);
}

/** `ellipsoidal_height`, not elevation: the geoid lies some twenty metres away from the ellipsoid, 3 ppm. */
export function scaleFactorsAt(projection: Projection, at: GridPoint, ellipsoidal_height: number): ScaleFactors | null {
  const point = pointScale(projection, at);
  const latitude = isObliqueStereographic(projection) ? projection.origin.latitude : projection.toGeographic(at)?.latitude;
  if (point === null || latitude === undefined) return null;
  const elevation = elevationFactor(gaussianRadius(projection, latitude), ellipsoidal_height);
  return { point, elevation, combined: point * elevation };
}

/** Parts per million away from 1. */
export function toPpm(factor: number): number {
  return (factor - 1) * 1e6;
}

function isObliqueStereographic({ method }: Projection): boolean {
  return method === 'sterea';
}
