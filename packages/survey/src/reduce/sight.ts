import type { GridPosition } from '../geo/plane.ts';
import { azimuthOf, normalizeAzimuth, offsetBy } from '../geo/plane.ts';
import type { TotalStationShot } from '../read/raw/raw-records.ts';

/** What one sight needs from the rest of the file. */
export interface Orientation {
  readonly station: GridPosition;
  /** Azimuth to the backsight. */
  readonly azimuth: number | null;
  /** The circle reading on it. */
  readonly circle: number;
}

export interface Atmosphere {
  /** Multiplies horizontal distances: total-station scale × job scale. */
  readonly scale: number;
  /** Lift per metre squared of horizontal distance for curvature and refraction; 0 when the collector did not apply it. */
  readonly curvature: number;
}

export const plainAir: Atmosphere = { scale: 1, curvature: 0 };

export interface PolarSight {
  readonly azimuth: number;
  readonly horizontal: number;
  /** From instrument axis to target. */
  readonly rise: number | null;
}

const RADIANS = Math.PI / 180;

/**
 * Azimuth and distances of one reading. A reading on the second face needs no special case: its circle stands 180° away
 * and its sine is negative, which is the same place.
 */
export function polarOf(sight: TotalStationShot, orientation: Orientation): PolarSight | null {
  const azimuth = azimuthOfSight(sight, orientation);
  const reach = horizontalAndRise(sight);
  if (azimuth === null || reach === null) return null;
  return { azimuth, ...reach };
}

/** Where the sight puts its point; elevation null when either end has none. */
export function reduceSight(sight: TotalStationShot, orientation: Orientation, air: Atmosphere = plainAir): GridPosition | null {
  const polar = polarOf(sight, orientation);
  if (polar === null) return null;
  const { station } = orientation;
  const at = offsetBy(station, polar.azimuth, polar.horizontal * air.scale);
  const { instrument_height, rod_height } = sight;
  const knows_heights = station.elevation !== null && polar.rise !== null && instrument_height !== null && rod_height !== null;
  const lift = air.curvature * polar.horizontal ** 2;
  const elevation = knows_heights ? station.elevation + instrument_height + polar.rise - rod_height + lift : null;
  return { ...at, elevation };
}

function azimuthOfSight(sight: TotalStationShot, { azimuth, circle }: Orientation): number | null {
  const { angle, angle_kind } = sight;
  if (angle === null || angle_kind === null) return null;
  if (angle_kind === 'AZ' || angle_kind === 'BR') return normalizeAzimuth(angle);
  if (azimuth === null) return null;
  switch (angle_kind) {
    case 'AR':
      return normalizeAzimuth(azimuth + (angle - circle));
    case 'AL':
      return normalizeAzimuth(azimuth - (angle - circle));
    case 'DR':
      return normalizeAzimuth(azimuth + 180 + angle);
    case 'DL':
      return normalizeAzimuth(azimuth + 180 - angle);
  }
}

function horizontalAndRise({ distance, distance_kind, vertical, vertical_kind }: TotalStationShot): Omit<PolarSight, 'azimuth'> | null {
  if (distance === null || distance_kind === null) return null;
  if (vertical === null || vertical_kind === null) return distance_kind === 'HD' ? { horizontal: distance, rise: null } : null;
  if (vertical_kind === 'CE') {
    const horizontal = distance_kind === 'HD' ? distance : Math.sqrt(Math.max(distance ** 2 - vertical ** 2, 0));
    return { horizontal, rise: vertical };
  }
  const zenith = (vertical_kind === 'ZE' ? vertical : 90 - vertical) * RADIANS;
  if (distance_kind === 'SD') return { horizontal: distance * Math.sin(zenith), rise: distance * Math.cos(zenith) };
  const tangent = Math.tan(zenith);
  return { horizontal: distance, rise: Math.abs(tangent) < 1e-9 ? null : distance / tangent };
}

/** The azimuth to the backsight: as recorded, else from both coordinates. */
export function backsightAzimuth(recorded: number | null, station: GridPosition, backsight: GridPosition | undefined): number | null {
  return recorded ?? (backsight ? azimuthOf(station, backsight) : null);
}
