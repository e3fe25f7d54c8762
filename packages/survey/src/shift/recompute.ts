import type { Shot } from '../assemble/shot.ts';
import type { Geoid } from '../geo/geoid.ts';
import { distance2d, type GridPosition } from '../geo/plane.ts';
import type { Projection } from '../geo/projection.ts';
import type { Tolerances } from '../survey-settings.ts';
import { findUndulation, type HpnShift, shiftOfBase } from './hpn-shift.ts';
import { type Localization, localizeVector, riseAt } from './localization.ts';
import { appliedUndulation, isLocalized, movePosition, shiftedPosition } from './vector.ts';

/**
 * The check on everything: a GNSS shot computed anew from latitude, longitude and antenna height, without its points-file
 * coordinate, without the localization. If points file plus shift says something else, that something is not explained by
 * the shift: a shot before the localization, a wrong geoid, an edited point.
 */
export interface Recomputed {
  readonly shot: string;
  readonly name: string;
  readonly position: GridPosition;
  readonly undulation_source: string | null;
  /** Points file plus shift less recomputed. */
  readonly d_easting: number;
  readonly d_northing: number;
  readonly d_elevation: number | null;
  readonly horizontal: number;
  readonly is_explained: boolean;
}

export interface RecomputeFrame {
  readonly projection: Projection;
  /** Empty for a run that needs no base shift: positions stand as the network gave them. */
  readonly hpn: readonly HpnShift[];
  readonly geoid: Geoid | null;
  /** The result is taken as the coordinate, not compared with it: nothing of what the collector computed may be in it. */
  readonly is_source?: boolean;
  /** Of the coordinates from the raw file: applied to each of them, solved with the same geoid or none. */
  readonly localization?: Localization | null;
}

/** null when the shot has no GNSS position or its base no shift, or is to be compared and localized in a run without a base shift. */
export function recomputePosition(
  shot: Shot,
  { projection, hpn: shifts, geoid, is_source = false, localization = null }: RecomputeFrame,
): (GridPosition & { readonly undulation_source: string | null }) | null {
  const hpn = shiftOfBase(shifts, shot.circumstances?.base ?? null);
  if (!shot.gnss || (!hpn && ((!is_source && isLocalized(shot)) || shifts.length > 0))) return null;
  const grid = projection.toGrid(shot.gnss);
  if (!grid) return null;
  const { mark_elevation } = shot.gnss;
  const height = mark_elevation === null ? null : mark_elevation + shot.height_correction;
  if (localization) {
    const undulation = undulationByGrid(shot, geoid);
    const elevation = height === null || (geoid && !undulation) ? null : height - (undulation?.value ?? 0);
    const local = movePosition({ ...grid, elevation }, localizeVector(localization, grid, geoid !== null));
    return { ...local, undulation_source: undulation?.source ?? null };
  }
  const collected = is_source && isLocalized(shot) ? null : asCollected(shot);
  const by_base = hpn && (is_source ? findUndulation(hpn, shot.gnss, geoid) : undulationByBase(shot, hpn, geoid, projection));
  const undulation = hpn ? by_base : (undulationByGrid(shot, geoid) ?? collected);
  return {
    easting: grid.easting + (hpn?.d_easting ?? 0),
    northing: grid.northing + (hpn?.d_northing ?? 0),
    elevation: height === null || undulation === null ? null : height + (hpn?.d_height ?? 0) - undulation.value,
    undulation_source: undulation?.source ?? null,
  };
}

/** Every shot that has both a shift and a recomputation. */
export function compareRecomputed(
  shots: readonly Shot[],
  frame: RecomputeFrame,
  tolerances: Pick<Tolerances, 'not_explained'>,
): Recomputed[] {
  return shots.flatMap((shot) => {
    const shifted = shiftedPosition(shot);
    const is_computed = shot.shift?.type !== 'CONTROL' && shot.shift?.typed_why == null;
    const again = shifted && is_computed ? recomputePosition(shot, frame) : null;
    if (!shifted || !again) return [];
    const horizontal = distance2d(shifted, again);
    const d_elevation = shifted.elevation === null || again.elevation === null ? null : shifted.elevation - again.elevation;
    return {
      shot: shot.id,
      name: shot.name,
      position: { easting: again.easting, northing: again.northing, elevation: again.elevation },
      undulation_source: again.undulation_source,
      d_easting: shifted.easting - again.easting,
      d_northing: shifted.northing - again.northing,
      d_elevation,
      horizontal,
      is_explained: horizontal <= tolerances.not_explained && Math.abs(d_elevation ?? 0) <= tolerances.not_explained,
    };
  });
}

type Undulation = { readonly value: number; readonly source: string } | null;

/**
 * Without a grid, N is known at the base only. Where the collector itself had a geoid, its slope from base to shot is
 * borrowed; otherwise N at the base stands for the whole run.
 */
function undulationByBase(shot: Shot, hpn: HpnShift, geoid: Geoid | null, projection: Projection): Undulation {
  const found = findUndulation(hpn, shot.gnss, geoid);
  if (!found?.is_at_base || shot.circumstances?.geoid_file == null) return found;
  const { localization, base_applied_undulation } = hpn;
  const measured = appliedUndulation(shot);
  if (measured === null) return found;
  if (!isLocalized(shot)) {
    const at_base = base_applied_undulation ?? measured;
    return { value: found.value + measured - at_base, source: `${found.source}, with the slope of the collector's geoid` };
  }
  // Localized: h - Z = Nc(shot) - Nc(mark) - (Zl - hm); what is left is the slope from the mark to the shot.
  const seen = shot.gnss && projection.toGrid(shot.gnss);
  const slope = localization && seen ? measured + riseAt(localization, seen) : 0;
  return { value: found.value + slope, source: `${found.source}, with the slope of the collector's geoid` };
}

function undulationByGrid(shot: Shot, geoid: Geoid | null): Undulation {
  const value = shot.gnss && geoid ? geoid.undulationAt(shot.gnss) : null;
  return value === null || !geoid ? null : { value, source: geoid.name };
}

function asCollected(shot: Shot): Undulation {
  const value = appliedUndulation(shot);
  return value === null ? null : { value, source: 'collector' };
}
