import type { GridPoint } from '@dmse/survey/geo/projection';
import type { ExportPoint } from '@dmse/survey/write/export-point';
import type { CodeLine } from '@dmse/survey/write/linework';
import type { ObservedControl } from '@dmse/survey/write/qa-report';
import type { Paper, Spot } from './paper.ts';
import { INK, LINE, MUTED, PRIMARY } from './pdf-look.ts';
import type { ReportWords } from './survey-report-words.ts';

/** Where a picture stands on the page. */
export type Frame = { x: number; top: number; width: number; height: number };

const ALARM = '#B3261E';
const LABEL = { size: 6.5, colour: MUTED } as const;
const EDGE = 18;

function drawFrame(paper: Paper, { x, top, width, height }: Frame): void {
  const corners: Spot[] = [
    [x, top],
    [x + width, top],
    [x + width, top + height],
    [x, top + height],
    [x, top],
  ];
  paper.line(corners, 0.5, LINE);
}

/** 1, 2 or 5 times a power of ten, not more than what is given. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * power).find((step) => step <= most) ?? power;
}

/** "0.02 m", "250 m" */
function sayLength(metres: number, { write }: ReportWords): string {
  return `${write(metres >= 1 ? metres.toFixed(0) : String(Number(metres.toPrecision(2))))} m`;
}

function arrow(paper: Paper, from: Spot, to: Spot, colour: string): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 0.5) return;
  const head = Math.min(4, length / 2);
  const [ux, uy] = [dx / length, dy / length];
  const base: Spot = [to[0] - ux * head, to[1] - uy * head];
  paper.line([from, base], 1, colour);
  paper.area(
    [to, [base[0] - uy * head * 0.45, base[1] + ux * head * 0.45], [base[0] + uy * head * 0.45, base[1] - ux * head * 0.45]],
    colour,
  );
}

const cornersOf = ({ left, right, top, bottom }: { left: number; right: number; top: number; bottom: number }): Spot[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** Writes a name beside a spot unless another stands there already; a strong one on white. */
function labeller(paper: Paper, { x, top, width, height }: Frame) {
  const taken: { left: number; right: number; top: number; bottom: number }[] = [];
  return (text: string, [at_x, at_y]: Spot, look: { size: number; colour: string; weight?: 600 }): void => {
    const wide = paper.widthOf(text, look);
    const left = at_x + 4 + wide > x + width ? at_x - 4 - wide : at_x + 4;
    const box = { left, right: left + wide, top: at_y - look.size * 0.75, bottom: at_y + look.size * 0.55 };
    if (box.top < top || box.bottom > top + height || box.left < x) return;
    if (taken.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom)) return;
    taken.push(box);
    if (look.weight) paper.area(cornersOf(box), '#FFFFFF');
    paper.drawLines([text], box.top, { ...look, x: left, width: wide + 1 });
  };
}

type MapContent = { points: readonly ExportPoint[]; lines: readonly CodeLine[]; controls: readonly ObservedControl[] };

/** Names of all points are written when there are no more than this. */
const MOST_NAMED = 150;

