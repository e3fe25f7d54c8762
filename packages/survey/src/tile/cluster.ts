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

type Cluster = Extract<TilePoint, { bounds: unknown }>;

/** Nearer than this many of the 512 pixels of a tile, two circles would lie over each other. */
const APART = 30;
/** From this zoom on cells are finer than circles: what lies near each other is then meant to be seen apart. */
const SEEN_APART = 13;

/** Circles that would lie over each other become one, the largest first. */
function joinNear(clusters: readonly Cluster[], reach: number): Cluster[] {
  const joined: Cluster[] = [];
  for (const one of clusters.toSorted((a, b) => b.count - a.count || a.x - b.x || a.y - b.y)) {
    const place = joined.findIndex((other) => Math.hypot(other.x - one.x, other.y - one.y) < reach);
    if (place < 0) joined.push(one);
    else joined[place] = join(joined[place]!, one);
  }
  // What was joined has moved and may have come near another.
  return joined.length < clusters.length ? joinNear(joined, reach) : joined;
}

function join(a: Cluster, b: Cluster): Cluster {
  const count = a.count + b.count;
  const mean = (one: number, other: number) => Math.floor((one * a.count + other * b.count) / count);
  const [[aw, as, ae, an], [bw, bs, be, bn]] = [a.bounds, b.bounds];
  const bounds: Cluster['bounds'] = [Math.min(aw, bw), Math.min(as, bs), Math.max(ae, be), Math.max(an, bn)];
  return { x: mean(a.x, b.x), y: mean(a.y, b.y), count, bounds };
}

/**
 * What a tile shows: it is cut into cells, and what lies in one cell is one point of the tile, at the mean of its places; seen from
 * afar, points that stand for several are joined where they would hide each other. Every feature
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
  const clusters: Cluster[] = [];
  for (const { columns, at, count, sumX, sumY, x0, y0, x1, y1 } of index.cells(box, 32 - z - cellBits(z), filter)) {
    const place = { x: Math.floor((sumX / count - box[0]) * scale), y: Math.floor((sumY / count - box[1]) * scale) };
    if (count === 1) points.push({ ...place, columns, at, count });
    else {
      const [[west, north], [east, south]] = [toLonLat(x0, y0), toLonLat(x1, y1)];
      clusters.push({ ...place, count, bounds: [west, south, east, north] });
    }
  }
  return [...points, ...(z < SEEN_APART ? joinNear(clusters, (APART / 512) * extent) : clusters)];
}
