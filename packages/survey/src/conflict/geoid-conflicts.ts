import type { Shot } from '../assemble/shot.ts';
import { listNames, metres } from '../assemble/wording.ts';
import { verticalSystemOf } from '../geo/geoid.ts';
import { distance2d } from '../geo/plane.ts';
import type { ShiftPlan } from '../shift/apply-shifts.ts';
import { AT_BASE, shiftOfBase } from '../shift/hpn-shift.ts';
import { appliedUndulation, isLocalized } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/**
 * Only where the raw file names a geoid file. A collector that works outside the extent of its geoid takes off nothing and
 * says nothing: every elevation is then some twenty metres wrong.
 */
export function findGeoidConflicts(facts: RunFacts, settings: SurveySettings): Conflict[] {
  return [
    ...findCollectorGeoid(facts, settings),
    ...findNoGeoid(facts),
    ...findOtherSystem(facts, settings),
    ...findFallback(facts, settings),
  ];
}

function findCollectorGeoid({ shots, plan, geoid }: RunFacts, settings: SurveySettings): Conflict[] {
  const concerned = shots
    .filter((shot) => shot.gnss && shot.circumstances?.geoid_file != null && !shot.is_dropped && shot.raw_order !== null)
    .filter((shot) => !plan?.recompute || standsOnCollector(shot, plan, geoid))
    .sort((a, b) => a.raw_order! - b.raw_order!);
  if (concerned.length === 0) return [];
  const found = [...findOutside(concerned), ...findNothingApplied(concerned), ...findJumps(concerned, settings)];
  // From the raw file already: what is missing is a grid, or control that brings elevations with it.
  return plan?.recompute ? found.map((conflict) => ({ ...conflict, remedies: ['shift_control', 'drop', 'waive'] as const })) : found;
}

/** Whether nothing but the collector made an elevation of the height: no grid of the office, no base shift, no control, no localization. */
function standsOnCollector(shot: Shot, plan: ShiftPlan, geoid: RunFacts['geoid']): boolean {
  if (plan.type === 'HPN' || bringsElevations(plan) || plan.recompute?.localization) return false;
  return !shot.gnss || (geoid?.undulationAt(shot.gnss) ?? null) === null;
}

/** Every control that was compared in height brings the elevation of its own system. */
function bringsElevations(plan: ShiftPlan): boolean {
  return plan.type === 'CONTROL' && plan.shifts.every(({ count_vertical }) => count_vertical > 0);
}

/** Without any geoid a height on the ellipsoid stands where an elevation should. */
function findNoGeoid({ shots, plan, geoid }: RunFacts): Conflict[] {
  if (!plan) return [];
  const bare = shots.filter((shot) => {
    if (!shot.gnss || shot.is_dropped || shot.circumstances?.geoid_file != null || isLocalized(shot)) return false;
    return standsOnCollector(shot, plan, geoid) && appliedUndulation(shot) === 0;
  });
  if (bare.length === 0) return [];
  return [
    makeConflict('GEOID_FALLBACK', 'W', {
      shots: bare,
      reason: 'no geoid',
      figures: { shots: bare.length },
      sentence: `No geoid was used: ${bare.length} ${bare.length === 1 ? 'elevation is a height' : 'elevations are heights'} on the ellipsoid.`,
    }),
  ];
}

function findOutside(shots: readonly Shot[]): Conflict[] {
  const outside = shots.filter(({ gnss, circumstances }) => {
    const extent = circumstances?.geoid_extent;
    if (!extent || !gnss) return false;
    return gnss.latitude < extent.south || gnss.latitude > extent.north || gnss.longitude < extent.west || gnss.longitude > extent.east;
  });
  if (outside.length === 0) return [];
  return [
    makeConflict('GEOID', 'B', {
      shots: outside,
      reason: 'extent',
      figures: { shots: outside.length },
      sentence: `The collector's geoid file does not cover ${listNames(outside.map((shot) => shot.name))}.`,
    }),
  ];
}

/** The millimetres that printing leaves. */
const NOTHING = 0.001;

function findNothingApplied(shots: readonly Shot[]): Conflict[] {
  const bare = shots.filter((shot) => {
    const applied = isLocalized(shot) ? null : appliedUndulation(shot);
    return applied !== null && Math.abs(applied) <= NOTHING;
  });
  if (bare.length === 0) return [];
  return [
    makeConflict('GEOID', 'B', {
      shots: bare,
      reason: 'nothing applied',
      figures: { shots: bare.length },
      sentence: `A geoid file is named, yet nothing was taken off at ${listNames(bare.map((shot) => shot.name))}: these elevations are ellipsoidal heights.`,
    }),
  ];
}

