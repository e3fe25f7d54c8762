import { distance2d, type GridPosition } from '../geo/plane.ts';
import type { GridPoint } from '../geo/projection.ts';
import { parseDescription, type SpecialMark } from '../read/points/description.ts';
import type { ExportPoint } from './export-point.ts';

/**
 * Lines drawn from the codes of a run, in the order of its points. "AE1 B" begins line 1 of the edges of asphalt, every "AE1" after
 * it goes on with it, "AE1 E" ends it and "AE1 C" ends it where it began. A second B begins another line. "AE1 J" goes on with the
 * line that ended last. "AE1 A" between two other points is a point on an arc through the three. H and V are offsets for the person
 * who draws and move nothing. A code without B is a point and no line; a description with several codes stands on several lines.
 */
export interface CodeLine {
  /** The code with its number, "AE1". */
  readonly code: string;
  /** Names of the points it was drawn through. */
  readonly points: readonly string[];
  /** Its corners; those of an arc are set so close that the chords stay within a centimetre of it. */
  readonly line: readonly GridPosition[];
  readonly is_closed: boolean;
}

interface Corner {
  readonly point: ExportPoint;
  readonly is_on_arc: boolean;
}

interface Draft {
  readonly code: string;
  readonly corners: Corner[];
  is_closed: boolean;
}

export function drawLinework(points: readonly ExportPoint[]): CodeLine[] {
  const drafts: Draft[] = [];
  const open = new Map<string, Draft>();
  const ended = new Map<string, Draft>();
  for (const point of points) {
    for (const { code, specials } of parseDescription(point.description).parts) {
      const key = code.toUpperCase();
      const has = (letter: SpecialMark['letter']) => specials.some((special) => special.letter === letter);
      let draft = has('B') ? undefined : (open.get(key) ?? (has('J') ? ended.get(key) : undefined));
      if (has('B')) {
        draft = { code: key, corners: [], is_closed: false };
        drafts.push(draft);
      }
      if (!draft) continue;
      draft.corners.push({ point, is_on_arc: has('A') });
      draft.is_closed = has('C');
      if (has('E') || has('C')) {
        open.delete(key);
        ended.set(key, draft);
      } else open.set(key, draft);
    }
  }
  return drafts.flatMap(({ code, corners, is_closed }) => {
    if (corners.length < 2) return [];
    const can_close = is_closed && corners.length > 2;
    const names = corners.map(({ point }) => point.name);
    return { code, points: names, line: followCorners(can_close ? [...corners, corners[0]!] : corners), is_closed: can_close };
  });
}

/** Straight from corner to corner; an arc where one point of an arc stands between two others. */
function followCorners(corners: readonly Corner[]): GridPosition[] {
  const line: GridPosition[] = [];
  for (let place = 0; place < corners.length; place += 1) {
    const [before, here, after] = [corners[place - 1], corners[place]!, corners[place + 1]];
    const is_arc = here.is_on_arc && before && after && !before.is_on_arc && !after.is_on_arc;
    if (is_arc) line.push(...arcThrough(before.point, here.point, after.point));
    else line.push(placeOf(here.point));
  }
  return line;
}

/** The farthest that a chord may lie from its arc. */
const MOST_RISE = 0.01;
/** Three points whose arc is flatter than this are in one line. */
const MOST_RADIUS = 100_000;
const MOST_CHORDS = 360;

/** Corners between the first and the last point, both left out. The elevation follows the length of the arc. */
function arcThrough(first: ExportPoint, middle: ExportPoint, last: ExportPoint): GridPosition[] {
  const centre = centreOf(first, middle, last);
  const radius = centre ? distance2d(centre, first) : Number.POSITIVE_INFINITY;
  if (!centre || radius > MOST_RADIUS) return [placeOf(middle)];
  const angleOf = (at: GridPoint) => Math.atan2(at.northing - centre.northing, at.easting - centre.easting);
  const start = angleOf(first);
  const turned = (at: GridPoint) => (angleOf(at) - start + 4 * Math.PI) % (2 * Math.PI);
  // Counter-clockwise unless the middle point comes after the last one that way.
  const is_left = turned(middle) < turned(last);
  const sweep = (at: GridPoint) => (is_left ? turned(at) : turned(at) - 2 * Math.PI);
  const step = 2 * Math.acos(Math.max(1 - MOST_RISE / radius, 0));
  return [...chords(first, middle, 0, sweep(middle)), placeOf(middle), ...chords(middle, last, sweep(middle), sweep(last))];

  function chords(from: ExportPoint, to: ExportPoint, from_angle: number, to_angle: number): GridPosition[] {
    const count = Math.min(Math.ceil(Math.abs(to_angle - from_angle) / step), MOST_CHORDS);
    return Array.from({ length: Math.max(count - 1, 0) }, (_, index) => {
      const share = (index + 1) / count;
      const angle = start + from_angle + (to_angle - from_angle) * share;
      const elevation = from.elevation === null || to.elevation === null ? null : from.elevation + (to.elevation - from.elevation) * share;
      return {
        easting: centre!.easting + radius * Math.cos(angle),
        northing: centre!.northing + radius * Math.sin(angle),
        elevation,
      };
    });
  }
}

/** The centre of the circle through three points; null when they lie in one line. Counted from the first, for the decimals' sake. */
function centreOf(a: GridPoint, b: GridPoint, c: GridPoint): GridPoint | null {
  const [bx, by] = [b.easting - a.easting, b.northing - a.northing];
  const [cx, cy] = [c.easting - a.easting, c.northing - a.northing];
  const doubled = 2 * (bx * cy - by * cx);
  if (Math.abs(doubled) < 1e-9) return null;
  const [b2, c2] = [bx ** 2 + by ** 2, cx ** 2 + cy ** 2];
  return { easting: a.easting + (cy * b2 - by * c2) / doubled, northing: a.northing + (bx * c2 - cx * b2) / doubled };
}

function placeOf({ easting, northing, elevation }: ExportPoint): GridPosition {
  return { easting, northing, elevation };
}