/** The run seen from above, grid north at the top: points, lines, controls with what remains at them as arrows, both to scale. */
export function drawMap(paper: Paper, frame: Frame, { points, lines, controls }: MapContent, words: ReportWords): void {
  drawFrame(paper, frame);
  const places: GridPoint[] = [...points, ...controls.map(({ published }) => published)];
  if (places.length === 0) return;
  const [east, north] = [spanOf(places.map((at) => at.easting)), spanOf(places.map((at) => at.northing))];
  // A strip below the points belongs to the scales.
  const room = { width: frame.width - 2 * EDGE, height: frame.height - 2 * EDGE - 14 };
  const scale = Math.min(room.width / Math.max(east.span, 1), room.height / Math.max(north.span, 1));
  const middle: Spot = [frame.x + frame.width / 2, frame.top + EDGE + room.height / 2];
  const toPage = (at: GridPoint): Spot => [
    middle[0] + (at.easting - east.middle) * scale,
    middle[1] - (at.northing - north.middle) * scale,
  ];

  for (const { line } of lines) paper.line(line.map(toPage), 0.6, MUTED);
  paper.dots(points.map(toPage), points.length > 1000 ? 1 : 2, points.length > 1000 ? MUTED : INK);
  const write = labeller(paper, frame);
  const most = Math.max(...controls.map(({ horizontal }) => horizontal), 0);
  const stretch = most > 0 ? 45 / most : 0;
  for (const { published, d_easting, d_northing, is_beyond_tolerance, control_name } of controls) {
    const [x, y] = toPage(published);
    const colour = is_beyond_tolerance ? ALARM : PRIMARY;
    paper.line([[x, y - 4], [x + 3.5, y + 2.5], [x - 3.5, y + 2.5], [x, y - 4]], 1, colour); // biome-ignore format: the corners of a triangle
    arrow(paper, [x, y], [x + d_easting * stretch, y - d_northing * stretch], colour);
    write(control_name, [x + 2, y - 6], { size: 7, colour, weight: 600 });
  }
  if (points.length <= MOST_NAMED) for (const point of points) write(point.name, toPage(point), LABEL);

  const bottom = frame.top + frame.height - 8;
  const bar = roundLength(110 / scale);
  const left = frame.x + 10;
  paper.line([[left, bottom - 3], [left, bottom], [left + bar * scale, bottom], [left + bar * scale, bottom - 3]], 0.8, INK); // biome-ignore format: a bar
  paper.drawLines([sayLength(bar, words)], bottom - 7, { ...LABEL, x: left + bar * scale + 4, width: 60 });
  drawNorth(paper, [frame.x + 14, frame.top + 12]);
  if (stretch === 0) return;
  const shown = roundLength(60 / stretch);
  const key = words.published_less_observed(sayLength(shown, words));
  const start = frame.x + frame.width - 10 - paper.widthOf(key, LABEL) - 6 - shown * stretch;
  arrow(paper, [start, bottom - 2], [start + shown * stretch, bottom - 2], PRIMARY);
  paper.drawLines([key], bottom - 7, { ...LABEL, x: start + shown * stretch + 6, width: 200 });
}

function drawNorth(paper: Paper, [x, y]: Spot): void {
  arrow(paper, [x, y + 16], [x, y - 4], INK);
  paper.drawLines(['N'], y + 17, { size: 7, weight: 600, x: x - 2.5, width: 10 });
}

function spanOf(values: readonly number[]): { middle: number; span: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return { middle: (low + high) / 2, span: high - low };
}

/** A picture with its title, and the tolerance it is held against. */
type Plot = { frame: Frame; title: string; limit: number; words: ReportWords };
type Miss = { readonly name: string; readonly d_easting: number; readonly d_northing: number };

/** What remains, east to the right and north up, about the place that was meant; a circle at the tolerance. */
export function drawTarget(paper: Paper, { frame, title, limit, words }: Plot, misses: readonly Miss[]): void {
  const plot = drawTitle(paper, frame, title);
  drawFrame(paper, plot);
  const radius = Math.min(plot.width, plot.height) / 2 - 4;
  const most = misses.reduce((far, { d_easting, d_northing }) => Math.max(far, Math.hypot(d_easting, d_northing)), limit * 1.15);
  const scale = radius / most;
  const [x, y]: Spot = [plot.x + plot.width / 2, plot.top + plot.height / 2];
  paper.line([[x - radius, y], [x + radius, y]], 0.4, LINE); // biome-ignore format: an axis
  paper.line([[x, y - radius], [x, y + radius]], 0.4, LINE); // biome-ignore format: an axis
  paper.circle([x, y], limit * scale, 0.7, ALARM);
  paper.drawLines([words.circle(sayLength(limit, words))], plot.top + plot.height - 10, { ...LABEL, x: plot.x + 4, width: 80 });
  const spots = misses.map(({ d_easting, d_northing }): Spot => [x + d_easting * scale, y - d_northing * scale]);
  paper.dots(spots, misses.length > 500 ? 1 : 2.5, PRIMARY);
  if (misses.length > 25) return;
  const write = labeller(paper, plot);
  for (const [place, spot] of spots.entries()) write(misses[place]!.name, spot, LABEL);
}

const AXIS = 26;

