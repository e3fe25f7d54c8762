import type { Geoid } from '../geo/geoid.ts';
import type { Geographic, GridPoint, Projection } from '../geo/projection.ts';
import type { LocPoint } from '../read/records.ts';
import type { GridVector } from './vector.ts';

/**
 * The shift of a run that had its own base. The base stood on a position it read by itself (.ref, r); PPP says where it
 * really stood (p). Every GNSS shot moves with it. Where the crew localized on a mark (measured m, typed in l), that local
 * vector is taken back as well. Heights become elevations by the undulation N of the target vertical system.
 *
 *   no .loc   dE = Ep - Er                        with .loc   dE = (Ep - Er) - (El - Em)       (northing likewise)
 *   collector without geoid      dZ = (hp - hr) - N(shot) - [.loc ? Zl - hm : 0]
 *   collector with geoid Nc      no .loc dZ = (hp - hr) - (N - Nc)(shot)     with .loc dZ = (hp - hr) - N(mark) - (Zl - hm)
 */

export interface EllipsoidPosition extends Geographic {
  readonly height: number;
}

export interface HpnInputs {
  /** Whose shots it moves; null in a run with one base, where it moves everything. */
  readonly base_key: string | null;
  readonly projection: Projection;
  /** The mark under the base, as the collector believed it. */
  readonly reference: EllipsoidPosition;
  /** The mark under the base, by PPP, or as published or typed. */
  readonly ppp: EllipsoidPosition;
  /** N at the base by the PPP report; null when it gives none. */
  readonly ppp_undulation: number | null;
  readonly localization: readonly LocPoint[];
  /** What the collector's own geoid gave at the base; null when it had none or does not say. */
  readonly base_applied_undulation: number | null;
}

export interface HpnShift {
  readonly type: 'HPN';
  readonly base_key: string | null;
  /** Where the base stood, by PPP. */
  readonly base: Geographic;
  readonly reference: GridPoint & { readonly height: number };
  readonly ppp: GridPoint & { readonly height: number };
  readonly d_easting: number;
  readonly d_northing: number;
  /** On the ellipsoid: hp - hr. */
  readonly d_height: number;
  readonly ppp_undulation: number | null;
  readonly base_applied_undulation: number | null;
  readonly localization: LocalizationVector | null;
}

/** What the localization added to everything measured after it: typed in less measured. */
export interface LocalizationVector {
  readonly name: string;
  readonly mark: Geographic;
  readonly measured: GridPoint & { readonly height: number };
  readonly local: GridPoint & { readonly elevation: number };
  readonly d_easting: number;
  readonly d_northing: number;
  /** Zl - hm. */
  readonly d_elevation: number;
  /** What the collector's geoid gave at the mark; 0 without one. */
  readonly geoid_separation: number;
}

export type HpnOutcome = { readonly ok: true; readonly shift: HpnShift } | { readonly ok: false; readonly sentence: string };

export function computeHpnShift(inputs: HpnInputs): HpnOutcome {
  const { projection, reference, ppp } = inputs;
  const r = projection.toGrid(reference);
  const p = projection.toGrid(ppp);
  if (!r || !p) return { ok: false, sentence: 'The base lies outside the office coordinate system.' };
  const localization = computeLocalization(inputs.localization, projection);
  if (!localization.ok) return localization;
  return {
    ok: true,
    shift: {
      type: 'HPN',
      base_key: inputs.base_key,
      base: { latitude: ppp.latitude, longitude: ppp.longitude },
      reference: { ...r, height: reference.height },
      ppp: { ...p, height: ppp.height },
      d_easting: p.easting - r.easting,
      d_northing: p.northing - r.northing,
      d_height: ppp.height - reference.height,
      ppp_undulation: inputs.ppp_undulation,
      base_applied_undulation: inputs.base_applied_undulation,
      localization: localization.vector,
    },
  };
}

/** The shift that belongs to a shot: the one of its base, or the one that stands for the whole run. */
export function shiftOfBase<S extends { readonly base_key: string | null }>(shifts: readonly S[], base: string | null): S | null {
  return shifts.find(({ base_key }) => base_key === null || base_key === base) ?? null;
}

export type LocalizationOutcome =
  | { readonly ok: true; readonly vector: LocalizationVector | null }
  | { readonly ok: false; readonly sentence: string };

