import type { Geoid } from '../geo/geoid.ts';
import type { Geographic, GridPoint, Projection } from '../geo/projection.ts';
import { type Localization, takeBackVector } from './localization.ts';
import { type GridVector, noShift } from './vector.ts';

/**
 * The shift of a run that had its own base. The base stood on a position it read by itself (.ref, r); PPP says where it
 * really stood (p). Every GNSS shot moves with it. Where the crew localized on a mark (measured m, typed in l), that is taken
 * back as well: one vector for one mark, as here, turned and scaled for several (localization.ts). Heights become elevations by the undulation N of the target vertical system.
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
  readonly localization: Localization | null;
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
  readonly localization: Localization | null;
}

export type HpnOutcome = { readonly ok: true; readonly shift: HpnShift } | { readonly ok: false; readonly sentence: string };

export function computeHpnShift(inputs: HpnInputs): HpnOutcome {
  const { projection, reference, ppp } = inputs;
  const r = projection.toGrid(reference);
  const p = projection.toGrid(ppp);
  if (!r || !p) return { ok: false, sentence: 'The base lies outside the office coordinate system.' };
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
      localization: inputs.localization,
    },
  };
}

/** The shift that belongs to a shot: the one of its base, or the one that stands for the whole run. */
export function shiftOfBase<S extends { readonly base_key: string | null }>(shifts: readonly S[], base: string | null): S | null {
  return shifts.find(({ base_key }) => base_key === null || base_key === base) ?? null;
}

export interface ShotFacts {
  readonly is_localized: boolean;
  readonly has_geoid: boolean;
  /** null for a total-station shot. */
  readonly at: Geographic | null;
  /** As the points file has it. */
  readonly measured: GridPoint;
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
  const back = facts.is_localized && localization ? takeBackVector(localization, facts.measured, false) : noShift;
  const by_mark = facts.is_localized && facts.has_geoid && localization !== null;
  const undulation = findUndulation(shift, by_mark ? localization.mark : facts.at, geoid);
  if (!undulation)
    return { ok: false, sentence: 'No undulation is known here: the geoid grid does not cover it and the PPP report gives none.' };
  const applied = facts.is_localized ? 0 : appliedHere(shift, facts, undulation.is_at_base);
  if (applied === null) return { ok: false, sentence: 'The collector used a geoid, but the raw file does not tell what it took off.' };
  return {
    ok: true,
    shift: {
      d_easting: shift.d_easting + back.d_easting,
      d_northing: shift.d_northing + back.d_northing,
      d_elevation: d_height - (undulation.value - applied) + back.d_elevation,
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
export const PPP_AT_BASE = 'PPP report, at the base';

/** At the place if a grid covers it; else at the base, from the report or from the grid. */
export function findUndulation({ ppp_undulation, base }: HpnShift, at: Geographic | null, geoid: Geoid | null) {
  const here = at && geoid ? geoid.undulationAt(at) : null;
  if (here !== null && geoid) return { value: here, source: geoid.name, is_at_base: false };
  if (ppp_undulation !== null) return { value: ppp_undulation, source: PPP_AT_BASE, is_at_base: true };
  const there = geoid?.undulationAt(base) ?? null;
  return there === null || !geoid ? null : { value: there, source: `${geoid.name}, at the base`, is_at_base: true };
}
