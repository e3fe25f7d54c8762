import type { Shot } from '../assemble/shot.ts';
import { metres } from '../assemble/wording.ts';
import { indexPoints } from '../geo/near.ts';
import { distance2d } from '../geo/plane.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** A rod that was changed on the pole and not in the collector, or the other way round, is the commonest wrong height. */
export function findRodConflicts({ shots }: RunFacts, settings: SurveySettings): Conflict[] {
  const measured = shots
    .filter((shot) => shot.raw_order !== null && shot.rod_height !== null && !shot.is_dropped)
    .sort((a, b) => a.raw_order! - b.raw_order!);
  return [
    ...Map.groupBy(measured, (shot) => shot.instrument_type)
      .values()
      .flatMap(findChanges),
    ...findTwoRods(measured, settings),
    ...measured.filter((shot) => shot.instrument_type === 'GNSS' && shot.rod_height === 0).map(saidZero),
  ];
}

/** Less is rounding. */
const SAME_ROD = 0.0005;

function findChanges(measured: readonly Shot[]): Conflict[] {
  return measured.flatMap((shot, place) => {
    const before = measured[place - 1];
    if (!before || Math.abs(shot.rod_height! - before.rod_height!) < SAME_ROD) return [];
    return makeConflict('ROD', 'W', {
      shots: [shot],
      reason: 'change',
      figures: { before: before.rod_height, after: shot.rod_height },
      sentence: `From ${shot.name} on the rod is ${metres(shot.rod_height!)}; it was ${metres(before.rod_height!)} until ${before.name}.`,
    });
  });
}

/** One point, two rods, and a height difference that looks like the difference of the rods. On the grid alone, for control too. */
function findTwoRods(measured: readonly Shot[], settings: SurveySettings): Conflict[] {
  const found: Conflict[] = [];
  for (const group of Map.groupBy(measured, (shot) => shot.code.toUpperCase()).values()) {
    const rods = [...Map.groupBy(group, (shot) => shot.rod_height!)];
    rods.forEach(([rod, shots], place) => {
      for (const [other_rod, others] of rods.slice(0, place)) {
        const rod_difference = Math.abs(rod - other_rod);
        if (rod_difference > settings.tolerances.rod_match) found.push(...compareRods(shots, others, rod_difference, settings));
      }
    });
  }
  return found;
}

/** Each shot with the nearest one of the other rod. */
function compareRods(shots: readonly Shot[], others: readonly Shot[], rod_difference: number, { tolerances }: SurveySettings): Conflict[] {
  const index = indexPoints(others);
  return shots.flatMap((shot) => {
    const near = index.nearest(shot, tolerances.same_point, (other) => distance2d(shot, others[other]!));
    const neighbour = near ? others[near.index]! : null;
    if (!neighbour || shot.elevation === null || neighbour.elevation === null) return [];
    const height_difference = Math.abs(shot.elevation - neighbour.elevation);
    if (Math.abs(height_difference - rod_difference) > tolerances.rod_match) return [];
    return makeConflict('ROD', 'W', {
      shots: [neighbour, shot],
      reason: 'two rods',
      figures: { rod_difference, height_difference },
      sentence: `${neighbour.name} and ${shot.name} are one place with two rods (${metres(rod_difference)} apart) and differ by ${metres(height_difference)} in height: one rod may be wrong.`,
    });
  });
}

function saidZero(shot: Shot): Conflict {
  return makeConflict('ROD', 'W', {
    shots: [shot],
    reason: 'zero',
    figures: { rod_height: 0 },
    sentence: `${shot.name} was measured with a rod of 0 m.`,
  });
}
