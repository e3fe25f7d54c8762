import { personName } from '../firm/names.ts';
import type { Random } from '../firm/random.ts';
import { areaOf, type Course, coursesOf, isInFeet, misclosure } from './courses.ts';
import {
  type Drawing,
  drawBuildings,
  drawLots,
  drawMonument,
  drawRoad,
  drawSewer,
  findRoad,
  fitGround,
  type PlanFacts,
  POINTS_PER_METRE,
} from './plan-ground.ts';
import { notesOf, PLAN_WORDS } from './plan-words.ts';
import { type Pen, type Sheet, type Spot, TABLOID, takePen, wrap } from './sheet.ts';

/** The column of text beside the ground. */
const COLUMN = { left: 930, right: 1196 };

function drawNorth(pen: Pen, [x, y]: Spot): void {
  pen.add({ line: [[x, y + 60], [x, y - 40]], width: 1.4 }, { area: [[x, y - 52], [x + 9, y - 20], [x, y - 28]] }); // biome-ignore format: the arrow
  pen.add({ line: [[x, y - 52], [x - 9, y - 20], [x, y - 28], [x, y - 52]], width: 0.8 }, { circle: [x, y + 10], radius: 16, width: 0.8 }); // biome-ignore format: the arrow
  pen.text('N', [x, y - 58], 16, { is_bold: true, align: 'middle' });
}

/** Four pieces, every other one dark, with the lengths below. */
function drawScaleBar({ pen, year, words }: Drawing, [x, y]: Spot, scale: number): void {
  const feet = isInFeet(year);
  const unit = feet ? scale / 12 / 2 : [1, 2, 5, 10, 20, 50].find((metres) => (metres * POINTS_PER_METRE) / scale >= 30)!;
  const step = feet ? 36 : (unit * POINTS_PER_METRE) / scale;
  for (let at = 0; at < 4; at++) {
    const [from, to] = [x + at * step, x + (at + 1) * step];
    if (at % 2 === 0) pen.add({ area: [[from, y], [to, y], [to, y + 5], [from, y + 5]] }); // biome-ignore format: a piece
    pen.box(from, y, to, y + 5, 0.6);
  }
  for (const at of [0, 2, 4])
    pen.text(`${unit * at}${at === 4 ? (feet ? ` ${words.foot}` : ' m') : ''}`, [x + at * step, y + 16], 8, { align: 'middle' });
  pen.text(`${words.scale} ${sayScale(scale, year, words.inches)}`, [x, y - 6], 9, { is_bold: true });
}

const sayScale = (scale: number, year: number, [inch, feet]: readonly [string, string]) =>
  isInFeet(year) ? `1 ${inch} = ${scale / 12} ${feet}` : `1:${scale}`;

/** Two circles with whose stamp it is, and a signature across. */
function drawStamp({ pen, random, facts, words }: Drawing, [x, y]: Spot): void {
  const { surveyor } = facts.file.company;
  for (const radius of [58, 48]) pen.add({ circle: [x, y], radius, width: 1.2 });
  const lines = ['NEW BRUNSWICK', surveyor.name.toUpperCase(), `No. ${surveyor.number}`];
  for (const [at, line] of lines.entries()) pen.text(line, [x, y - 12 + at * 13], at === 1 ? 7.5 : 7, { align: 'middle', is_bold: true });
  const turn = random.next() * 6;
  pen.text(words.surveyor, [x, y + 30], 6, { align: 'middle' });
  const wave = (at: number) => Math.sin(at / 3) * (9 - at * 0.06) * (0.6 + 0.4 * Math.sin(at / 11 + turn));
  const scribble = Array.from({ length: 90 }, (_, at): Spot => [x - 68 + at * 1.5 + 3 * Math.cos(at / 3), y + 12 + wave(at) - at * 0.12]);
  pen.add({ line: scribble, width: 1 });
}

function drawLegend({ pen, facts, words }: Drawing): void {
  const [x, top] = [COLUMN.left + 12, 52];
  pen.text(words.legend, [x, top], 10, { is_bold: true });
  const symbols = [
    ['found', words.found],
    ['set', words.set],
    ['control', words.control],
    ...(facts.file.plan === 'sewer' ? [['manhole', words.manhole] as const] : []),
  ] as const;
  symbols.forEach(([kind, name], at) => {
    drawMonument(pen, [x + 10, top + 18 + at * 17], kind);
    pen.text(name, [x + 30, top + 21 + at * 17], 9);
  });
  const y = top + 18 + symbols.length * 17;
  pen.add({ line: [[x, y], [x + 20, y]], width: 1.8 }); // biome-ignore format: a sample
  pen.text(words.boundary, [x + 30, y + 3], 9);
}

function drawTitle({ pen, facts, words, year }: Drawing, scale: number): void {
  const { company, values, lot } = facts.file;
  const [left, right] = [COLUMN.left + 12, COLUMN.right];
  pen.box(COLUMN.left, 470, right, 766, 1.2);
  let y = pen.lines(wrap(values.description.split(',')[0]!.toUpperCase(), 24), [left, 496], 16, { is_bold: true });
  y = pen.lines(wrap(values.legal_description, 44), [left, y + 2], 10.5);
  y = pen.lines([`PID ${lot.pid}`, `${lot.number} ${lot.street}`, `${lot.town}, ${words.province}`], [left, y + 2], 10.5);
  y = pen.lines([`${words.prepared}: ${values.client_name}`], [left, y + 6], 10.5);
  pen.lines(
    [
      `${words.file} ${values.file_number}`,
      ...(values.plan_number ? [`${words.plan} ${values.plan_number}`] : []),
      `${words.scale} ${sayScale(scale, year, words.inches)}`,
      `${words.date}: ${values.surveyed_on ?? year}`,
    ],
    [left, y + 8],
    10.5,
    { is_bold: true },
  );
  pen.add({ line: [[COLUMN.left, 718], [right, 718]], width: 1 }); // biome-ignore format: one rule
  pen.text(company.name, [left, 737], 13, { is_bold: true });
  pen.text(company.address, [left, 754], 9);
}

