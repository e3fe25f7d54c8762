import type { Shot } from '../assemble/shot.ts';
import { listNames, metres } from '../assemble/wording.ts';
import { distance2d } from '../geo/plane.ts';
import { appliedUndulation, isLocalized } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/**
 * Only where the raw file names a geoid file. A collector that works outside the extent of its geoid takes off nothing and
 * says nothing: every elevation is then some twenty metres wrong.
 */
export function findGeoidConflicts({ shots }: RunFacts, settings: SurveySettings): Conflict[] {
  const concerned = shots
    .filter((shot) => shot.gnss && shot.circumstances?.geoid_file != null && !shot.is_dropped && shot.raw_order !== null)
    .sort((a, b) => a.raw_order! - b.raw_order!);
  if (concerned.length === 0) return [];
  return [...findOutside(concerned), ...findNothingApplied(concerned), ...findJumps(concerned, settings)];
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
