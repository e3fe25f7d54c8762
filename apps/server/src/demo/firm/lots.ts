import type { GridPoint } from '@dmse/survey/geo/projection';
import type { Project } from './projects.ts';
import type { Random } from './random.ts';
import { metres, toGridPoint } from './sites.ts';

/** A lot along an invented street. Its corners go around counter-clockwise, the two at the street first, in the office grid. */
export type Lot = {
  pid: string;
  number: number;
  street: string;
  town: string;
  corners: readonly [GridPoint, GridPoint, GridPoint, GridPoint];
  centre: GridPoint;
  /** The one for which the street was laid out, on the lot where it stands. */
  project: Project | null;
};

type Named = Pick<Lot, 'number' | 'street' | 'town'>;

const LOTS_PER_SIDE = 15;
const ROAD_WIDTH = 20;
/** Streets that begin so far apart do not cross. */
const APART = 420;
const FIRST_PID = 75_000_019;
const PID_STEP = 37;

function readAddress(address: string): Named | null {
  const [, number, street, town] = /^(\d+) (.+), (.+)$/.exec(address) ?? [];
  return number && street && town ? { number: Number(number), street, town } : null;
}

/** The lots of one street, its project's own in the middle of its side. */
function makeStreet(random: Random, project: Project, place: Named): Omit<Lot, 'pid'>[] {
  const middle = toGridPoint(project.location!);
  const [frontage, depth] = [random.int(19, 28), random.int(34, 58)];
  const heading = random.next() * 2 * Math.PI;
  const own = Math.min(Math.floor(LOTS_PER_SIDE / 2), Math.floor((place.number - 1) / 2));
  const [before, aside] = [(own + 0.5) * frontage, (ROAD_WIDTH + depth) / 2];
  /** So far along the street, and so far to its left. */
  const at = (along: number, left: number): GridPoint => ({
    easting: metres(middle.easting + (along - before) * Math.cos(heading) - (left - aside) * Math.sin(heading)),
    northing: metres(middle.northing + (along - before) * Math.sin(heading) + (left - aside) * Math.cos(heading)),
  });
  return [1, -1].flatMap((side) => {
    const [front, back] = [(side * ROAD_WIDTH) / 2, side * (ROAD_WIDTH / 2 + depth)];
    // Neighbours share their back corners.
    const backs = Array.from({ length: LOTS_PER_SIDE + 1 }, (_, k) => at(k * frontage + random.next() * 2 - 1, back));
    return Array.from({ length: LOTS_PER_SIDE }, (_, k) => {
      const [near, far] = [at(k * frontage, front), at((k + 1) * frontage, front)];
      return {
        ...place,
        number: place.number + 2 * (k - own) + (side === 1 ? 0 : 1),
        corners: side === 1 ? ([near, far, backs[k + 1]!, backs[k]!] as const) : ([far, near, backs[k]!, backs[k + 1]!] as const),
        centre: at((k + 0.5) * frontage, (front + back) / 2),
        project: side === 1 && k === own ? project : null,
      };
    });
  });
}

/** So many lots on streets around the projects, the last of them first; each stands on a lot under its own address. */
export function makeLots(random: Random, projects: readonly Project[], count: number): Lot[] {
  const lots: Lot[] = [];
  const starts = new Map<string, GridPoint[]>();
  const numbers = new Set<string>();
  for (const project of projects.toReversed()) {
    if (lots.length >= count) break;
    const place = project.location && readAddress(project.location.address);
    if (!place) continue;
    const here = toGridPoint(project.location!);
    const others = starts.get(place.town) ?? [];
    const street = makeStreet(random.fork(project.num), project, place);
    const named = street.map((lot) => addressOf(lot));
    const isTaken = named.some((address) => numbers.has(address));
    if (isTaken || others.some(({ easting, northing }) => Math.hypot(easting - here.easting, northing - here.northing) < APART)) continue;
    starts.set(place.town, [...others, here]);
    for (const address of named) numbers.add(address);
    lots.push(...street.map((lot, at) => ({ ...lot, pid: String(FIRST_PID + (lots.length + at) * PID_STEP) })));
  }
  return lots.slice(0, count);
}

export function addressOf({ number, street, town }: Named): string {
  return `${number} ${street}, ${town}`;
}

/** Where the civic number stands: near the street. */
export function doorOf({ corners: [a, b], centre }: Lot): GridPoint {
  const share = (x: number, y: number, z: number) => metres(((x + y) / 2) * 0.7 + z * 0.3);
  return { easting: share(a.easting, b.easting, centre.easting), northing: share(a.northing, b.northing, centre.northing) };
}
