import type { GridPosition } from '../geo/plane.ts';
import type { DerivedPipe } from '../pipe/pipe.ts';
import { encodeDxf, formatGroups, type Group, safeName, safeText } from './dxf-groups.ts';
import type { ExportPoint } from './export-point.ts';
import { drawLinework } from './linework.ts';

/**
 * A drawing in DXF R12 (AC1009), the form every program still reads: metres, easting is X, northing is Y. A POINT on the layer
 * of its code, with its name and description as TEXT on a layer beside it and, where no line runs through it, the block of its code
 * on a third; the lines of the codes in space; pipes as lines in space along their inverts on the layer of their system. What has
 * no elevation is written with two coordinates, on a layer that says so; areas as closed lines on a layer of their own. A block is a plain mark: the office puts its own symbol
 * under the same name.
 */
export interface DxfOptions {
  /** Of the text, in metres on the drawing. */
  readonly text_height: number;
}

/** Layer of the pipes of each system. */
const PIPE_LAYERS = { storm: 'STORM', sanitary: 'SAN', combined: 'COMBINED' } as const;
const NO_CODE = 'NO_CODE';

/** What is drawn of a pipe. */
export type DrawnPipe = Pick<DerivedPipe, 'line' | 'slope_percent'> & {
  readonly pipe: Pick<DerivedPipe['pipe'], 'name' | 'system' | 'material' | 'inside_diameter' | 'note'>;
};

/** An area with its name: the first ring is its edge, the others are holes. Drawn flat, each ring as a closed line. */
export interface DrawnArea {
  readonly name: string;
  readonly code: string;
  /** Where its name is written. */
  readonly at: GridPosition;
  readonly rings: readonly (readonly GridPosition[])[];
}

export function writeDxf(
  points: readonly ExportPoint[],
  pipes: readonly DrawnPipe[],
  areas: readonly DrawnArea[] = [],
  options: DxfOptions = { text_height: 1 },
): Uint8Array {
  const drawn = pipes.filter((pipe) => pipe.line.length > 1);
  const lines = drawLinework(points);
  const on_line = new Set(lines.flatMap((line) => line.points));
  const marked = points.filter(({ name }) => !on_line.has(name));
  const entities = [
    ...points.flatMap((point) => drawPoint(point, options)),
    ...marked.flatMap(drawMark),
    ...lines.flatMap(({ code, line }) => drawLine(layerOf(code, LINE, line), line)),
    ...drawn.flatMap((pipe) => drawPipe(pipe, options)),
    ...areas.flatMap((area) => drawArea(area, options)),
  ];
  const layers = new Set(['0', ...entities.flatMap(([code, value]) => (code === 8 ? String(value) : []))]);
  const extent = extentOf([...points, ...drawn.flatMap((pipe) => pipe.line), ...areas.flatMap(({ rings }) => rings.flat())]);
  const text = formatGroups([
    ...section('HEADER', headerOf(extent)),
    ...section('TABLES', [...lineTypes, ...layerTable([...layers])]),
    ...section(
      'BLOCKS',
      [...new Set(marked.map(blockOf))].flatMap((name) => blockNamed(name, options)),
    ),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ]);
  return encodeDxf(text);
}

function drawArea({ name, code, at, rings }: DrawnArea, { text_height }: DxfOptions): Group[] {
  const outline = layerOf(code, OUTLINE, []);
  return [...rings.flatMap((ring) => drawLine(outline, ring, true)), ...label(layerOf(code, TEXT, []), at, name, text_height)];
}

function drawPoint(point: ExportPoint, { text_height }: DxfOptions): Group[] {
  const { code, easting, northing } = point;
  const text_layer = layerOf(code, TEXT, []);
  const beside = { easting: easting + text_height / 2, elevation: point.elevation };
  return [
    [0, 'POINT'],
    [8, layerOf(code, '', [point])],
    ...position(point),
    ...label(text_layer, { ...beside, northing: northing + text_height / 4 }, point.name, text_height),
    ...label(text_layer, { ...beside, northing: northing - text_height * 1.25 }, point.description, text_height),
  ];
}

