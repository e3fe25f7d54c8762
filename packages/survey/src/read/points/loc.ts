import { parseNumber } from '../numbers.ts';
import { parseXml, type XmlElement } from '../ppp/xml.ts';
import { ProblemList } from '../problem-list.ts';
import type { Project } from '../raw/angle-form.ts';
import type { LocDocumentRecord, LocFile, LocPoint, VerbatimRecord } from '../records.ts';
import { refuseOtherKind } from '../sniff.ts';
import { DEFAULT_LIMITS, isBlank, readLines, type TextLimits } from '../text.ts';
import { findOrder, type OfficeRanges } from './points-columns.ts';

export interface LocOptions {
  readonly limits?: TextLimits;
  /** Where the office's coordinates lie: tells whether Local_X is the easting. */
  readonly ranges?: OfficeRanges;
  /** The office projection: the better witness, because every point has its latitude and longitude beside it. */
  readonly project?: Project;
}

/** .loc, Carlson's localization: every point that ties the collector's coordinates to the ground. Never throws. */
export function readLoc(bytes: Uint8Array, options: LocOptions = {}): LocFile {
  const problems = new ProblemList();
  const texts = readLines(bytes, options.limits ?? DEFAULT_LIMITS, problems);
  refuseOtherKind(problems, bytes, 'loc');
  const lines = texts.flatMap((line, i) => (isBlank(line) ? [] : i + 1));
  const xml = parseXml(texts.join('\n'));
  for (const trouble of xml.troubles) problems.about('XML', xml.is_refused ? 'stop' : 'warning', trouble.sentence, trouble.line);
  const found = xml.is_refused ? { elements: [], values: new Map<string, string>() } : collect(xml.roots);
  const axes = findAxes(found.elements, options);
  if (axes === 'yx') problems.add('AXES', 'warning', 'Local_X holds northings here and Local_Y eastings: they were read so.');
  if (axes === null && found.elements.length > 0) {
    problems.add('AXES', 'ask', 'The local coordinates do not tell which is the easting: Local_X was taken for it, as Carlson writes.');
  }
  if (found.elements.length === 0 && lines.length > 0) problems.add('UNREADABLE', 'stop', 'The file holds no localization point.');
  const points = found.elements.map((element) => readPoint(element, axes === 'yx', problems));
  return {
    kind: 'loc',
    records: xml.is_refused ? lines.map((line) => keepLine(line, texts)) : keepDocument(lines, found.values),
    problems: problems.list(),
    line_count: texts.length,
    points,
    units: found.values.get('Units') ?? null,
    axes,
  };
}

function keepLine(line: number, lines: readonly string[]): VerbatimRecord {
  return { kind: 'verbatim', lines: [line], text: lines[line - 1] as string };
}

function keepDocument(lines: readonly number[], values: ReadonlyMap<string, string>): LocDocumentRecord[] {
  return lines.length === 0 ? [] : [{ kind: 'document', lines, values: Object.fromEntries(values) }];
}

interface PointElement {
  readonly element: XmlElement;
  readonly values: ReadonlyMap<string, string>;
}

/** Points are records that hold a latitude or local coordinates, wherever they lie; other values belong to the document. */
function collect(roots: readonly XmlElement[]): { elements: PointElement[]; values: Map<string, string> } {
  const elements: PointElement[] = [];
  const values = new Map<string, string>();
  const queue = [...roots];
  for (const element of queue) {
    const own = readValues(element);
    if (own.has('lat') || own.has('local_x')) elements.push({ element, values: own });
    else
      for (const [name, value] of readValues(element, false)) values.set(values.has(name) ? `${name} (${element.from_line})` : name, value);
    for (const child of element.children) if (child.name.toLowerCase() !== 'value') queue.push(child);
    const stray = element.text.trim();
    if (stray !== '') values.set(`text at line ${element.from_line}`, stray);
  }
  return { elements, values };
}

/** <value name="Lat" value="45.8"></value>, or the value as text. */
function readValues(element: XmlElement, isLower = true): Map<string, string> {
  const values = new Map<string, string>();
  for (const child of element.children) {
    if (child.name.toLowerCase() !== 'value') continue;
    const attributes = new Map(Object.entries(child.attributes).map(([name, value]) => [name.toLowerCase(), value]));
    const name = attributes.get('name') ?? `value at line ${child.from_line}`;
    values.set(isLower ? name.toLowerCase() : name, (attributes.get('value') ?? child.text).trim());
  }
  return values;
}

const USED = new Set([
  'lat',
  'lon',
  'ellipsoid_elv',
  'geoid_separation',
  'local_x',
  'local_y',
  'local_z',
  'hrms',
  'vrms',
  'use_horizontal',
  'use_vertical',
  'description',
]);

function readPoint({ element, values }: PointElement, isSwapped: boolean, problems: ProblemList): LocPoint {
  const number = (name: string): number | null => {
    const text = values.get(name) ?? '';
    const value = parseNumber(text);
    if (value === null && text !== '')
      problems.about('BAD_VALUE', 'warning', `${name} of a localization point could not be read.`, element.from_line);
    return value;
  };
  const yes = (name: string): boolean | null => {
    const text = (values.get(name) ?? '').toLowerCase();
    return text === 'yes' || text === 'true' || text === '1' ? true : text === 'no' || text === 'false' || text === '0' ? false : null;
  };
  const [x, y] = [number('local_x'), number('local_y')];
  return {
    name: element.attributes.id ?? element.attributes.name ?? '',
    from_line: element.from_line,
    to_line: element.to_line,
    latitude: number('lat'),
    longitude: number('lon'),
    ellipsoid_elevation: number('ellipsoid_elv'),
    geoid_separation: number('geoid_separation'),
    local_easting: isSwapped ? y : x,
    local_northing: isSwapped ? x : y,
    local_elevation: number('local_z'),
    hrms: number('hrms'),
    vrms: number('vrms'),
    use_horizontal: yes('use_horizontal'),
    use_vertical: yes('use_vertical'),
    description: values.get('description') ?? '',
    extra: Object.fromEntries([...values].filter(([name]) => !USED.has(name))),
  };
}

function findAxes(points: readonly PointElement[], options: LocOptions): 'xy' | 'yx' | null {
  const pairs = points.map(({ values }) => ({ x: parseNumber(values.get('local_x')), y: parseNumber(values.get('local_y')), values }));
  const order = findOrder(
    pairs.map(({ x, y }) => [x, y] as const),
    options.ranges,
  );
  if (order) return order === 'PENZD' ? 'xy' : 'yx';
  if (!options.project) return null;
  let [straight, swapped] = [0, 0];
  for (const { x, y, values } of pairs) {
    const [latitude, longitude] = [parseNumber(values.get('lat')), parseNumber(values.get('lon'))];
    if (x === null || y === null || latitude === null || longitude === null) continue;
    const grid = options.project(latitude, longitude);
    if (!grid) continue;
    const isNear = (easting: number, northing: number): boolean => Math.hypot(grid.easting - easting, grid.northing - northing) < 1000;
    if (isNear(x, y)) straight++;
    if (isNear(y, x)) swapped++;
  }
  return straight === swapped ? null : straight > swapped ? 'xy' : 'yx';
}
