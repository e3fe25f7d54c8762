import type { GridPosition } from '../geo/plane.ts';

/** A control point as it is written back: to a tenth of a millimetre on the grid, to the centimetre in height. */
export function roundPublished({ easting, northing, elevation }: GridPosition): GridPosition {
  return {
    easting: roundTo(easting, 4),
    northing: roundTo(northing, 4),
    elevation: elevation === null ? null : roundTo(elevation, 2),
  };
}

function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