function findJumps(shots: readonly Shot[], { tolerances }: SurveySettings): Conflict[] {
  return shots.flatMap((shot, place) => {
    const before = shots[place - 1];
    if (!before || before.circumstances?.localization_file !== shot.circumstances?.localization_file) return [];
    const [here, there] = [appliedUndulation(shot), appliedUndulation(before)];
    if (here === null || there === null) return [];
    const jump = Math.abs(here - there);
    const allowed = tolerances.geoid_jump + (distance2d(shot, before) / 1000) * tolerances.geoid_tilt_per_km;
    if (jump <= allowed) return [];
    return makeConflict('GEOID', 'B', {
      shots: [before, shot],
      reason: 'jump',
      figures: { jump, before: there, after: here },
      sentence: `Between ${before.name} and ${shot.name} the undulation the collector applied jumps by ${metres(jump)}.`,
    });
  });
}

/**
 * The collector's geoid names another vertical system than the office's. A base shift and coordinates from the raw file settle
 * it, because they compute every elevation from the ellipsoid – if their undulations are of the office's own system; and so do
 * controls with elevations, which bring their own.
 */
function findOtherSystem({ shots, plan, geoid, bases }: RunFacts, { vertical_system, geoid_models }: SurveySettings): Conflict[] {
  if (vertical_system === null) return [];
  if (plan && bringsElevations(plan)) return [];
  const by_report = plan?.type === 'HPN' ? bases.find(({ ppp }) => ppp?.orthometric)?.ppp?.orthometric?.system : null;
  const used = plan?.type === 'HPN' || plan?.recompute ? (geoid?.vertical_system ?? by_report ?? null) : null;
  if (used === vertical_system) return [];
  if (used !== null) return [sayOtherUndulations(used, vertical_system, geoid)];
  const systemOf = (shot: Shot) => {
    const file = shot.circumstances?.geoid_file ?? null;
    return file === null ? null : verticalSystemOf(file, geoid_models);
  };
  const concerned = shots.filter((shot) => shot.gnss && !shot.is_dropped && (systemOf(shot) ?? vertical_system) !== vertical_system);
  const [first] = concerned;
  if (!first) return [];
  return [
    makeConflict('VERTICAL', 'B', {
      shots: concerned,
      figures: { found: systemOf(first), office: vertical_system, geoid_file: first.circumstances?.geoid_file ?? null },
      sentence: `The collector's geoid gives elevations in ${systemOf(first)}, the office keeps ${vertical_system}: ${concerned.length} ${concerned.length === 1 ? 'elevation has' : 'elevations have'} to be computed again.`,
    }),
  ];
}

function sayOtherUndulations(used: string, office: string, geoid: RunFacts['geoid']): Conflict {
  const whose = geoid ? `geoid grid ${geoid.name}` : 'PPP report';
  return makeConflict('VERTICAL', 'B', {
    reason: 'undulations',
    figures: { found: used, office },
    sentence: `The undulations of the ${whose} lead to elevations in ${used}, the office keeps ${office}; they lie decimetres apart.`,
    remedies: geoid ? ['shift_control'] : ['give_sum', 'shift_control'],
  });
}

/** What the geoid tilts by where one undulation stands for a whole run, centimetres per kilometre. */
export const GEOID_TILT_CM_PER_KM = [1, 2] as const;

function findFallback({ shots, plan }: RunFacts, { tolerances }: SurveySettings): Conflict[] {
  if (plan?.type !== 'HPN') return [];
  const far = shots.flatMap((shot) => {
    const base = shiftOfBase(plan.shifts, shot.circumstances?.base ?? null)?.ppp;
    const distance = base ? distance2d(shot, base) : 0;
    const is_by_base = shot.shift?.undulation?.source.endsWith(AT_BASE) ?? false;
    return is_by_base && !shot.is_dropped && distance > tolerances.geoid_fallback_distance ? { shot, distance } : [];
  });
  if (far.length === 0) return [];
  const kilometres = far.reduce((most, { distance }) => Math.max(most, distance), 0) / 1000;
  const [least, most] = GEOID_TILT_CM_PER_KM.map((tilt) => (tilt * kilometres).toFixed(1));
  return [
    makeConflict('GEOID_FALLBACK', 'W', {
      shots: far.map(({ shot }) => shot),
      figures: { shots: far.length, kilometres },
      sentence: `No geoid grid covers ${far.length} ${far.length === 1 ? 'shot' : 'shots'} up to ${kilometres.toFixed(1)} km from the base: the undulation at the base was used, which may put elevations off by ${least} to ${most} cm.`,
    }),
  ];
}
