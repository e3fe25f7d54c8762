/**
 * A sketch as it is drawn and kept: things on a sheet of fixed size, in the order they were drawn. Pure: what a pointer or a key does is
 * a new list of things, and the old one is what Undo goes back to.
 */
export type SketchPoint = readonly [x: number, y: number];

export type SketchThing =
  | { readonly kind: 'stroke'; readonly points: readonly SketchPoint[] }
  | { readonly kind: 'text'; readonly at: SketchPoint; readonly text: string }
  | { readonly kind: 'dimension'; readonly from: SketchPoint; readonly to: SketchPoint; readonly text: string }
  | { readonly kind: 'north'; readonly at: SketchPoint; readonly to: SketchPoint };

export type Sketch = readonly SketchThing[];

export const SHEET = { width: 1200, height: 900 } as const;

/** Nearer points than this add nothing a person could see. */
const GRAIN = 3;
/** A pointer this near touches a thing. */
const REACH = 18;

export function extendStroke(points: readonly SketchPoint[], next: SketchPoint): readonly SketchPoint[] {
  const last = points.at(-1);
  return last && distance(last, next) < GRAIN ? points : [...points, next];
}

export function distance([ax, ay]: SketchPoint, [bx, by]: SketchPoint): number {
  return Math.hypot(bx - ax, by - ay);
}

function distanceToSegment(at: SketchPoint, from: SketchPoint, to: SketchPoint): number {
  const length = distance(from, to);
  if (length === 0) return distance(at, from);
  const share = ((at[0] - from[0]) * (to[0] - from[0]) + (at[1] - from[1]) * (to[1] - from[1])) / length ** 2;
  const t = Math.min(1, Math.max(0, share));
  return distance(at, [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]);
}

function isTouched(thing: SketchThing, at: SketchPoint): boolean {
  switch (thing.kind) {
    case 'stroke':
      return thing.points.some((point, i) => distanceToSegment(at, point, thing.points[i + 1] ?? point) <= REACH);
    case 'text': {
      const [x, y] = thing.at;
      return at[0] >= x - REACH && at[0] <= x + thing.text.length * 16 + REACH && Math.abs(at[1] - y) <= REACH + 12;
    }
    case 'dimension':
      return distanceToSegment(at, thing.from, thing.to) <= REACH + 8;
    case 'north':
      return distanceToSegment(at, thing.at, thing.to) <= REACH + 8;
  }
}

/** The sketch without what lies under the pointer. The same list when nothing does. */
export function eraseAt(sketch: Sketch, at: SketchPoint): Sketch {
  return sketch.some((thing) => isTouched(thing, at)) ? sketch.filter((thing) => !isTouched(thing, at)) : sketch;
}

/** A line through the points that does not show where they are: SVG path data, also understood by a canvas. */
export function strokePath(points: readonly SketchPoint[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  if (rest.length === 0) return `M${first.join(' ')}l0.1 0`;
  const middle = rest.slice(0, -1).map((point, i) => {
    const next = rest[i + 1]!;
    return `Q${point.join(' ')} ${(point[0] + next[0]) / 2} ${(point[1] + next[1]) / 2}`;
  });
  return `M${first.join(' ')}${middle.join('')}L${rest.at(-1)!.join(' ')}`;
}

/** A line with a head at both ends. */
export function dimensionPath(from: SketchPoint, to: SketchPoint): string {
  return `M${from.join(' ')}L${to.join(' ')}${head(to, from)}${head(from, to)}`;
}

/** An arrow to the north, from its foot to its tip. */
export function northPath(at: SketchPoint, to: SketchPoint): string {
  return `M${at.join(' ')}L${to.join(' ')}${head(at, to, 26)}`;
}

function head(from: SketchPoint, tip: SketchPoint, size = 16): string {
  const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const wing = (turn: number) => `${round(tip[0] - size * Math.cos(angle + turn))} ${round(tip[1] - size * Math.sin(angle + turn))}`;
  return `M${wing(0.45)}L${tip.join(' ')}L${wing(-0.45)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Where the words of a dimension stand, and how they are turned so that they are never upside down. */
export function dimensionLabel(from: SketchPoint, to: SketchPoint): { at: SketchPoint; degrees: number } {
  const degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  const upright = degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees;
  const turn = (upright * Math.PI) / 180;
  const middle: SketchPoint = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return { at: [round(middle[0] + 12 * Math.sin(turn)), round(middle[1] - 12 * Math.cos(turn))], degrees: round(upright) };
}

/** The letter beyond the tip of a north arrow. */
export function northLabel(at: SketchPoint, to: SketchPoint): SketchPoint {
  const length = Math.max(1, distance(at, to));
  return [round(to[0] + ((to[0] - at[0]) / length) * 26), round(to[1] + ((to[1] - at[1]) / length) * 26 + 10)];
}

function isPoint(value: unknown): value is SketchPoint {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number' && Number.isFinite(one));
}

function isThing(value: unknown): value is SketchThing {
  const thing = value as Record<string, unknown> | null;
  if (typeof thing !== 'object' || thing === null) return false;
  if (thing.kind === 'stroke') return Array.isArray(thing.points) && thing.points.every(isPoint);
  if (thing.kind === 'text') return isPoint(thing.at) && typeof thing.text === 'string';
  if (thing.kind === 'dimension') return isPoint(thing.from) && isPoint(thing.to) && typeof thing.text === 'string';
  return thing.kind === 'north' && isPoint(thing.at) && isPoint(thing.to);
}

export function writeSketch(sketch: Sketch): string {
  return JSON.stringify({ sketch: 1, things: sketch });
}

/** Null for what is no sketch of ours. */
export function readSketch(text: string): Sketch | null {
  try {
    const { sketch, things } = JSON.parse(text) as { sketch?: unknown; things?: unknown };
    return sketch === 1 && Array.isArray(things) && things.every(isThing) ? things : null;
  } catch {
    return null;
  }
}
