import { type AppliedShift, isMeasured, movesWithRun, nameKey, type Shot } from '../assemble/shot.ts';
import type { Geoid } from '../geo/geoid.ts';
import type { Projection } from '../geo/projection.ts';
import type { SurveySettings } from '../survey-settings.ts';
import type { ControlShift } from './control-shift.ts';
import { type HpnShift, hpnShiftAt, shiftOfBase } from './hpn-shift.ts';
import { type Localization, localizeVector, takeBackVector } from './localization.ts';
import { recomputePosition } from './recompute.ts';
import {
  addVectors,
  appliedUndulation,
  correctedPosition,
  type GridVector,
  isLocalized,
  measuredPosition,
  medianVector,
  noShift,
} from './vector.ts';

/**
 * Stores beside every shot the shift that belongs to it. Measured coordinates are not touched, and whatever shift a shot
 * had before is replaced, so doing it twice is doing it once.
 *
 * A file may hold shots from before and after the crew localized. Those of the smaller side are held back without a shift
 * until a person decides: re-shift them by their own figures, or drop them.
 */
export type ShiftPlan = {
  /**
   * Where coordinates come from: left out, from the points file. Otherwise every GNSS shot is computed anew from its latitude,
   * longitude and height, so that no localization, geoid, grid or scale of the collector is in it; what was sighted from a shot
   * moves with it. The difference to the points file is stored as the shift, like every other.
   */
  readonly recompute?: RawSource | null;
  readonly other_side: 'hold' | 'reshift';
  readonly decided_by: string | null;
  /** Figures that a person typed, with the reason, where they take the place of computed ones. */
  readonly typed?: TypedShift | null;
} & (
  | { readonly type: 'NONE'; readonly localization: Localization | null }
  | { readonly type: 'CONTROL'; readonly shifts: readonly ControlShift[]; readonly localization: Localization | null }
  | { readonly type: 'HPN'; readonly shifts: readonly HpnShift[]; readonly geoid: Geoid | null }
);

export interface TypedShift extends GridVector {
  readonly why: string;
}

export interface RawSource {
  readonly projection: Projection;
  readonly geoid: Geoid | null;
  /** Solved here and applied to every shot, whatever the collector had in force; left out: none. */
  readonly localization?: Localization | null;
}

export interface HeldShot {
  readonly id: string;
  readonly name: string;
  readonly reason: 'OTHER_SIDE' | 'NO_SHIFT';
  readonly sentence: string;
}

export interface Shifted {
  readonly shots: readonly Shot[];
  readonly held: readonly HeldShot[];
}

type Outcome = Pick<AppliedShift, 'basis' | 'undulation'> & GridVector;
type Answer = { readonly ok: true; readonly shift: Outcome } | { readonly ok: false; readonly sentence: string };

export function applyShifts(shots: readonly Shot[], plan: ShiftPlan, settings: Pick<SurveySettings, 'shift_keyed_in'>): Shifted {
  const sides = findSides(shots);
  const answer = plan.recompute ? rawAnswer(shots, plan, plan.recompute) : answerFor(shots, plan, sides.main);
  const held: HeldShot[] = [];
  const shifted = shots.map((shot) => {
    if (shot.instrument_type === 'AVERAGE') return { ...shot, shift: null };
    if (shot.instrument_type === 'STORED') return { ...shot, shift: keyedIn(shot, plan, settings, sides.main, answer) };
    const is_localized = sides.isLocalized(shot);
    // The base itself was stored before anybody could localize; its side is known and nothing has to be asked.
    if (!plan.recompute && plan.other_side === 'hold' && is_localized !== sides.main && shot.origin !== 'BASE') {
      held.push({
        id: shot.id,
        name: shot.name,
        reason: 'OTHER_SIDE',
        sentence: `${shot.name} was shot ${is_localized ? 'after' : 'before'} the localization, unlike most of the file.`,
      });
      return { ...shot, shift: null };
    }
    const found = answer(shot, is_localized);
    if (!found.ok) {
      held.push({ id: shot.id, name: shot.name, reason: 'NO_SHIFT', sentence: `${shot.name}: ${found.sentence}` });
      return { ...shot, shift: null };
    }
    return { ...shot, shift: toApplied(shot, plan, found.shift, is_localized) };
  });
  return { shots: shifted, held };
}