function drawMark(point: ExportPoint): Group[] {
  return [[0, 'INSERT'], [8, layerOf(point.code, SYMBOL, [point])], [2, blockOf(point)], ...position(point)];
}

/** The block of a code; the number of a line is no part of it. */
function blockOf({ code }: ExportPoint): string {
  return safeName(code.replace(/\d+$/, ''), NO_CODE);
}

/** A circle with a cross. Layer 0 in a block is the layer it is inserted on. */
function blockNamed(name: string, { text_height }: DxfOptions): Group[] {
  const middle = { easting: 0, northing: 0, elevation: null };
  const radius = text_height / 4;
  const across = { ...middle, easting: radius };
  const along = { ...middle, northing: radius };
  return [
    [0, 'BLOCK'],
    [8, '0'],
    [2, name],
    [70, 0],
    ...position({ ...middle, elevation: 0 }),
    [3, name],
    [0, 'CIRCLE'],
    [8, '0'],
    ...position(middle),
    [40, radius],
    ...drawLine('0', [{ ...across, easting: -radius }, across]),
    ...drawLine('0', [{ ...along, northing: -radius }, along]),
    [0, 'ENDBLK'],
    [8, '0'],
  ];
}

function drawPipe(derived: DrawnPipe, { text_height }: DxfOptions): Group[] {
  const layer = layerOfPipe(derived);
  const { line } = derived;
  return [...drawLine(layer, line), ...label(`${layer}${TEXT}`, middleOf(line), labelOf(derived), text_height)];
}

/** In space where every corner has an elevation, flat otherwise: nothing runs down to 0. */
function drawLine(layer: string, corners: readonly GridPosition[], is_closed = false): Group[] {
  const is_flat = corners.some(({ elevation }) => elevation === null);
  const line = is_flat ? corners.map((at) => ({ ...at, elevation: null })) : corners;
  if (line.length === 2) return [[0, 'LINE'], [8, layer], ...position(line[0]!), ...position(line[1]!, 1)];
  return [
    [0, 'POLYLINE'],
    [8, layer],
    [66, 1],
    ...position({ easting: 0, northing: 0, elevation: 0 }),
    [70, (is_flat ? 0 : 8) + (is_closed ? 1 : 0)], // 1 is closed, 8 is a polyline in space, 32 a corner of one
    ...line.flatMap((at): Group[] => [[0, 'VERTEX'], [8, layer], ...position(at), [70, is_flat ? 0 : 32]]),
    [0, 'SEQEND'],
    [8, layer],
  ];
}

function labelOf({ pipe, slope_percent }: DrawnPipe): string {
  const size = pipe.inside_diameter === null ? '' : `${pipe.inside_diameter} mm`;
  const slope = slope_percent === null ? '' : `${slope_percent.toFixed(2)}%`;
  return [pipe.name, size, pipe.material ?? '', slope, pipe.note].filter((part) => part !== '').join(' ');
}

function label(layer: string, at: GridPosition, value: string, height: number): Group[] {
  const safe = safeText(value);
  return safe === '' ? [] : [[0, 'TEXT'], [8, layer], ...position(at), [40, height], [1, safe]];
}

/** Group codes 10, 20, 30 of the first point of an entity, 11, 21, 31 of the second. What has no elevation has no third. */
function position({ easting, northing, elevation }: GridPosition, place: 0 | 1 = 0): Group[] {
  const flat: Group[] = [
    [10 + place, easting],
    [20 + place, northing],
  ];
  return elevation === null ? flat : [...flat, [30 + place, elevation]];
}

const TEXT = '_TEXT';
const LINE = '_LINE';
const OUTLINE = '_OUTLINE';
const SYMBOL = '_SYMBOL';
const NO_ELEVATION = '_NO_Z';