/** Bars up and down from nothing, with lines at the tolerance. */
export function drawBars(
  paper: Paper,
  { frame, title, limit, words }: Plot,
  bars: readonly { readonly name: string; readonly value: number }[],
): void {
  const plot = drawTitle(paper, frame, title);
  drawFrame(paper, plot);
  const most = bars.reduce((far, { value }) => Math.max(far, Math.abs(value)), limit * 1.15);
  const [left, width] = [plot.x + AXIS, plot.width - AXIS - 4];
  const middle = plot.top + plot.height / 2;
  const scale = (plot.height / 2 - 10) / most;
  for (const value of [limit, 0, -limit]) {
    const y = middle - value * scale;
    paper.line([[left, y], [left + width, y]], value === 0 ? 0.6 : 0.7, value === 0 ? MUTED : ALARM, value !== 0); // biome-ignore format: a level
    paper.drawLines([words.write(value.toFixed(3))], y - 4.5, { ...LABEL, x: plot.x, width: AXIS - 3, align: 'right' });
  }
  const step = width / Math.max(bars.length, 6);
  for (const [place, { name, value }] of bars.entries()) {
    const x = left + place * step + step / 2;
    const half = Math.min(step * 0.35, 9);
    const end = middle - value * scale;
    const corners: Spot[] = [[x - half, middle], [x + half, middle], [x + half, end], [x - half, end]]; // biome-ignore format: a bar
    paper.area(corners, Math.abs(value) > limit ? ALARM : PRIMARY);
    if (paper.widthOf(name, LABEL) <= step)
      paper.drawLines([name], plot.top + plot.height - 10, { ...LABEL, x: x - paper.widthOf(name, LABEL) / 2, width: step });
  }
}

const BINS = 20;

/** How many shots have which RMS; the last bar holds everything beyond. */
export function drawHistogram(paper: Paper, { frame, title, limit, words }: Plot, values: readonly number[]): void {
  const plot = drawTitle(paper, frame, title);
  drawFrame(paper, plot);
  if (values.length === 0) {
    paper.drawLines([words.no_rms], plot.top + plot.height / 2 - 5, { ...LABEL, x: plot.x + 10, width: plot.width });
    return;
  }
  const top_value = limit * 1.6;
  const counts = Array<number>(BINS).fill(0);
  for (const value of values) counts[Math.min(Math.floor((value / top_value) * BINS), BINS - 1)]! += 1;
  const most = Math.max(...counts);
  const [left, width] = [plot.x + AXIS, plot.width - AXIS - 6];
  const bottom = plot.top + plot.height - 16;
  const high = plot.height - 28;
  const step = width / BINS;
  for (const [place, count] of counts.entries()) {
    if (count === 0) continue;
    const [x, up] = [left + place * step, Math.max((count / most) * high, 0.8)];
    const is_beyond = ((place + 0.5) * top_value) / BINS > limit;
    paper.area([[x + 0.5, bottom], [x + step - 0.5, bottom], [x + step - 0.5, bottom - up], [x + 0.5, bottom - up]], is_beyond ? ALARM : PRIMARY); // biome-ignore format: a bar
  }
  paper.line([[left, bottom], [left + width, bottom]], 0.6, MUTED); // biome-ignore format: an axis
  const at_limit = left + (limit / top_value) * width;
  paper.line([[at_limit, bottom], [at_limit, bottom - high - 4]], 0.7, ALARM, true); // biome-ignore format: a level
  for (const [
    text,
    x,
  ] of [['0', left], [words.write(limit.toFixed(3)), at_limit], [`${words.write(top_value.toFixed(3))} +`, left + width]] as const) // biome-ignore format: labels of the axis
    paper.drawLines([text], bottom + 3, { ...LABEL, x: x - paper.widthOf(text, LABEL) * (x === left + width ? 1 : 0.5), width: 60 });
  paper.drawLines([String(most)], bottom - high - 4, { ...LABEL, x: plot.x, width: AXIS - 3, align: 'right' });
}

function drawTitle(paper: Paper, { x, top, width, height }: Frame, title: string): Frame {
  paper.drawLines([title], top, { size: 8.5, weight: 500, colour: MUTED, x, width });
  return { x, top: top + 14, width, height: height - 14 };
}
