import { nameKey } from '../assemble/shot.ts';
import { angleBetween, azimuthOf, distance2d, type GridPosition, normalizeAzimuth } from '../geo/plane.ts';
import type { ResectionReading, ResectionRecord } from '../read/raw/raw-records.ts';
import type { Tolerances } from '../survey-settings.ts';
import { meanDirection, toFirstFace } from './sets.ts';

/**
 * A resection as the collector printed it, with its residuals computed again from the coordinates of the points used.
 * The station itself is taken as the collector solved it.
 */
export interface ResectionReport {
  readonly name: string;
  readonly position: GridPosition | null;
  readonly points_used: readonly string[];
  readonly readings: readonly ResectionResidual[];
  /** Worst of each kind, printed or computed. */
  readonly worst: { readonly distance: number | null; readonly elevation: number | null; readonly angle_seconds: number | null };
  readonly is_within_tolerance: boolean;
  readonly lines: readonly number[];
}

export interface ResectionResidual {
  readonly name: string;
  readonly face: 'D' | 'R' | null;
  readonly printed: { readonly distance: number | null; readonly angle_seconds: number | null; readonly elevation: number | null };
  readonly computed: { readonly distance: number | null; readonly angle_seconds: number | null; readonly elevation: number | null };
}

type ResectionTolerances = Pick<Tolerances, 'resection_distance' | 'resection_elevation' | 'resection_angle_seconds'>;

const RADIANS = Math.PI / 180;

export function reportResection(
  record: ResectionRecord,
  places: ReadonlyMap<string, GridPosition>,
  tolerances: ResectionTolerances,
): ResectionReport {
  const { easting, northing, elevation } = record;
  const position = easting === null || northing === null ? null : { easting, northing, elevation };
  const orientation = position ? solveOrientation(position, record.readings, places) : null;
  const readings = record.readings.map((reading) => ({
    name: reading.name,
    face: reading.face,
    printed: { distance: reading.residual_distance, angle_seconds: reading.residual_angle, elevation: reading.residual_elevation },
    computed: computeResidual(reading, position, record.instrument_height, orientation, places.get(nameKey(reading.name))),
  }));
  const whole = { distance: record.residual_distance, angle_seconds: record.residual_angle, elevation: record.residual_elevation };
  const all = [whole, ...readings.flatMap((reading) => [reading.printed, reading.computed])];
  const worst = {
    distance: largest(all.map((residual) => residual.distance)),
    elevation: largest(all.map((residual) => residual.elevation)),
    angle_seconds: largest(all.map((residual) => residual.angle_seconds)),
  };
  return {
    name: record.name,
    position,
    points_used: record.points_used,
    readings,
    worst,
    is_within_tolerance:
      (worst.distance ?? 0) <= tolerances.resection_distance &&
      (worst.elevation ?? 0) <= tolerances.resection_elevation &&
      (worst.angle_seconds ?? 0) <= tolerances.resection_angle_seconds,
    lines: record.lines,
  };
}

function firstFace(reading: ResectionReading) {
  const face = { circle: reading.angle ?? 0, zenith: reading.zenith, slope_distance: reading.distance };
  return reading.face === 'R' ? toFirstFace(face) : face;
}

/** Azimuth of the circle's zero: the mean over the points whose coordinates are known. One point alone leaves no residual. */
function solveOrientation(
  station: GridPosition,
  readings: readonly ResectionReading[],
  places: ReadonlyMap<string, GridPosition>,
): number | null {
  const zeros = readings.flatMap((reading) => {
    const target = places.get(nameKey(reading.name));
    const azimuth = target && reading.angle !== null ? azimuthOf(station, target) : null;
    return azimuth === null ? [] : [normalizeAzimuth(azimuth - firstFace(reading).circle)];
  });
  return zeros.length < 2 ? null : meanDirection(zeros);
}

function computeResidual(
  reading: ResectionReading,
  station: GridPosition | null,
  instrument_height: number | null,
  orientation: number | null,
  target: GridPosition | undefined,
) {
  const nothing = { distance: null, angle_seconds: null, elevation: null };
  if (!station || !target) return nothing;
  const { circle, zenith, slope_distance } = firstFace(reading);
  const azimuth = azimuthOf(station, target);
  const angle_seconds =
    orientation === null || azimuth === null || reading.angle === null ? null : angleBetween(orientation + circle, azimuth) * 3600;
  if (zenith === null || slope_distance === null) return { ...nothing, angle_seconds };
  const distance = slope_distance * Math.sin(zenith * RADIANS) - distance2d(station, target);
  const rise = slope_distance * Math.cos(zenith * RADIANS);
  const knows_heights =
    station.elevation !== null && target.elevation !== null && instrument_height !== null && reading.rod_height !== null;
  const elevation = knows_heights ? station.elevation + instrument_height + rise - reading.rod_height - target.elevation : null;
  return { distance, angle_seconds, elevation };
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).map(Math.abs);
  return known.length === 0 ? null : Math.max(...known);
}
