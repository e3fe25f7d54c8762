import type { PointColumns } from './point-columns.ts';

/** Every other bit of a half word. */
function spread(half: number): number {
  let bits = half & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff_00ff;
  bits = (bits | (bits << 4)) & 0x0f0f_0f0f;
  bits = (bits | (bits << 2)) & 0x3333_3333;
  return (bits | (bits << 1)) & 0x5555_5555;
}

function interleave(x: number, y: number): number {
  return (spread(x) | (spread(y) << 1)) >>> 0;
}

const DIGITS = 65_536;
/** Features that are moved before others get their turn. */
const TURN = 100_000;

/**
 * The order in which every tile of every zoom is one contiguous stretch (G. M. Morton, 1966), by sorting on two bytes at a time. Yields
 * between the passes, so that others get their turn.
 */
export function* mortonOrder(columns: PointColumns): Generator<void, Uint32Array> {
  const { length, x, y } = columns;
  const [high, low] = [new Uint32Array(length), new Uint32Array(length)];
  let order = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) {
    high[at] = interleave(x[at]! >>> 16, y[at]! >>> 16);
    low[at] = interleave(x[at]!, y[at]!);
    order[at] = at;
    if (at % TURN === TURN - 1) yield;
  }
  let other = new Uint32Array(length);
  for (const [keys, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    yield;
    const places = new Uint32Array(DIGITS + 1);
    for (let at = 0; at < length; at += 1) places[((keys[at]! >>> shift) & 0xffff) + 1]! += 1;
    for (let digit = 0; digit < DIGITS; digit += 1) places[digit + 1]! += places[digit]!;
    for (let at = 0; at < length; at += 1) {
      const from = order[at]!;
      const digit = (keys[from]! >>> shift) & 0xffff;
      other[places[digit]!] = from;
      places[digit]! += 1;
      if (at % TURN === TURN - 1) yield;
    }
    [order, other] = [other, order];
  }
  return order;
}

/** Does the first come before the second in that order? The axis with the higher differing bit decides, y before x. */
function isBefore(x0: number, y0: number, x1: number, y1: number): boolean {
  const [dx, dy] = [(x0 ^ x1) >>> 0, (y0 ^ y1) >>> 0];
  const isByX = dy < dx && dy < (dx ^ dy) >>> 0;
  return isByX ? x0 < x1 : y0 < y1;
}

/** The first place that does not come before this position. */
export function findPlace({ x, y, length }: PointColumns, atX: number, atY: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(x[middle]!, y[middle]!, atX, atY)) low = middle + 1;
    else high = middle;
  }
  return low;
}
