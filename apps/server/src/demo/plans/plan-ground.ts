import type { GridPoint } from '@dmse/survey/geo/projection';
import type { HistoricalLife } from '../firm/historical-files.ts';
import type { Lot } from '../firm/lots.ts';
import type { Random } from '../firm/random.ts';
import { type Course, isInFeet } from './courses.ts';
import type { PLAN_WORDS } from './plan-words.ts';
import type { Pen, Spot } from './sheet.ts';

export type PlanFacts = {
  file: HistoricalLife & { lot: Lot };
  /** The lots on the same side of the street, its own among them. */
  row: readonly Lot[];
  /** The name of a control point it is tied to. */
  control: string | null;
};

/** Where on the sheet the ground is drawn. */
const GROUND = { left: 60, top: 60, right: 905, bottom: 560 };
export const POINTS_PER_METRE = 72 / 0.0254;
const METRIC = [100, 150, 200, 250, 300, 400, 500, 750, 1000, 1250, 1500, 2000];
const FEET_PER_INCH = [10, 20, 30, 40, 50, 60, 80, 100, 150, 200];

type Ground = { scale: number; toPaper: (point: GridPoint) => Spot };

/** The largest usual scale at which all of it fits, and the way from the ground to the paper, north up. */
export function fitGround(points: readonly GridPoint[], year: number): Ground {
  const [es, ns] = [points.map(({ easting }) => easting), points.map(({ northing }) => northing)];
  const [west, east, south, north] = [Math.min(...es), Math.max(...es), Math.min(...ns), Math.max(...ns)];
  const scales = isInFeet(year) ? FEET_PER_INCH.map((feet) => feet * 12) : METRIC;
  const room = [GROUND.right - GROUND.left - 60, GROUND.bottom - GROUND.top - 60] as const;
  const fits = (scale: number) =>
    ((east - west) * POINTS_PER_METRE) / scale <= room[0] && ((north - south) * POINTS_PER_METRE) / scale <= room[1];
  const scale = scales.find(fits) ?? scales.at(-1)!;
  const k = POINTS_PER_METRE / scale;
  const [cx, cy] = [(GROUND.left + GROUND.right) / 2, (GROUND.top + GROUND.bottom) / 2];
  return {
    scale,
    toPaper: ({ easting, northing }) => [cx + (easting - (west + east) / 2) * k, cy - (northing - (south + north) / 2) * k],
  };
}

const between = (a: GridPoint, b: GridPoint, share: number): GridPoint => ({
  easting: a.easting + (b.easting - a.easting) * share,
  northing: a.northing + (b.northing - a.northing) * share,
});

/** A place on a lot: so much along its street, and so much of the way to its back. */
function inside({ corners: [a, b, c, d] }: Lot, s: number, t: number): GridPoint {
  return between(between(a, b, s), between(d, c, s), t);
}

/** Text along a line on the paper, never upside down; `off` is how far above it. */
function along(pen: Pen, text: string, [a, b]: readonly [Spot, Spot], size: number, off: number): void {
  let angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  if (angle > 90) angle -= 180;
  if (angle <= -90) angle += 180;
  const turn = (angle * Math.PI) / 180;
  const [x, y] = [(a[0] + b[0]) / 2 + off * Math.sin(turn), (a[1] + b[1]) / 2 - off * Math.cos(turn)];
  pen.text(text, [x, y], size, { angle, align: 'middle' });
}

const ring = (spots: readonly Spot[]) => [...spots, spots[0]!];

export function drawMonument(pen: Pen, at: Spot, kind: 'found' | 'set' | 'control' | 'manhole'): void {
  if (kind === 'control')
    pen.add({ area: [[at[0], at[1] - 6], [at[0] + 5.5, at[1] + 4], [at[0] - 5.5, at[1] + 4]] }); // biome-ignore format: a triangle
  else pen.add({ circle: at, radius: kind === 'manhole' ? 6 : 3.2, width: 1, is_solid: kind === 'found' });
  if (kind === 'manhole') pen.text('S', [at[0], at[1] + 2.8], 8, { align: 'middle' });
}

export type Drawing = { pen: Pen; random: Random; facts: PlanFacts; words: (typeof PLAN_WORDS)[keyof typeof PLAN_WORDS]; year: number };

/** The lots of the row, the file's own with its courses. */
export function drawLots({ pen, facts, words }: Drawing, { toPaper }: Ground, courses: readonly Course[]): void {
  const { file, row } = facts;
  for (const lot of row) {
    const isOwn = lot === file.lot;
    pen.add({ line: ring(lot.corners.map(toPaper)), width: isOwn ? 1.8 : 0.7, ...(isOwn ? {} : { dash: 6 }) });
    const isBuilt = isOwn && file.plan === 'certificate';
    const [x, y] = toPaper(isBuilt ? inside(lot, 0.34, 0.78) : lot.centre);
    pen.text(`PID ${lot.pid}`, [x, y], isOwn ? 10 : 8, { align: 'middle', is_bold: isOwn });
    pen.text(String(lot.number), [x, y - 13], isOwn ? 12 : 8, { align: 'middle' });
    if (!isOwn) pen.text(words.adjoining, [x, y + 11], 6.5, { align: 'middle' });
  }
  for (const { from, to, bearing, distance } of courses) {
    const ends = [toPaper(from), toPaper(to)] as const;
    along(pen, bearing, ends, 8.5, 5);
    along(pen, distance, ends, 8.5, -12);
  }
  file.lot.corners.forEach((corner, at) => {
    drawMonument(pen, toPaper(corner), at % 2 === 0 ? 'found' : 'set');
    const [x, y] = toPaper(between(corner, file.lot.centre, 0.13));
    pen.text(String(at + 1), [x, y + 3], 8, { align: 'middle', is_bold: true });
  });
}