export interface Sides {
  readonly localized: readonly Shot[];
  readonly unlocalized: readonly Shot[];
  /** true when most of the run is localized. */
  readonly main: boolean;
  isLocalized(shot: Shot): boolean;
}

/** Which shots were taken with a localization in force. A total-station shot goes with the station it was taken from. */
export function findSides(shots: readonly Shot[]): Sides {
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), shot]));
  const sideOf = (shot: Shot): boolean => isLocalized(rootStation(shot, by_name));
  const measured = shots.filter((shot) => isMeasured(shot) && shot.origin !== 'BASE' && !shot.is_dropped);
  const localized = measured.filter(sideOf);
  const unlocalized = measured.filter((shot) => !sideOf(shot));
  return { localized, unlocalized, main: localized.length >= unlocalized.length && localized.length > 0, isLocalized: sideOf };
}

/** Follows a traverse back to the shot it began at; itself for a GNSS shot or an unknown station. */
function rootStation(shot: Shot, by_name: ReadonlyMap<string, Shot>): Shot {
  let at = shot;
  const seen = new Set<Shot>();
  while (at.station !== null && !seen.has(at)) {
    seen.add(at);
    const station = by_name.get(nameKey(at.station));
    if (!station || !isMeasured(station)) return at;
    at = station;
  }
  return at;
}

function answerFor(shots: readonly Shot[], plan: ShiftPlan, main: boolean): (shot: Shot, is_localized: boolean) => Answer {
  if (plan.type === 'HPN') return hpnAnswer(shots, plan.shifts, plan.geoid);
  const vectorOf = blockOf(shots, plan);
  return (shot, is_localized) => {
    const base = vectorOf(shot);
    if (!base) return { ok: false, sentence: NO_CONTROL };
    if (is_localized === main) return { ok: true, shift: { ...pickVector(base), basis: 'block', undulation: null } };
    if (!plan.localization)
      return { ok: false, sentence: 'it is on the other side of the localization and no .loc file says by how much.' };
    // Brought over to the side of the others by the localization, then shifted like them.
    const has_geoid = shot.circumstances?.geoid_file != null;
    const over = (main ? localizeVector : takeBackVector)(plan.localization, shot, has_geoid);
    return { ok: true, shift: { ...addVectors(base, over), basis: 'block', undulation: null } };
  };
}

const NO_CONTROL = 'no control that counts was shot from its base.';

/** One vector for the run, or one for each base; null at a base that has none. */
function blockOf(shots: readonly Shot[], plan: ShiftPlan): (shot: Shot) => GridVector | null {
  if (plan.type !== 'CONTROL') return () => plan.typed ?? noShift;
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), shot]));
  return (shot) => shiftOfBase(plan.shifts, baseOf(rootStation(shot, by_name), by_name));
}

/** The base a shot was measured from; of a point the collector computed, the base of what it was computed from. */
function baseOf({ circumstances, computed_from: [first] }: Shot, by_name: ReadonlyMap<string, Shot>): string | null {
  const source = first === undefined ? undefined : by_name.get(nameKey(first));
  return circumstances?.base ?? source?.circumstances?.base ?? null;
}

function sayNoBase(base: string | null): string {
  return base === null ? 'it is not known from which base it was measured.' : `the position of its base ${base} is not known yet.`;
}

