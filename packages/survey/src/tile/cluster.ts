import { tileBox, toLonLat } from './mercator.ts';
import type { PointColumns } from './point-columns.ts';
import type { CodeFilter, PointIndex } from './point-index.ts';

/** A feature by itself, or several that lie in one cell. */
export type TilePoint = { x: number; y: number } & (
  | { columns: PointColumns; at: number; count: 1 }
  | { count: number; bounds: [west: number, south: number, east: number, north: number] }
);

/** The finer the further in; at the last ones only what lies on top of each other is counted together. */
export function cellBits(z: number): number {
  if (z < 13) return 3;
  if (z < 16) return 4;
  if (z < 18) return 5;
  return 6;
}

/**
 * What a tile shows: it is cut into cells, and what lies in one cell is one point of the tile, at the mean of its places. Every feature
 * that passes the filter is in exactly one of them. Positions are in units of the tile, of which there are `extent` on a side.
 */
export function clusterTile(
  index: PointIndex,
  [z, x, y]: readonly [z: number, x: number, y: number],
  filter: CodeFilter | null,
  extent = 4096,
): TilePoint[] {
  const box = tileBox(z, x, y);
  const scale = extent / (box[2] - box[0]);
  const points: TilePoint[] = [];
  for (const { columns, at, count, sumX, sumY, x0, y0, x1, y1 } of index.cells(box, 32 - z - cellBits(z), filter)) {
    const place = { x: Math.floor((sumX / count - box[0]) * scale), y: Math.floor((sumY / count - box[1]) * scale) };
    if (count === 1) points.push({ ...place, columns, at, count });
    else {
      const [[west, north], [east, south]] = [toLonLat(x0, y0), toLonLat(x1, y1)];
      points.push({ ...place, count, bounds: [west, south, east, north] });
    }
  }
  return points;
}
