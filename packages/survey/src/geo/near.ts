import KDBush from 'kdbush';
import type { GridPoint } from './projection.ts';

/** Finds neighbours on the grid without comparing everything with everything. Answers are positions in `points`. */
export interface NearIndex {
  within(at: GridPoint, radius: number): number[];
  /**
   * The nearest one for which `distanceTo` gives a figure not above `limit`. `distanceTo` may return a longer distance than
   * the one on the grid (3D) or Infinity to pass a point over, never a shorter one.
   */
  nearest(
    at: GridPoint,
    limit: number,
    distanceTo: (index: number) => number,
  ): { readonly index: number; readonly distance: number } | null;
}

/** Small leaves: questions here are about centimetres, and most leaves hold nothing near enough to look at. */
const LEAF = 16;

export function indexPoints(points: readonly GridPoint[]): NearIndex {
  if (points.length === 0) return { within: () => [], nearest: () => null };
  const tree = new KDBush(points.length, LEAF);
  for (const { easting, northing } of points) tree.add(easting, northing);
  tree.finish();
  const { ids, coords, nodeSize } = tree;
  return {
    within: (at, radius) => tree.within(at.easting, at.northing, radius),
    nearest(at, limit, distanceTo) {
      let best: { index: number; distance: number } | null = null;
      const isTooFar = (distance: number) => (best === null ? distance > limit : distance >= best.distance);
      const look = (position: number) => {
        // No distance is shorter than its part along one axis: most points are out before anybody is asked.
        if (isTooFar(Math.abs(coords[2 * position]! - at.easting)) || isTooFar(Math.abs(coords[2 * position + 1]! - at.northing))) return;
        const index = ids[position]!;
        const distance = distanceTo(index);
        if (!isTooFar(distance)) best = { index, distance };
      };
      const descend = (left: number, right: number, axis: 0 | 1) => {
        if (right - left <= nodeSize) {
          for (let position = left; position <= right; position += 1) look(position);
          return;
        }
        const middle = (left + right) >> 1;
        const away = (axis === 0 ? at.easting : at.northing) - coords[2 * middle + axis]!;
        const other = axis === 0 ? 1 : 0;
        look(middle);
        if (away <= 0) descend(left, middle - 1, other);
        else descend(middle + 1, right, other);
        if (isTooFar(Math.abs(away))) return;
        if (away <= 0) descend(middle + 1, right, other);
        else descend(left, middle - 1, other);
      };
      descend(0, points.length - 1, 0);
      return best;
    },
  };
}
