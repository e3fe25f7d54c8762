import { compareNames, isControl, type Shot } from '../assemble/shot.ts';
import { indexPoints } from '../geo/near.ts';
import { distance2d, distance3d, type GridPosition } from '../geo/plane.ts';
import type { SurveySettings } from '../survey-settings.ts';

/** Two points of one code that are nearer to each other than the tolerance: perhaps one point, shot twice. */
export interface SamePlacePair {
  readonly key: string;
  readonly first: Shot;
  readonly second: Shot;
  readonly distance: number;
}

/** What a person has already looked at and left as it is. */
export interface IgnoredPairs {
  readonly shots: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

export const nothingIgnored: IgnoredPairs = { shots: new Set(), pairs: new Set() };

type Codes = Pick<SurveySettings, 'control_codes' | 'tolerances'>;
type PositionOf = (shot: Shot) => GridPosition;

export function pairKey(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`;
}

/** On the grid, and in space for control: two bolts in one pillar are two controls. */
export function placeDistance(a: GridPosition, b: GridPosition, is_control: boolean): number {
  return is_control ? distance3d(a, b) : distance2d(a, b);
}

/** Every shot with its nearest neighbour of the same code, each pair once, by name. Near-linear in the number of shots. */
export function findSamePlacePairs(
  shots: readonly Shot[],
  positionOf: PositionOf,
  settings: Codes,
  ignored: IgnoredPairs = nothingIgnored,
): SamePlacePair[] {
  const pairs = new Map<string, SamePlacePair>();
  const limit = settings.tolerances.same_point;
  const candidates = shots.filter((shot) => !ignored.shots.has(shot.id));
  for (const group of Map.groupBy(candidates, (shot) => shot.code.toUpperCase()).values()) {
    if (group.length < 2) continue;
    const is_control = isControl(group[0]!, settings.control_codes);
    const positions = group.map(positionOf);
    const index = indexPoints(positions);
    group.forEach((shot, place) => {
      const at = positions[place]!;
      const near = index.nearest(at, limit, (other) => {
        if (other === place) return Number.POSITIVE_INFINITY;
        const distance = placeDistance(at, positions[other]!, is_control);
        return distance <= limit && ignored.pairs.has(pairKey(shot.id, group[other]!.id)) ? Number.POSITIVE_INFINITY : distance;
      });
      if (!near) return;
      const neighbour = group[near.index]!;
      const key = pairKey(shot.id, neighbour.id);
      if (pairs.has(key)) return;
      const [first, second] = compareNames(shot.name, neighbour.name) <= 0 ? [shot, neighbour] : [neighbour, shot];
      pairs.set(key, { key, first, second, distance: near.distance });
    });
  }
  return [...pairs.values()].sort((a, b) => compareNames(a.first.name, b.first.name) || compareNames(a.second.name, b.second.name));
}

/**
 * Runs of consecutive names with one code at one place: a mark that was shot several times in a row. Every member lies
 * within the tolerance of the first, so that a slow walk does not become one point.
 */
export function groupSamePoints(shots: readonly Shot[], positionOf: PositionOf, settings: Codes): Shot[][] {
  const sorted = shots.toSorted((a, b) => compareNames(a.name, b.name));
  const groups: Shot[][] = [];
  for (const shot of sorted) {
    const group = groups.at(-1);
    const first = group?.[0];
    const is_same =
      first !== undefined &&
      first.code.toUpperCase() === shot.code.toUpperCase() &&
      placeDistance(positionOf(first), positionOf(shot), isControl(shot, settings.control_codes)) <= settings.tolerances.same_point;
    if (is_same) group!.push(shot);
    else groups.push([shot]);
  }
  return groups.filter((group) => group.length > 1);
}