/** The street in front of the lots: from its near end to its far end, and from the lots' side to the other. */
type Road = { at: (along: number, across: number) => GridPoint };
const ROAD_WIDTH = 20;

export function findRoad({ file, row }: PlanFacts): Road {
  const [first, second] = file.lot.corners;
  const length = Math.hypot(second.easting - first.easting, second.northing - first.northing);
  const [e, n] = [(second.easting - first.easting) / length, (second.northing - first.northing) / length];
  const reach = row
    .flatMap(({ corners }) => corners.slice(0, 2))
    .map((one) => (one.easting - first.easting) * e + (one.northing - first.northing) * n);
  const [near, far] = [Math.min(...reach) - 4, Math.max(...reach) + 4];
  return {
    // The corners go around counter-clockwise from the street, so the street lies to the right.
    at: (along, across) => {
      const [s, t] = [near + along * (far - near), across * ROAD_WIDTH];
      return { easting: first.easting + s * e + t * n, northing: first.northing + s * n - t * e };
    },
  };
}

export function drawRoad({ pen, facts, words }: Drawing, { toPaper }: Ground, { at }: Road): void {
  for (const across of [0, 1]) pen.add({ line: [toPaper(at(0, across)), toPaper(at(1, across))], width: 0.9 });
  const name = `${facts.file.lot.street.toUpperCase()}  (${words.road})`;
  const across = facts.file.plan === 'sewer' ? 0.28 : 0.5;
  along(pen, name, [toPaper(at(0, across)), toPaper(at(1, across))], 11, -4);
  if (!facts.control) return;
  const spot = toPaper(at(0.9, 0.78));
  drawMonument(pen, spot, 'control');
  pen.text(facts.control, [spot[0] + 9, spot[1] + 3], 8.5, { is_bold: true });
}

/** A house and a garage with how far they stand from the boundary. */
export function drawBuildings({ pen, facts, words, random }: Drawing, { toPaper }: Ground): void {
  const { lot } = facts.file;
  const [left, front] = [0.16 + random.next() * 0.08, 0.2 + random.next() * 0.08];
  const blocks: [string, number, number, number, number][] = [
    [words.house, left, front, left + 0.5, front + 0.28],
    [words.garage, 0.62, 0.68, 0.88, 0.86],
  ];
  for (const [name, s1, t1, s2, t2] of blocks) {
    const corners = [inside(lot, s1, t1), inside(lot, s2, t1), inside(lot, s2, t2), inside(lot, s1, t2)];
    pen.add({ line: ring(corners.map(toPaper)), width: 1.2 });
    const [x, y] = toPaper(inside(lot, (s1 + s2) / 2, (t1 + t2) / 2));
    pen.text(name, [x, y + 3], 6.5, { align: 'middle' });
    const isLeft = s1 + s2 < 1;
    const side = inside(lot, isLeft ? 0 : 1, (t1 + t2) / 2);
    const wall = inside(lot, isLeft ? s1 : s2, (t1 + t2) / 2);
    pen.add({ line: [toPaper(side), toPaper(wall)], width: 0.5, dash: 2 });
    along(pen, Math.hypot(wall.easting - side.easting, wall.northing - side.northing).toFixed(2), [toPaper(side), toPaper(wall)], 7, 3);
  }
}

/** Manholes in the street with pipes between them; answers their table. */
export function drawSewer({ pen, random, year }: Drawing, { toPaper }: Ground, road: Road): string[][] {
  const rows: string[][] = [];
  let rim = 14 + random.next() * 40;
  let invert = rim - 2.6;
  let last: Spot | null = null;
  for (let at = 0; at < 3; at++) {
    const spot = toPaper(road.at(0.06 + at * 0.4, 0.66));
    const label = toPaper(road.at(0.06 + at * 0.4, 0.88));
    if (last) {
      pen.add({ line: [last, spot], width: 1.4 });
      along(
        pen,
        `${random.pick([300, 375, 450])} mm ${year < 1975 ? 'CONC' : 'PVC'} @ ${(0.4 + random.next()).toFixed(2)} %`,
        [last, spot],
        7,
        4,
      );
    }
    drawMonument(pen, spot, 'manhole');
    pen.text(`MH ${at + 1}`, [label[0], label[1] + 3], 8, { align: 'middle', is_bold: true });
    rows.push([`MH ${at + 1}`, rim.toFixed(2), at === 0 ? '–' : invert.toFixed(3), (invert - 0.03).toFixed(3)]);
    rim -= 0.2 + random.next() * 0.3;
    invert -= 0.2 + random.next() * 0.2;
    last = spot;
  }
  return rows;
}
