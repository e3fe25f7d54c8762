import type { Shot } from '../assemble/shot.ts';
import { indexPoints } from '../geo/near.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict, metres } from './conflict.ts';
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
function findTwoRods(measured: readonly Shot[], { tolerances }: SurveySettings): Conflict[] {
  if (new Set(measured.map((shot) => shot.rod_height)).size < 2) return [];
  const found: Conflict[] = [];
  for (const group of Map.groupBy(measured, (shot) => shot.code.toUpperCase()).values()) {
    const index = indexPoints(group);
    group.forEach((shot, place) => {
      if (shot.elevation === null) return;
      const near = index.nearest(shot, tolerances.same_point, (other) => {
        const neighbour = group[other]!;
        if (other >= place || neighbour.elevation === null) return Number.POSITIVE_INFINITY;
        const rods = Math.abs(shot.rod_height! - neighbour.rod_height!);
        const heights = Math.abs(shot.elevation! - neighbour.elevation);
        const is_suspect = rods > tolerances.rod_match && Math.abs(heights - rods) <= tolerances.rod_match;
        return is_suspect ? Math.hypot(shot.easting - neighbour.easting, shot.northing - neighbour.northing) : Number.POSITIVE_INFINITY;
      });
      if (!near) return;
      const neighbour = group[near.index]!;
      const rods = Math.abs(shot.rod_height! - neighbour.rod_height!);
      const heights = Math.abs(shot.elevation - neighbour.elevation!);
      found.push(
        makeConflict('ROD', 'W', {
          shots: [neighbour, shot],
          reason: 'two rods',
          figures: { rod_difference: rods, height_difference: heights },
          sentence: `${neighbour.name} and ${shot.name} are one place with two rods (${metres(rods)} apart) and differ by ${metres(heights)} in height: one rod may be wrong.`,
        }),
      );
    });
  }
  return found;
}

function saidZero(shot: Shot): Conflict {
  return makeConflict('ROD', 'W', {
    shots: [shot],
    reason: 'zero',
    figures: { rod_height: 0 },
    sentence: `${shot.name} was measured with a rod of 0 m.`,
  });
}