function hpnAnswer(
  shots: readonly Shot[],
  shifts: readonly HpnShift[],
  geoid: Geoid | null,
): (shot: Shot, is_localized: boolean) => Answer {
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), shot]));
  const applied = shots
    .filter((shot) => shot.gnss && !isLocalized(shot))
    .map(appliedUndulation)
    .filter((value) => value !== null);
  const usual_undulation = applied.length === 0 ? null : applied.reduce((sum, value) => sum + value, 0) / applied.length;
  return (shot, is_localized) => {
    const root = rootStation(shot, by_name);
    const base = baseOf(root, by_name);
    const shift = shiftOfBase(shifts, base);
    if (!shift) return { ok: false, sentence: sayNoBase(base) };
    const has_geoid = root.circumstances?.geoid_file != null;
    const found = hpnShiftAt(
      shift,
      {
        is_localized,
        has_geoid,
        at: root.gnss,
        measured: shot,
        applied_undulation: root.gnss ? appliedUndulation(root) : has_geoid ? usual_undulation : 0,
      },
      geoid,
    );
    if (!found.ok) return found;
    const basis =
      root.gnss === null ? 'block' : root !== shot ? 'station' : found.shift.undulation.source === geoid?.name ? 'shot' : 'block';
    return { ok: true, shift: { ...pickVector(found.shift), undulation: found.shift.undulation, basis } };
  };
}

function rawAnswer(shots: readonly Shot[], plan: ShiftPlan, source: RawSource): (shot: Shot) => Answer {
  const by_name = new Map(shots.map((shot) => [nameKey(shot.name), shot]));
  const hpn = plan.type === 'HPN' ? plan.shifts : [];
  const controlOf = blockOf(shots, plan);
  const vectorOf = (shot: Shot): GridVector | null => {
    const again = recomputePosition(shot, { ...source, hpn, is_source: true });
    const control = controlOf(shot);
    if (!again || again.elevation === null || !control) return null;
    const stored = correctedPosition(shot);
    const away = {
      d_easting: again.easting - shot.easting,
      d_northing: again.northing - shot.northing,
      d_elevation: stored.elevation === null ? 0 : again.elevation - stored.elevation,
    };
    return addVectors(away, control);
  };
  const sources = shots.filter((shot) => shot.gnss && !shot.is_dropped && shot.origin !== 'BASE');
  const blocks = new Map(
    Map.groupBy(sources, (shot) => baseOf(shot, by_name))
      .entries()
      .map(([base, group]) => [base, medianVector(group.flatMap((shot) => vectorOf(shot) ?? []))]),
  );
  // Typed-in points have no base of their own.
  const whole = medianVector(sources.flatMap((shot) => vectorOf(shot) ?? []));
  return (shot) => {
    const root = rootStation(shot, by_name);
    const base = baseOf(root, by_name);
    if (!root.gnss) {
      const block = (base === null ? null : blocks.get(base)) ?? whole;
      if (!block) return { ok: false, sentence: 'no shot of the run could be computed from the raw file.' };
      return { ok: true, shift: { ...block, basis: 'block', undulation: null } };
    }
    const vector = vectorOf(root);
    if (!vector && hpn.length > 0 && !shiftOfBase(hpn, base)) return { ok: false, sentence: sayNoBase(base) };
    if (!vector && !controlOf(root)) return { ok: false, sentence: NO_CONTROL };
    if (!vector) return { ok: false, sentence: 'its elevation cannot be computed: no undulation is known here.' };
    return { ok: true, shift: { ...vector, basis: root === shot ? 'shot' : 'station', undulation: null } };
  };
}

function keyedIn(
  shot: Shot,
  plan: ShiftPlan,
  settings: Pick<SurveySettings, 'shift_keyed_in'>,
  main: boolean,
  answer: (shot: Shot, is_localized: boolean) => Answer,
): AppliedShift {
  const found = movesWithRun(shot, settings) ? answer(shot, main) : null;
  if (found?.ok) return toApplied(shot, plan, found.shift, main);
  return toApplied(shot, { ...plan, type: 'NONE', typed: null }, { ...noShift, basis: 'keyed_in', undulation: null }, false);
}

function toApplied(
  shot: Shot,
  plan: Pick<ShiftPlan, 'type' | 'decided_by' | 'typed'>,
  outcome: Outcome,
  is_localized: boolean,
): AppliedShift {
  return {
    type: plan.type,
    ...outcome,
    applied_to: measuredPosition(shot),
    is_localized,
    decided_by: plan.decided_by,
    typed_why: plan.typed?.why ?? null,
  };
}

function pickVector({ d_easting, d_northing, d_elevation }: GridVector): GridVector {
  return { d_easting, d_northing, d_elevation };
}
