import { rodOf, SAME_HEIGHT } from '../assemble/correct-heights.ts';
import type { Shot } from '../assemble/shot.ts';
import { metres } from '../assemble/wording.ts';
import { indexPoints } from '../geo/near.ts';
import { distance2d } from '../geo/plane.ts';
import { correctedPosition } from '../shift/vector.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** A rod that was changed on the pole and not in the collector, or the other way round, is the commonest wrong height. */
export function findRodConflicts({ shots }: RunFacts, settings: SurveySettings): Conflict[] {
  const measured = shots
    .filter((shot) => shot.raw_order !== null && rodOf(shot) !== null && !shot.is_dropped)
    .sort((a, b) => a.raw_order! - b.raw_order!);
  return [
    ...Map.groupBy(measured, (shot) => `${shot.instrument_type} ${shot.raw_file ?? ''}`)
      .values()
      .flatMap(findChanges),
    ...findTwoRods(measured, settings),
    ...measured.filter((shot) => shot.instrument_type === 'GNSS' && rodOf(shot) === 0).map(saidZero),
  ];
}

function findChanges(measured: readonly Shot[]): Conflict[] {
  return measured.flatMap((shot, place) => {
    const before = measured[place - 1];
    if (!before) return [];
    const [was, is] = [rodOf(before)!, rodOf(shot)!];
    if (Math.abs(is - was) < SAME_HEIGHT) return [];
    return makeConflict('ROD', 'W', {
      shots: [shot],
      reason: 'change',
      figures: { before: was, after: is },
      sentence: `From ${shot.name} on the rod is ${metres(is)}; it was ${metres(was)} until ${before.name}.`,
    });
  });
}

/** One point, two rods, and a height difference that looks like the difference of the rods. On the grid alone, for control too. */
function findTwoRods(measured: readonly Shot[], settings: SurveySettings): Conflict[] {
  const found: Conflict[] = [];
  for (const group of Map.groupBy(measured, (shot) => shot.code.toUpperCase()).values()) {
    const rods = [...Map.groupBy(group, (shot) => rodOf(shot)!)];
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
    const [here, there] = [shot, neighbour].map((each) => each && correctedPosition(each).elevation);
    if (!neighbour || here == null || there == null) return [];
    const height_difference = Math.abs(here - there);
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
