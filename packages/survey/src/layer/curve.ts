import type { LayerPosition } from './layer.ts';

/** Curves become lines of short chords: fine enough to look at, never so many that a drawing grows out of hand. */
const CHORD = (5 * Math.PI) / 180;
const FULL = 2 * Math.PI;

/** Points along an ellipse or circle from one angle to another, counter-clockwise. `major` points from the centre to the end of the long axis. */
export function traceArc(
  centre: LayerPosition,
  major: readonly [number, number],
  ratio: number,
  from: number,
  to: number,
): LayerPosition[] {
  const sweep = to > from ? to - from : to - from + FULL;
  const steps = Math.max(2, Math.ceil(Math.min(sweep, FULL) / CHORD));
  const [cx, cy] = centre;
  const [mx, my] = major;
  return Array.from({ length: steps + 1 }, (_, step): LayerPosition => {
    const angle = from + (sweep * step) / steps;
    const [along, across] = [Math.cos(angle), Math.sin(angle) * ratio];
    return lift(centre, cx + mx * along - my * across, cy + my * along + mx * across);
  });
}

/** The points between two vertices of a polyline whose bulge is the tangent of a quarter of the arc's angle. The first vertex is included. */
export function traceBulge(from: LayerPosition, to: LayerPosition, bulge: number): LayerPosition[] {
  const [x1, y1] = from;
  const [x2, y2] = to;
  const chord = Math.hypot(x2 - x1, y2 - y1);
  if (bulge === 0 || chord === 0 || !Number.isFinite(bulge)) return [from];
  const angle = 4 * Math.atan(bulge);
  const steps = Math.max(1, Math.min(144, Math.ceil(Math.abs(angle) / CHORD)));
  // The centre lies off the middle of the chord, to the left of it for a bulge below one.
  const off = (1 - bulge * bulge) / (4 * bulge);
  const [cx, cy] = [(x1 + x2) / 2 - (y2 - y1) * off, (y1 + y2) / 2 + (x2 - x1) * off];
  const start = Math.atan2(y1 - cy, x1 - cx);
  const radius = Math.hypot(x1 - cx, y1 - cy);
  return Array.from({ length: steps }, (_, step): LayerPosition => {
    if (step === 0) return from;
    const at = start + (angle * step) / steps;
    return lift(from, cx + radius * Math.cos(at), cy + radius * Math.sin(at));
  });
}

/** A B-spline by its control points and knots; null when the figures do not make one. */
export function traceSpline(degree: number, knots: readonly number[], controls: readonly LayerPosition[]): LayerPosition[] | null {
  const n = controls.length;
  if (degree < 1 || degree > 10 || n <= degree || knots.length !== n + degree + 1) return null;
  const [first, last] = [knots[degree]!, knots[n]!];
  if (!(last > first)) return null;
  const steps = Math.min(2000, Math.max(8, n * 8));
  return Array.from({ length: steps + 1 }, (_, step) => evaluate(degree, knots, controls, first + ((last - first) * step) / steps));
}

/** De Boor's recursion. */
function evaluate(degree: number, knots: readonly number[], controls: readonly LayerPosition[], at: number): LayerPosition {
  let span = degree;
  while (span < controls.length - 1 && knots[span + 1]! <= at) span++;
  const points = Array.from({ length: degree + 1 }, (_, i) => [...controls[span - degree + i]!] as number[]);
  for (let round = 1; round <= degree; round++) {
    for (let i = degree; i >= round; i--) {
      const low = knots[span - degree + i]!;
      const high = knots[span + i - round + 1]!;
      const share = high === low ? 0 : (at - low) / (high - low);
      const [before, here] = [points[i - 1]!, points[i]!];
      points[i] = here.map((value, axis) => (1 - share) * (before[axis] ?? 0) + share * value);
    }
  }
  const [x = 0, y = 0] = points[degree]!;
  return [x, y];
}

function lift(like: LayerPosition, x: number, y: number): LayerPosition {
  return like.length === 3 ? [x, y, like[2]] : [x, y];
}
