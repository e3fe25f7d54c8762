import { type Scheme, TOKENS } from '../../theme/tokens.ts';
import type { MapSymbol, MapTone } from './map-layer.ts';

/** Pixels of the drawing; shown at half, so that it is sharp on a phone. */
const SYMBOL_SIZE = 34;
export const SYMBOL_RATIO = 2;

export function toneColour(scheme: Scheme, tone: MapTone): string {
  const { surface, tone: tones } = TOKENS[scheme];
  return tone === 'muted' ? surface.muted : tones[tone];
}

/** The outline of a symbol around the middle, `r` wide. */
function trace(pen: CanvasRenderingContext2D, symbol: MapSymbol, middle: number, r: number): void {
  const path = (...points: [number, number][]) => {
    for (const [at, [x, y]] of points.entries()) {
      if (at === 0) pen.moveTo(middle + x * r, middle + y * r);
      else pen.lineTo(middle + x * r, middle + y * r);
    }
    pen.closePath();
  };
  pen.beginPath();
  if (symbol === 'square') path([-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]);
  else if (symbol === 'triangle') path([0, -1.1], [1, 0.75], [-1, 0.75]);
  else if (symbol === 'diamond') path([0, -1.1], [1.1, 0], [0, 1.1], [-1.1, 0]);
  else if (symbol === 'cross') {
    const [a, b] = [0.35, 1];
    path([-a, -b], [a, -b], [a, -a], [b, -a], [b, a], [a, a], [a, b], [-a, b], [-a, a], [-b, a], [-b, -a], [-a, -a]);
  } else if (symbol === 'page') path([-0.75, -1], [0.3, -1], [0.75, -0.5], [0.75, 1], [-0.75, 1]);
  else pen.arc(middle, middle, r, 0, 2 * Math.PI);
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
  pen.lineWidth = symbol === 'ring' ? 5 : 2;
  pen.strokeStyle = colour;
  pen.stroke();
  pen.fillStyle = symbol === 'ring' ? TOKENS[scheme].surface.card : colour;
  pen.fill();
  return pen.getImageData(0, 0, SYMBOL_SIZE, SYMBOL_SIZE);
}
