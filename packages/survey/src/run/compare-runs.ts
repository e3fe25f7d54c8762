import { compareNames, isTopLevel, nameKey, type Shot } from '../assemble/shot.ts';
import type { ProcessedRun } from './process-run.ts';

/** How the points of one attempt differ from those of another: plain JSON, the largest first. */
export interface RunDifference {
  only_now: string[];
  only_before: string[];
  moved: { name: string; d_easting: number; d_northing: number; d_elevation: number | null; distance: number }[];
  recoded: { name: string; now: string; before: string }[];
  /** Points that are in both and neither moved nor were described otherwise. */
  same: number;
}

/** A hundredth of a millimetre: less is arithmetic. */
const UNMOVED = 1e-5;

type Points = Pick<ProcessedRun, 'shots' | 'finals'>;

/** Only points that are exported count: what gave way or was left out in one of both is a point of the other alone. */
export function compareRuns(now: Points, before: Points): RunDifference {
  const earlier = new Map(before.shots.filter(isTopLevel).map((shot) => [nameKey(shot.name), shot]));
  const difference: RunDifference = { only_now: [], only_before: [], moved: [], recoded: [], same: 0 };
  for (const shot of now.shots.filter(isTopLevel)) {
    const other = earlier.get(nameKey(shot.name));
    earlier.delete(nameKey(shot.name));
    if (!other) {
      difference.only_now.push(shot.name);
      continue;
    }
    const moved = moveOf(shot, now, other, before);
    if (moved) difference.moved.push(moved);
    const is_recoded = shot.description !== other.description;
    if (is_recoded) difference.recoded.push({ name: shot.name, now: shot.description, before: other.description });
    if (!moved && !is_recoded) difference.same += 1;
  }
  for (const { name } of earlier.values()) difference.only_before.push(name);
  difference.only_now.sort(compareNames);
  difference.only_before.sort(compareNames);
  difference.moved.sort((a, b) => b.distance - a.distance || compareNames(a.name, b.name));
  difference.recoded.sort((a, b) => compareNames(a.name, b.name));
  return difference;
}

function moveOf(shot: Shot, now: Points, other: Shot, before: Points): RunDifference['moved'][number] | null {
  const [here, there] = [now.finals.get(shot.id)!, before.finals.get(other.id)!];
  const [d_easting, d_northing] = [here.easting - there.easting, here.northing - there.northing];
  const d_elevation = here.elevation === null || there.elevation === null ? null : here.elevation - there.elevation;
  const distance = Math.hypot(d_easting, d_northing, d_elevation ?? 0);
  // An elevation that came or went is a difference too.
  const is_other_kind = (here.elevation === null) !== (there.elevation === null);
  return distance > UNMOVED || is_other_kind ? { name: shot.name, d_easting, d_northing, d_elevation, distance } : null;
}
