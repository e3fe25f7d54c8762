/** The side of the world in the units of the index: about a centimetre on the ground. */
export const WORLD = 2 ** 32;
/** Beyond it the square of the world map ends. */
const MAX_LATITUDE = 85.051_128_779_806_6;
const RADIANS = Math.PI / 180;

function clamp(value: number): number {
  return Math.min(WORLD - 1, Math.max(0, value));
}

/** Web Mercator, x to the east and y to the south, without rounding. */
export function toWorld(lon: number, lat: number): [x: number, y: number] {
  const sine = Math.sin(Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * RADIANS);
  return [clamp((lon / 360 + 0.5) * WORLD), clamp((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * WORLD)];
}

export function toLonLat(x: number, y: number): [lon: number, lat: number] {
  const lat = (2 * Math.atan(Math.exp((0.5 - y / WORLD) * 2 * Math.PI)) - Math.PI / 2) / RADIANS;
  return [(x / WORLD - 0.5) * 360, lat];
}

/** West, north, east, south in units of the world; the last two are outside. */
export type WorldBox = readonly [x0: number, y0: number, x1: number, y1: number];

export function tileBox(z: number, x: number, y: number): WorldBox {
  const side = WORLD / 2 ** z;
  return [x * side, y * side, (x + 1) * side, (y + 1) * side];
}

export function boxAround([west, south, east, north]: readonly [number, number, number, number]): WorldBox {
  const [x0, y1] = toWorld(west, south);
  const [x1, y0] = toWorld(east, north);
  return [Math.floor(x0), Math.floor(y0), Math.floor(x1) + 1, Math.floor(y1) + 1];
}
