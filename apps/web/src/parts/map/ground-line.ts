import { azimuthOf, distance2d } from '@dmse/survey/geo/plane';
import type { Projection } from '@dmse/survey/geo/projection';
import type { Lonlat } from './map-layer.ts';

export type GroundLine = {
  readonly distance: number /** Degrees clockwise from north; null between equal points. */;
  readonly bearing: number | null;
};

const EARTH = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Metres and bearing from one place to another: on the office grid where there is one, else on the sphere. */
export function groundLine(from: Lonlat, to: Lonlat, projection: Projection | null): GroundLine {
  const start = projection?.toGrid({ longitude: from[0], latitude: from[1] });
  const end = projection?.toGrid({ longitude: to[0], latitude: to[1] });
  if (start && end) return { distance: distance2d(start, end), bearing: azimuthOf(start, end) };
  return sphereLine(from, to);
}

function sphereLine(from: Lonlat, to: Lonlat): GroundLine {
  const [lat1, lat2, turn] = [from[1] * RADIANS, to[1] * RADIANS, (to[0] - from[0]) * RADIANS];
  const half = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(turn / 2) ** 2;
  const distance = 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(half)));
  if (distance === 0) return { distance, bearing: null };
  const y = Math.sin(turn) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
  return { distance, bearing: (Math.atan2(y, x) / RADIANS + 360) % 360 };
}

/** "0.84 m", "12.4 m", "860 m", "12.3 km": as exact as anybody can walk it. */
export function sayDistance(metres: number): string {
  if (metres < 10) return `${metres.toFixed(2)} m`;
  if (metres < 100) return `${metres.toFixed(1)} m`;
  return metres < 10_000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;
}

const WINDS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** "072° E": degrees for the compass, the wind for the head. */
export function sayBearing(bearing: number): string {
  const whole = Math.round(bearing) % 360;
  return `${String(whole).padStart(3, '0')}° ${WINDS[Math.round(whole / 45) % 8]}`;
}
