import { isTopLevel, type Shot } from '../assemble/shot.ts';
import { metres } from '../assemble/wording.ts';
import { indexPoints, type NearIndex } from '../geo/near.ts';
import { distance2d, type GridPosition } from '../geo/plane.ts';
import type { FinalCoordinate } from '../group/final-coordinates.ts';
import { findSamePlacePairs, pairKey } from '../group/same-place.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { type Conflict, makeConflict } from './conflict.ts';
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

/**
 * The nearest point of any code first: where that is another code, it is the answer. Only beside a point of the same code are
 * the other codes of the neighbourhood asked one by one, so that a receiver left running on one spot costs no more than others.
 */
function findOtherCode(shots: readonly Shot[], positionOf: (shot: Shot) => FinalCoordinate, { tolerances }: SurveySettings): Conflict[] {
  const limit = tolerances.same_place_other_code;
  const points = shots.map((shot) => ({ shot, code: shot.code.toUpperCase(), at: positionOf(shot) }));
  const everything = indexPoints(points.map(({ at }) => at));
  const others = makeCodeIndex(points, limit);
  const seen = new Set<string>();
  return points.flatMap(({ shot, code, at }, place) => {
    const any = everything.nearest(at, limit, (other) => (other === place ? Number.POSITIVE_INFINITY : distance2d(at, points[other]!.at)));
    if (!any) return [];
    const first = points[any.index]!;
    const near = first.code !== code ? { shot: first.shot, distance: any.distance } : others(code, at);
    if (!near) return [];
    const key = pairKey(shot.id, near.shot.id);
    if (seen.has(key)) return [];
    seen.add(key);
    return makeConflict('SAME_PLACE_OTHER_CODE', 'I', {
      shots: [shot, near.shot],
      figures: { distance: near.distance },
      sentence: `${shot.name} (${shot.code}) and ${near.shot.name} (${near.shot.code}) stand ${metres(near.distance)} apart.`,
    });
  });
}

interface CodedPoint {
  readonly shot: Shot;
  readonly code: string;
  readonly at: FinalCoordinate;
}

/** The nearest point of another code within the limit, asking only the codes of the nine cells around. */
function makeCodeIndex(
  points: readonly CodedPoint[],
  limit: number,
): (code: string, at: GridPosition) => { readonly shot: Shot; readonly distance: number } | null {
  const cellOf = (value: number) => Math.floor(value / limit);
  const cells = new Map<string, Set<string>>();
  for (const { code, at } of points) {
    const key = `${cellOf(at.easting)}:${cellOf(at.northing)}`;
    const codes = cells.get(key);
    if (codes) codes.add(code);
    else cells.set(key, new Set([code]));
  }
  const groups = Map.groupBy(points, ({ code }) => code);
  const indexes = new Map<string, NearIndex>();
  return (own, at) => {
    const around = new Set<string>();
    for (const x of [-1, 0, 1])
      for (const y of [-1, 0, 1])
        for (const code of cells.get(`${cellOf(at.easting) + x}:${cellOf(at.northing) + y}`) ?? []) around.add(code);
    around.delete(own);
    let best: { shot: Shot; distance: number } | null = null;
    for (const code of around) {
      const group = groups.get(code)!;
      const index = indexes.get(code) ?? indexPoints(group.map((point) => point.at));
      indexes.set(code, index);
      const near = index.nearest(at, best?.distance ?? limit, (other) => distance2d(at, group[other]!.at));
      if (near && (best === null || near.distance < best.distance)) best = { shot: group[near.index]!.shot, distance: near.distance };
    }
    return best;
  };
}
