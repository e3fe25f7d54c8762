import type { LightItem } from '../item.ts';

const FIRST = 5000;
const BLOCK = 1000;

/**
 * The next point name: one above the highest this device knows in its own block of the run, deleted ones included. Another crew's
 * block does not count, else the first pull of its points would make both crews use the same numbers. A full block goes on above
 * everything known.
 */
export function nextPointNumber(points: readonly LightItem[], start: number | null): number {
  const from = start ?? FIRST;
  let inBlock = from - 1;
  let highest = from - 1;
  for (const point of points) {
    const name = point.fields.name;
    if (typeof name !== 'string' || !/^\d{1,9}$/.test(name)) continue;
    const number = Number(name);
    if (number > highest) highest = number;
    if (number >= from && number < from + BLOCK && number > inBlock) inBlock = number;
  }
  return inBlock + 1 < from + BLOCK ? inBlock + 1 : highest + 1;
}