function drawTables({ pen, facts, random, words, year }: Drawing, courses: readonly Course[], structures: readonly string[][]): void {
  const { corners } = facts.file.lot;
  const sides = courses.map(({ bearing, distance }, at) => [`${at + 1}-${((at + 1) % corners.length) + 1}`, bearing, distance]);
  pen.table(words.courses, [[...words.courseHead], ...sides], [60, 610], [40, 116, 70]);
  const unit = isInFeet(year) ? words.foot : 'm';
  const area = areaOf(corners);
  const said = isInFeet(year) ? `${(area / 4046.856).toFixed(3)} ac.` : `${area.toFixed(1)} m²`;
  pen.text(`${words.area}: ${said}   ${words.closes} ${misclosure(courses).toFixed(3)} ${unit}`, [60, 692], 8.5);
  const points = corners.map(({ easting, northing }, at) => [
    String(at + 1),
    easting.toFixed(3),
    northing.toFixed(3),
    at % 2 === 0 ? words.monument.found : words.monument.set,
  ]);
  if (structures.length > 0) pen.table(words.structures, [[...words.structureHead], ...structures], [310, 610], [46, 70, 80, 80]);
  else pen.table(words.coordinates, [[...words.coordinateHead], ...points], [310, 610], [30, 86, 86, 80]);
  const by = personName(random, facts.file.company.tongue)
    .split(' ')
    .map((name) => name[0])
    .join('');
  const revisions = [
    ['1', `${year}-11-30`, words.drafted, by],
    ['2', `${year + 1}-02-12`, words.issued, by],
  ];
  pen.table(words.revisions, [[...words.revisionHead], ...revisions], [620, 610], [30, 64, 140, 36]);
}

function drawNotes({ pen, facts, words, year }: Drawing): void {
  const left = COLUMN.left + 12;
  pen.text(words.notes, [left, 180], 10, { is_bold: true });
  let y = 196;
  for (const [at, note] of notesOf(facts.file.company.tongue, year, facts.control).entries())
    y = pen.lines(
      wrap(note, 50).map((line, n) => (n === 0 ? `${at + 1}. ${line}` : `    ${line}`)),
      [left, y],
      9,
    );
  pen.lines(wrap(words.certify, 30), [left, 330], 9);
  pen.text(facts.file.company.surveyor.name, [left, 386], 10, { is_bold: true });
}

/** The plan of a historical file: always the same for the same file. */
export function drawPlan(random: Random, facts: PlanFacts): Sheet {
  const { file, row } = facts;
  const { year, company } = file;
  const { tongue } = company;
  const pen = takePen(TABLOID);
  const drawing: Drawing = { pen, random, facts, words: PLAN_WORDS[tongue], year };
  pen.box(24, 24, TABLOID.width - 24, TABLOID.height - 24, 2);
  pen.box(COLUMN.left, 36, COLUMN.right, 462);
  const courses = coursesOf(file.lot.corners, tongue, year);
  const road = findRoad(facts);
  const edge = [road.at(0, 0), road.at(1, 0), road.at(0, 1), road.at(1, 1)];
  const ground = fitGround([...row.flatMap(({ corners }) => corners), ...edge], year);
  drawRoad(drawing, ground, road);
  drawLots(drawing, ground, courses);
  if (file.plan === 'certificate') drawBuildings(drawing, ground);
  const structures = file.plan === 'sewer' ? drawSewer(drawing, ground, road) : [];
  drawNorth(pen, [76, 120]);
  drawScaleBar(drawing, [640, 725], ground.scale);
  drawLegend(drawing);
  drawNotes(drawing);
  drawStamp(drawing, [1124, 395]);
  drawTitle(drawing, ground.scale);
  drawTables(drawing, courses, structures);
  return pen.sheet;
}

/** The page of a field book that goes with it. */
export function drawFieldNotes(random: Random, { file }: PlanFacts): Sheet {
  const { year, company } = file;
  const { tongue } = company;
  const words = PLAN_WORDS[tongue];
  const pen = takePen(TABLOID);
  const courses = coursesOf(file.lot.corners, tongue, year);
  pen.box(36, 36, TABLOID.width - 36, TABLOID.height - 36);
  pen.text(words.fieldNotes, [80, 96], 24, { is_bold: true });
  pen.lines([`${words.file} ${file.values.file_number}`, words.traverse, words.weather], [80, 134], 14);
  const sides = courses.map(({ bearing, distance }, at) => [
    `${at + 1}`,
    bearing,
    distance,
    words.monument[at % 2 === 0 ? 'found' : 'set'],
  ]);
  pen.table(words.courses, [[...words.courseHead, ''], ...sides], [80, 230], [60, 180, 120, 150], 14);
  pen.text(`${words.closes} ${misclosure(courses).toFixed(3)}`, [80, 400], 14, { is_bold: true });
  const fence = Array.from({ length: 24 }, (_, at): Spot => [700 + at * 19, 300 + at * 6 + random.next() * 16]);
  pen.add({ line: fence, width: 1.4 });
  pen.text(words.fence, [900, 330], 15);
  pen.add({ line: [[640, 60], [640, 732]], width: 0.6, dash: 8 }); // biome-ignore format: the fold
  return pen.sheet;
}
