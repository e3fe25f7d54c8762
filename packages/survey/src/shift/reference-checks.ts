import { distance2d } from '../geo/plane.ts';
import type { Projection } from '../geo/projection.ts';
import type { BaseRecord } from '../read/raw/raw-records.ts';
import type { RefFile } from '../read/records.ts';
import type { Tolerances } from '../survey-settings.ts';
import { type Check, failed, notKnown, passed } from './check.ts';
import type { EllipsoidPosition } from './hpn-shift.ts';

export interface ReferenceReport {
  /** The mark under the base; null when the file holds no position. */
  readonly mark: EllipsoidPosition | null;
  readonly checks: readonly Check[];
}

/** The mark under a base as the raw file has it; null when it does not give all of it. */
export function markOfRecord({ latitude, longitude, mark_elevation }: BaseRecord): EllipsoidPosition | null {
  return latitude === null || longitude === null || mark_elevation === null ? null : { latitude, longitude, height: mark_elevation };
}

/**
 * The .ref file against the base of the raw file: the same place to millimetres, and its height that of the mark. If it is
 * the height of the phase centre, antenna height and offset are taken off, and the check says so.
 */
export function checkReference(
  ref: RefFile,
  base: BaseRecord | null,
  projection: Projection,
  tolerances: Pick<Tolerances, 'ref_base' | 'ref_other_base'>,
): ReferenceReport {
  const { latitude, longitude, height } = ref;
  if (latitude === null || longitude === null || height === null)
    return { mark: null, checks: [failed('reference', null, null, 'The .ref file holds no position.')] };
  const as_written = { latitude, longitude, height };
  if (!base || base.latitude === null || base.longitude === null) {
    return {
      mark: as_written,
      checks: [notKnown('reference', null, 'The raw file has no base of its own to compare the .ref file with.')],
    };
  }
  const here = projection.toGrid(as_written);
  const there = projection.toGrid({ latitude: base.latitude, longitude: base.longitude });
  if (!here || !there)
    return { mark: null, checks: [failed('reference', null, null, 'The base lies outside the office coordinate system.')] };
  const distance = distance2d(here, there);
  const place =
    distance > tolerances.ref_other_base
      ? failed(
          'reference_place',
          distance,
          0,
          `The .ref file is ${distance.toFixed(0)} m away from the base ${base.name}: it belongs to another base.`,
        )
      : distance > tolerances.ref_base
        ? failed('reference_place', distance, 0, `The .ref file and the base ${base.name} are ${distance.toFixed(3)} m apart.`)
        : passed('reference_place', distance, 0, `The .ref file stands on the base ${base.name}.`);
  const { mark_height, check } = checkHeight(height, base, tolerances.ref_base);
  return { mark: { ...as_written, height: mark_height }, checks: [place, check] };
}

function checkHeight(height: number, base: BaseRecord, tolerance: number): { readonly mark_height: number; readonly check: Check } {
  const { mark_elevation, elevation } = base;
  if (mark_elevation === null)
    return { mark_height: height, check: notKnown('reference_height', null, 'The raw file does not give the height of the base.') };
  if (Math.abs(height - mark_elevation) <= tolerance) {
    return {
      mark_height: height,
      check: passed('reference_height', height, mark_elevation, 'The height of the .ref file is that of the mark.'),
    };
  }
  if (elevation !== null && Math.abs(height - elevation) <= tolerance) {
    const lowered = height - (elevation - mark_elevation);
    return {
      mark_height: lowered,
      check: passed(
        'reference_height',
        height,
        elevation,
        `The height of the .ref file is that of the antenna phase centre; ${(elevation - mark_elevation).toFixed(4)} m were taken off to come to the mark.`,
      ),
    };
  }
  return {
    mark_height: height,
    check: failed(
      'reference_height',
      height,
      mark_elevation,
      `The .ref file has the base at ${height.toFixed(4)} m, the raw file its mark at ${mark_elevation.toFixed(4)} m.`,
    ),
  };
}
