import { isTopLevel, type Shot } from '../assemble/shot.ts';
import { indexPoints } from '../geo/near.ts';
import { distance2d } from '../geo/plane.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import { findSamePlacePairs, pairKey } from '../group/same-place.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict, metres } from './conflict.ts';
import type { RunFacts } from './run-facts.ts';

/** Points that stand on top of each other. */
export function findPlaceConflicts(
  { shots, ignored }: RunFacts,
  finals: ReadonlyMap<string, FinalCoordinate>,
  settings: SurveySettings,
): Conflict[] {
  const open = shots.filter(isTopLevel);
  const positionOf = (shot: Shot) => finals.get(shot.id)!;
  const pairs = findSamePlacePairs(open, positionOf, settings, ignored);
  return [
    ...pairs.map(({ first, second, distance }) =>
      makeConflict('SAME_PLACE', 'W', {
        shots: [first, second],
        figures: { distance },
        sentence: `${first.name} and ${second.name} are both ${first.code} and ${metres(distance)} apart: one point shot twice, or two?`,
      }),
    ),
    ...findOtherCode(open, positionOf, settings),
  ];
}

function findOtherCode(shots: readonly Shot[], positionOf: (shot: Shot) => FinalCoordinate, { tolerances }: SurveySettings): Conflict[] {
  const positions = shots.map(positionOf);
  const codes = shots.map((shot) => shot.code.toUpperCase());
  const index = indexPoints(positions);
  const seen = new Set<string>();
  return shots.flatMap((shot, place) => {
    const at = positions[place]!;
    const near = index.nearest(at, tolerances.same_place_other_code, (other) =>
      codes[other] === codes[place] ? Number.POSITIVE_INFINITY : distance2d(at, positions[other]!),
    );
    if (!near) return [];
    const other = shots[near.index]!;
    const key = pairKey(shot.id, other.id);
    if (seen.has(key)) return [];
    seen.add(key);
    return makeConflict('SAME_PLACE_OTHER_CODE', 'I', {
      shots: [shot, other],
      figures: { distance: near.distance },
      sentence: `${shot.name} (${shot.code}) and ${other.name} (${other.code}) stand ${metres(near.distance)} apart.`,
    });
  });
}
