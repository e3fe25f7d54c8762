import { type Scheme, TOKENS } from '../../theme/tokens.ts';
import type { MapSymbol, MapTone } from './map-layer.ts';

/** Pixels of the drawing; shown at half, so that it is sharp on a phone. */
const SYMBOL_SIZE = 34;
export const SYMBOL_RATIO = 2;

export function toneColour(scheme: Scheme, tone: MapTone): string {
  const { surface, tone: tones } = TOKENS[scheme];
  return tone === 'muted' ? surface.muted : tones[tone];
}

type Corner = readonly [number, number];

/** The corners of each symbol around its middle, in parts of its half width; null is a circle. */
export const SYMBOL_CORNERS: Readonly<Record<MapSymbol, readonly Corner[] | null>> = {
  dot: null,
  ring: null,
  square: square(0.85),
  triangle: [corner(0, -1.1), corner(1, 0.75), corner(-1, 0.75)],
  diamond: [corner(0, -1.1), corner(1.1, 0), corner(0, 1.1), corner(-1.1, 0)],
  cross: cross(0.35, 1),
  line: [corner(-1.1, 0.45), corner(0.9, -0.75), corner(1.1, -0.45), corner(-0.9, 0.75)],
  page: [corner(-0.75, -1), corner(0.3, -1), corner(0.75, -0.5), corner(0.75, 1), corner(-0.75, 1)],
};

function corner(x: number, y: number): Corner {
  return [x, y];
}
function square(a: number): Corner[] {
  return [corner(-a, -a), corner(a, -a), corner(a, a), corner(-a, a)];
}
function cross(a: number, b: number): Corner[] {
  const quarter: Corner[] = [corner(-a, -b), corner(a, -b), corner(a, -a)];
  const turn = ([x, y]: Corner): Corner => [-y, x];
  return [0, 1, 2, 3].flatMap((turns) => quarter.map((one) => Array.from({ length: turns }).reduce<Corner>(turn, one)));
}

/** The outline of a symbol around the middle, `r` wide. */
function trace(pen: CanvasRenderingContext2D, symbol: MapSymbol, middle: number, r: number): void {
  pen.beginPath();
  const corners = SYMBOL_CORNERS[symbol] ?? null;
  if (corners === null) pen.arc(middle, middle, r, 0, 2 * Math.PI);
  for (const [x, y] of corners ?? []) pen.lineTo(middle + x * r, middle + y * r);
  pen.closePath();
}

/** A symbol with an edge in the colour of the ground, so that it is seen on anything. Null where nothing can be drawn. */
export function drawSymbol(scheme: Scheme, symbol: MapSymbol, tone: MapTone): ImageData | null {
  const canvas = document.createElement('canvas');
  canvas.width = SYMBOL_SIZE;
  canvas.height = SYMBOL_SIZE;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return null;
  const colour = toneColour(scheme, tone);
  trace(pen, symbol, SYMBOL_SIZE / 2, SYMBOL_SIZE * 0.35);
  pen.lineJoin = 'round';
  pen.lineWidth = 6;
  pen.strokeStyle = TOKENS[scheme].surface.card;
  pen.stroke();
  pen.fillStyle = symbol === 'ring' ? TOKENS[scheme].surface.card : colour;
  pen.fill();
  pen.lineWidth = symbol === 'ring' ? 5 : 2;
  pen.strokeStyle = colour;
  pen.stroke();
  return pen.getImageData(0, 0, SYMBOL_SIZE, SYMBOL_SIZE);
}