/** The layer of a code for one kind of entity; apart where a corner has no elevation, which some programs show at 0. */
function layerOf(code: string, kind: string, corners: readonly GridPosition[]): string {
  const suffix = `${kind}${corners.some(({ elevation }) => elevation === null) ? NO_ELEVATION : ''}`;
  return `${safeName(code, NO_CODE, suffix.length)}${suffix}`;
}

/** Pipes whose inverts are not known lie flat; they stand on a layer that says so. */
function layerOfPipe({ pipe, line }: DrawnPipe): string {
  const layer = pipe.system === null ? 'PIPE' : PIPE_LAYERS[pipe.system];
  return line.some((at) => at.elevation === null) ? `${layer}_NO_INVERT` : layer;
}

function middleOf(line: readonly GridPosition[]): GridPosition {
  const at = Math.floor((line.length - 1) / 2);
  const [a, b] = [line[at]!, line[at + 1]!];
  return {
    easting: (a.easting + b.easting) / 2,
    northing: (a.northing + b.northing) / 2,
    elevation: a.elevation === null || b.elevation === null ? null : (a.elevation + b.elevation) / 2,
  };
}

function section(name: string, groups: readonly Group[]): Group[] {
  return [[0, 'SECTION'], [2, name], ...groups, [0, 'ENDSEC']];
}

type Extent = { readonly low: GridPosition; readonly high: GridPosition };

function headerOf({ low, high }: Extent): Group[] {
  return [
    [9, '$ACADVER'],
    [1, 'AC1009'],
    [9, '$DWGCODEPAGE'],
    [3, 'ANSI_1252'],
    [9, '$EXTMIN'],
    ...position(low),
    [9, '$EXTMAX'],
    ...position(high),
    [9, '$PDMODE'],
    [70, 34],
    [9, '$PDSIZE'],
    [40, 0.5],
  ];
}

const lineTypes: readonly Group[] = [
  [0, 'TABLE'],
  [2, 'LTYPE'],
  [70, 1],
  [0, 'LTYPE'],
  [2, 'CONTINUOUS'],
  [70, 0],
  [3, 'Solid line'],
  [72, 65],
  [73, 0],
  [40, 0],
  [0, 'ENDTAB'],
];

function layerTable(layers: readonly string[]): Group[] {
  const rows = layers.flatMap((name, place): Group[] => [
    [0, 'LAYER'],
    [2, name],
    [70, 0],
    [62, (place % 7) + 1],
    [6, 'CONTINUOUS'],
  ]);
  return [[0, 'TABLE'], [2, 'LAYER'], [70, layers.length], ...rows, [0, 'ENDTAB']];
}

function extentOf(positions: readonly GridPosition[]): Extent {
  const low = { easting: Number.POSITIVE_INFINITY, northing: Number.POSITIVE_INFINITY, elevation: Number.POSITIVE_INFINITY };
  const high = { easting: Number.NEGATIVE_INFINITY, northing: Number.NEGATIVE_INFINITY, elevation: Number.NEGATIVE_INFINITY };
  for (const { easting, northing, elevation } of positions) {
    low.easting = Math.min(low.easting, easting);
    low.northing = Math.min(low.northing, northing);
    low.elevation = Math.min(low.elevation, elevation ?? low.elevation);
    high.easting = Math.max(high.easting, easting);
    high.northing = Math.max(high.northing, northing);
    high.elevation = Math.max(high.elevation, elevation ?? high.elevation);
  }
  const nowhere = { easting: 0, northing: 0, elevation: 0 };
  if (positions.length === 0) return { low: nowhere, high: nowhere };
  const has_elevation = low.elevation <= high.elevation;
  return has_elevation ? { low, high } : { low: { ...low, elevation: 0 }, high: { ...high, elevation: 0 } };
}
