import type { GridPoint } from '@dmse/survey/geo/projection';
import type { Tongue } from '../firm/names.ts';

/** A side of a lot as a plan says it. */
export type Course = { from: GridPoint; to: GridPoint; bearing: string; distance: string };

const FEET = 1 / 0.3048;

/** Before these years the province measured in feet, and on another datum. */
export const isInFeet = (year: number) => year < 1977;

const two = (n: number) => String(n).padStart(2, '0');

/** A direction by quadrant, to the second: N 45°30'20" E; west is O in French. */
export function sayBearing(from: GridPoint, to: GridPoint, tongue: Tongue): string {
  const [east, north] = [to.easting - from.easting, to.northing - from.northing];
  const seconds = Math.round((Math.atan2(Math.abs(east), Math.abs(north)) * 180 * 3600) / Math.PI);
  const angle = `${two(Math.floor(seconds / 3600))}°${two(Math.floor(seconds / 60) % 60)}'${two(seconds % 60)}"`;
  return `${north < 0 ? 'S' : 'N'} ${angle} ${east < 0 ? (tongue === 'fr' ? 'O' : 'W') : 'E'}`;
}

export function sayDistance(from: GridPoint, to: GridPoint, year: number): string {
  const length = Math.hypot(to.easting - from.easting, to.northing - from.northing);
  return isInFeet(year) ? (length * FEET).toFixed(2) : length.toFixed(3);
}

/** Around a lot, each side from corner to corner. */
export function coursesOf(corners: readonly GridPoint[], tongue: Tongue, year: number): Course[] {
  return corners.map((from, at) => {
    const to = corners[(at + 1) % corners.length]!;
    return { from, to, bearing: sayBearing(from, to, tongue), distance: sayDistance(from, to, year) };
  });
}

/** What going around by the printed courses leaves open, in the unit they are printed in. */
export function misclosure(courses: readonly Pick<Course, 'bearing' | 'distance'>[]): number {
  let [east, north] = [0, 0];
  for (const { bearing, distance } of courses) {
    const [, ns, d, m, s, ew] = /^([NS]) (\d+)°(\d+)'(\d+)" ([EWO])$/.exec(bearing)!;
    const angle = ((Number(d) + Number(m) / 60 + Number(s) / 3600) * Math.PI) / 180;
    east += Number(distance) * Math.sin(angle) * (ew === 'E' ? 1 : -1);
    north += Number(distance) * Math.cos(angle) * (ns === 'N' ? 1 : -1);
  }
  return Math.hypot(east, north);
}

/** The area inside, in square metres. */
export function areaOf(corners: readonly GridPoint[]): number {
  const twice = corners.reduce((sum, { easting, northing }, at) => {
    const next = corners[(at + 1) % corners.length]!;
    return sum + easting * next.northing - next.easting * northing;
  }, 0);
  return Math.abs(twice) / 2;
}
