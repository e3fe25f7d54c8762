import { whyNotCrs } from '@dmse/survey/geo/check-crs';
import { makeProjection } from '@dmse/survey/geo/projection';
import { scaleFactorsAt, toPpm } from '@dmse/survey/geo/scale-factor';
import type { CrsSetting } from '@dmse/survey/survey-settings';

export type CheckedPoint = { easting: number; northing: number; ppm: number | null };

/** A latitude and a longitude as typed; null where they are none. West is negative. */
export function readPosition(latitude: string, longitude: string): { latitude: number; longitude: number } | null {
  const [lat, lon] = [latitude, longitude].map((text) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace('−', '-'))));
  const isPlace = Number.isFinite(lat) && Number.isFinite(lon) && Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180;
  return isPlace ? { latitude: lat!, longitude: lon! } : null;
}

/** Where a position falls on a grid, or why there is no answer. */
export function checkPoint(crs: CrsSetting, position: { latitude: number; longitude: number } | null): CheckedPoint | string {
  const why = whyNotCrs(crs);
  if (why) return why;
  if (!position) return 'Enter a latitude and a longitude in decimal degrees, west negative.';
  const projection = makeProjection(crs);
  const at = projection.toGrid(position);
  if (!at) return 'This position has no place on the grid.';
  const factors = scaleFactorsAt(projection, at, 0);
  return { ...at, ppm: factors && toPpm(factors.point) };
}
