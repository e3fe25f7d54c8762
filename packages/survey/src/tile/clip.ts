import { toWorld, type WorldBox } from './mercator.ts';

type Place = readonly number[];
type Line = [number, number][];

/** A line or ring of degrees in units of the world. */
export function project(line: readonly Place[]): Line {
  return line.map(([lon, lat]) => toWorld(lon!, lat!));
}

/** Where the way from a to b crosses a line of constant x (axis 0) or y. */
function crossing(a: Place, b: Place, axis: 0 | 1, value: number): [number, number] {
  const part = (value - a[axis]!) / (b[axis]! - a[axis]!);
  const across = a[1 - axis]! + (b[1 - axis]! - a[1 - axis]!) * part;
  return axis === 0 ? [value, across] : [across, value];
}

const SIDES = [
  [0, 0, 1],
  [1, 1, 1],
  [0, 2, -1],
  [1, 3, -1],
] as const;

/** The part of a closed ring inside a box, by cutting it at one side after the other (Sutherland and Hodgman, 1974); empty when none is. */
export function clipRing(ring: Line, box: WorldBox): Line {
  let left = ring;
  for (const [axis, side, sign] of SIDES) {
    const limit = box[side];
    const isIn = (place: Place) => (place[axis]! - limit) * sign >= 0;
    const next: Line = [];
    for (const [at, place] of left.entries()) {
      const before = left[at === 0 ? left.length - 1 : at - 1]!;
      if (isIn(place) !== isIn(before)) next.push(crossing(before, place, axis, limit));
      if (isIn(place)) next.push(place);
    }
    left = next;
    if (left.length === 0) return [];
  }
  return left;
}

/** The parts of a line inside a box, each step cut by itself (Liang and Barsky, 1984). */
export function clipLine(line: Line, [x0, y0, x1, y1]: WorldBox): Line[] {
  const parts: Line[] = [];
  let part: Line = [];
  for (let at = 1; at < line.length; at += 1) {
    const [from, to] = [line[at - 1]!, line[at]!];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let [begin, end] = [0, 1];
    for (const [step, room] of [
      [-dx, from[0] - x0],
      [dx, x1 - from[0]],
      [-dy, from[1] - y0],
      [dy, y1 - from[1]],
    ] as const) {
      if (step === 0 && room < 0) end = -1;
      else if (step < 0) begin = Math.max(begin, room / step);
      else if (step > 0) end = Math.min(end, room / step);
    }
    if (begin > end) {
      if (part.length > 1) parts.push(part);
      part = [];
      continue;
    }
    if (part.length === 0 || begin > 0) {
      if (part.length > 1) parts.push(part);
      part = [[from[0] + dx * begin, from[1] + dy * begin]];
    }
    part.push([from[0] + dx * end, from[1] + dy * end]);
    if (end < 1) {
      parts.push(part);
      part = [];
    }
  }
  if (part.length > 1) parts.push(part);
  return parts;
}
