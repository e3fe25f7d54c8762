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
  const bits = cellBits(z);
  const cells = 4 ** bits;
  const [shift, mask] = [32 - z - bits, 2 ** bits - 1];
  const counts = new Uint32Array(cells);
  const sums = [new Float64Array(cells), new Float64Array(cells)] as const;
  const low = [new Uint32Array(cells).fill(0xffff_ffff), new Uint32Array(cells).fill(0xffff_ffff)] as const;
  const high = [new Uint32Array(cells), new Uint32Array(cells)] as const;
  const first: ({ columns: PointColumns; at: number } | undefined)[] = new Array(cells);
  const box = tileBox(z, x, y);
  index.visit(box, filter, (columns, at) => {
    const [px, py] = [columns.x[at]!, columns.y[at]!];
    const cell = (((py >>> shift) & mask) << bits) | ((px >>> shift) & mask);
    if (counts[cell] === 0) first[cell] = { columns, at };
    counts[cell]! += 1;
    sums[0][cell]! += px;
    sums[1][cell]! += py;
    if (px < low[0][cell]!) low[0][cell] = px;
    if (px > high[0][cell]!) high[0][cell] = px;
    if (py < low[1][cell]!) low[1][cell] = py;
    if (py > high[1][cell]!) high[1][cell] = py;
  });
  const scale = extent / (box[2] - box[0]);
  const points: TilePoint[] = [];
  for (let cell = 0; cell < cells; cell += 1) {
    const count = counts[cell]!;
    if (count === 0) continue;
    const place = {
      x: Math.floor((sums[0][cell]! / count - box[0]) * scale),
      y: Math.floor((sums[1][cell]! / count - box[1]) * scale),
    };
    if (count === 1) points.push({ ...place, ...first[cell]!, count: 1 });
    else {
      const [west, north] = toLonLat(low[0][cell]!, low[1][cell]!);
      const [east, south] = toLonLat(high[0][cell]!, high[1][cell]!);
      points.push({ ...place, count, bounds: [west, south, east, north] });
    }
  }
  return points;
}
