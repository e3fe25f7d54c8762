import { angleBetween, normalizeAzimuth } from '../geo/plane.ts';
import type { TotalStationShot } from '../read/raw/raw-records.ts';

/**
 * Readings on both faces. A reading on the second face is turned to the first (circle - 180°, 360° - zenith) before the
 * mean is taken; half of what remains between the two is the error of the instrument, shown and not hidden.
 */

export interface FaceReading {
  readonly circle: number;
  readonly zenith: number | null;
  readonly slope_distance: number | null;
}

export interface FaceMean extends FaceReading {
  readonly direct: number;
  readonly reverse: number;
  /** Half the difference of the faces, seconds; null without both faces. */
  readonly collimation_seconds: number | null;
  readonly index_seconds: number | null;
  /** Largest distance from its mean, of readings on the circle (seconds) and of distances. */
  readonly circle_spread_seconds: number;
  readonly distance_spread: number;
}

export interface SetMean {
  readonly occupied: string;
  readonly target: string;
  /** Foresight circle less backsight circle: the angle right. */
  readonly angle: number | null;
  readonly foresight: FaceMean;
  readonly backsight: FaceMean | null;
  readonly instrument_height: number | null;
  readonly rod_height: number | null;
  readonly lines: readonly number[];
}

/** Mean of directions: taken around the first one, so that 359° and 1° are 0° and not 180°. */
export function meanDirection(directions: readonly number[]): number | null {
  const [first] = directions;
  if (first === undefined) return null;
  const turned = directions.reduce((sum, direction) => sum + signedAngle(direction - first), 0);
  return normalizeAzimuth(first + turned / directions.length);
}

export function toFirstFace(reading: FaceReading): FaceReading {
  return {
    circle: normalizeAzimuth(reading.circle - 180),
    zenith: reading.zenith === null ? null : normalizeAzimuth(360 - reading.zenith),
    slope_distance: reading.slope_distance,
  };
}

/** null when there is no reading at all. */
export function meanOfFaces(direct: readonly FaceReading[], reverse: readonly FaceReading[]): FaceMean | null {
  const turned = reverse.map(toFirstFace);
  const all = [...direct, ...turned];
  const circle = meanDirection(all.map((reading) => reading.circle));
  if (circle === null) return null;
  const zeniths = (readings: readonly FaceReading[]) => mean(readings.map((reading) => reading.zenith).filter((z) => z !== null));
  const distances = all.map((reading) => reading.slope_distance).filter((d) => d !== null);
  const slope_distance = mean(distances);
  const faces = [meanDirection(direct.map((r) => r.circle)), meanDirection(turned.map((r) => r.circle))] as const;
  const both_zeniths = [zeniths(direct), zeniths(turned)] as const;
  // Each face counts once, however many readings it has: only then do their errors cancel.
  const zenith = both_zeniths[0] !== null && both_zeniths[1] !== null ? (both_zeniths[0] + both_zeniths[1]) / 2 : zeniths(all);
  const balanced = faces[0] !== null && faces[1] !== null ? meanDirection([faces[0], faces[1]]) : circle;
  return {
    circle: balanced ?? circle,
    zenith,
    slope_distance,
    direct: direct.length,
    reverse: reverse.length,
    collimation_seconds: faces[0] === null || faces[1] === null ? null : (signedAngle(faces[0] - faces[1]) / 2) * 3600,
    index_seconds: both_zeniths[0] === null || both_zeniths[1] === null ? null : ((both_zeniths[0] - both_zeniths[1]) / 2) * 3600,
    circle_spread_seconds: Math.max(...all.map((reading) => angleBetween(reading.circle, circle))) * 3600,
    distance_spread: slope_distance === null ? 0 : Math.max(...distances.map((distance) => Math.abs(distance - slope_distance))),
  };
}

/**
 * Set readings of one setup of the instrument, in file order: BD/BR look back, FD/FR look forward. One mean per target;
 * a backsight that was read without any foresight is a check and answers to `meanOfFaces` alone.
 */
export function meanSets(sights: readonly TotalStationShot[]): SetMean[] {
  const back = sights.filter((sight) => sight.code === 'BD' || sight.code === 'BR');
  const forward = sights.filter((sight) => sight.code === 'FD' || sight.code === 'FR');
  const backsight = meanOfFaces(readingsOf(back, 'BD'), readingsOf(back, 'BR'));
  const targets = new Map<string, TotalStationShot[]>();
  for (const sight of forward) {
    const readings = targets.get(sight.name);
    if (readings) readings.push(sight);
    else targets.set(sight.name, [sight]);
  }
  const sets: SetMean[] = [];
  for (const [target, readings] of targets) {
    const foresight = meanOfFaces(readingsOf(readings, 'FD'), readingsOf(readings, 'FR'));
    const [first] = readings;
    if (!foresight || !first) continue;
    sets.push({
      occupied: first.occupied,
      target,
      angle: backsight ? normalizeAzimuth(foresight.circle - backsight.circle) : null,
      foresight,
      backsight,
      instrument_height: first.instrument_height,
      rod_height: first.rod_height,
      lines: [...readings, ...back].flatMap((sight) => sight.lines),
    });
  }
  return sets;
}

/** A set mean as the sight it stands for, so that it is reduced by the same arithmetic as any other. */
export function sightOfSet(set: SetMean, like: TotalStationShot): TotalStationShot {
  return {
    ...like,
    code: 'SS',
    name: set.target,
    angle_kind: 'AR',
    // Without a reading of the backsight the circle itself is the angle, against the circle of the backsight record.
    angle: set.angle ?? set.foresight.circle,
    vertical_kind: set.foresight.zenith === null ? null : 'ZE',
    vertical: set.foresight.zenith,
    distance_kind: 'SD',
    distance: set.foresight.slope_distance,
    instrument_height: set.instrument_height,
    rod_height: set.rod_height,
  };
}

function readingsOf(sights: readonly TotalStationShot[], code: string): FaceReading[] {
  return sights
    .filter((sight) => sight.code === code && sight.angle !== null)
    .map((sight) => ({
      circle: sight.angle ?? 0,
      zenith:
        sight.vertical_kind === 'ZE'
          ? sight.vertical
          : sight.vertical_kind === 'VA' && sight.vertical !== null
            ? 90 - sight.vertical
            : null,
      slope_distance: sight.distance_kind === 'SD' ? sight.distance : null,
    }));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** -180 < angle ≤ 180 */
function signedAngle(degrees: number): number {
  const turned = normalizeAzimuth(degrees);
  return turned > 180 ? turned - 360 : turned;
}