/** No points: no vector. Two or more in use: the collector may have turned and scaled, which no block shift can take back. */
export function computeLocalization(points: readonly LocPoint[], projection: Projection): LocalizationOutcome {
  const used = points.filter((point) => point.use_horizontal !== false || point.use_vertical !== false);
  if (used.length > 1) {
    return {
      ok: false,
      sentence: `The localization uses ${used.length} points, so the collector may have rotated and scaled; a block shift would be wrong. Decide with the crew which single mark counts, or process by control points.`,
    };
  }
  const point = used[0];
  if (!point) return { ok: true, vector: null };
  const { latitude, longitude, ellipsoid_elevation, local_easting, local_northing, local_elevation } = point;
  if (latitude === null || longitude === null || ellipsoid_elevation === null || local_easting === null || local_northing === null) {
    return { ok: false, sentence: `The localization point ${point.name} lacks a coordinate.` };
  }
  const measured = projection.toGrid({ latitude, longitude });
  if (!measured) return { ok: false, sentence: `The localization point ${point.name} lies outside the office coordinate system.` };
  const uses_horizontal = point.use_horizontal !== false;
  const uses_vertical = point.use_vertical !== false && local_elevation !== null;
  return {
    ok: true,
    vector: {
      name: point.description || point.name,
      mark: { latitude, longitude },
      measured: { ...measured, height: ellipsoid_elevation },
      local: { easting: local_easting, northing: local_northing, elevation: local_elevation ?? 0 },
      d_easting: uses_horizontal ? local_easting - measured.easting : 0,
      d_northing: uses_horizontal ? local_northing - measured.northing : 0,
      d_elevation: uses_vertical ? (local_elevation ?? 0) - ellipsoid_elevation : 0,
      geoid_separation: point.geoid_separation ?? 0,
    },
  };
}

export interface ShotFacts {
  readonly is_localized: boolean;
  readonly has_geoid: boolean;
  /** null for a total-station shot. */
  readonly at: Geographic | null;
  /** N the collector took off here; only asked for un-localized shots. */
  readonly applied_undulation: number | null;
}

export interface HpnShotShift extends GridVector {
  readonly undulation: { readonly value: number; readonly source: string };
}

export type HpnShotOutcome = { readonly ok: true; readonly shift: HpnShotShift } | { readonly ok: false; readonly sentence: string };

/** The shift of one shot. Without a geoid grid this is one block value with N as PPP gives it at the base. */
export function hpnShiftAt(shift: HpnShift, facts: ShotFacts, geoid: Geoid | null): HpnShotOutcome {
  const { localization, d_height } = shift;
  if (facts.is_localized && !localization) return { ok: false, sentence: 'The shot is localized and no .loc file was given.' };
  const d_easting = shift.d_easting - (facts.is_localized ? (localization?.d_easting ?? 0) : 0);
  const d_northing = shift.d_northing - (facts.is_localized ? (localization?.d_northing ?? 0) : 0);
  const by_mark = facts.is_localized && facts.has_geoid && localization !== null;
  const undulation = findUndulation(shift, by_mark ? localization.mark : facts.at, geoid);
  if (!undulation)
    return { ok: false, sentence: 'No undulation is known here: the geoid grid does not cover it and the PPP report gives none.' };
  const down = facts.is_localized && localization ? localization.d_elevation : 0;
  const applied = facts.is_localized ? 0 : appliedHere(shift, facts, undulation.is_at_base);
  if (applied === null) return { ok: false, sentence: 'The collector used a geoid, but the raw file does not tell what it took off.' };
  return {
    ok: true,
    shift: {
      d_easting,
      d_northing,
      d_elevation: d_height - (undulation.value - applied) - down,
      undulation: { value: undulation.value, source: undulation.source },
    },
  };
}

/** N and Nc must belong to the same place: with N at the base, Nc at the base too. */
function appliedHere(shift: HpnShift, facts: ShotFacts, is_at_base: boolean): number | null {
  if (!facts.has_geoid) return facts.applied_undulation ?? 0;
  return is_at_base ? (shift.base_applied_undulation ?? facts.applied_undulation) : facts.applied_undulation;
}

/** Ends the source of an undulation that was taken at the base for want of one at the shot. */
export const AT_BASE = ', at the base';
export const PPP_AT_BASE = `PPP report${AT_BASE}`;

/** At the place if a grid covers it; else at the base, from the report or from the grid. */
export function findUndulation({ ppp_undulation, base }: HpnShift, at: Geographic | null, geoid: Geoid | null) {
  const here = at && geoid ? geoid.undulationAt(at) : null;
  if (here !== null && geoid) return { value: here, source: geoid.name, is_at_base: false };
  if (ppp_undulation !== null) return { value: ppp_undulation, source: PPP_AT_BASE, is_at_base: true };
  const there = geoid?.undulationAt(base) ?? null;
  return there === null || !geoid ? null : { value: there, source: `${geoid.name}${AT_BASE}`, is_at_base: true };
}
