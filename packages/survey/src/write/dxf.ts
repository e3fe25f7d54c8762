import type { GridPosition } from '../geo/plane.ts';
import type { DerivedPipe } from '../pipe/pipe.ts';
import { encodeDxf, formatGroups, type Group, safeName, safeText } from './dxf-groups.ts';
import type { ExportPoint } from './export-point.ts';
import { drawLinework } from './linework.ts';

/**
 * A drawing in DXF R12 (AC1009), the form every program still reads: metres, easting is X, northing is Y. A POINT on the layer
 * of its code, with its name and description as TEXT on a layer beside it; the lines of the codes in space; pipes as lines in
 * space along their inverts on the layer of their system. What has no elevation stands on a layer that says so.
 */
export interface DxfOptions {
  /** Of the text, in metres on the drawing. */
  readonly text_height: number;
}

/** Layer of the pipes of each system. */
const PIPE_LAYERS = { storm: 'STORM', sanitary: 'SAN', combined: 'COMBINED' } as const;
const NO_CODE = 'NO_CODE';

export function writeDxf(
  points: readonly ExportPoint[],
  pipes: readonly DerivedPipe[],
  options: DxfOptions = { text_height: 1 },
): Uint8Array {
  const drawn = pipes.filter((pipe) => pipe.line.length > 1);
  const entities = [
    ...points.flatMap((point) => drawPoint(point, options)),
    ...drawLinework(points).flatMap(({ code, line }) => drawLine(layerOf(code, LINE, line), line)),
    ...drawn.flatMap((pipe) => drawPipe(pipe, options)),
  ];
  const layers = new Set(['0', ...entities.flatMap(([code, value]) => (code === 8 ? String(value) : []))]);
  const extent = extentOf([...points, ...drawn.flatMap((pipe) => pipe.line)]);
  const text = formatGroups([
    ...section('HEADER', headerOf(extent)),
    ...section('TABLES', [...lineTypes, ...layerTable([...layers])]),
    ...section('BLOCKS', []),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ]);
  return encodeDxf(text);
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

function drawPipe(derived: DerivedPipe, { text_height }: DxfOptions): Group[] {
  const layer = layerOfPipe(derived);
  const { line } = derived;
  return [...drawLine(layer, line), ...label(`${layer}${TEXT}`, middleOf(line), labelOf(derived), text_height)];
}

function drawLine(layer: string, line: readonly GridPosition[]): Group[] {
  if (line.length === 2) return [[0, 'LINE'], [8, layer], ...position(line[0]!), ...position(line[1]!, 1)];
  return [
    [0, 'POLYLINE'],
    [8, layer],
    [66, 1],
    ...position({ easting: 0, northing: 0, elevation: 0 }),
    [70, 8], // a polyline in space
    ...line.flatMap((at): Group[] => [[0, 'VERTEX'], [8, layer], ...position(at), [70, 32]]),
    [0, 'SEQEND'],
    [8, layer],
  ];
}

function labelOf({ pipe, slope_percent }: DerivedPipe): string {
  const size = pipe.inside_diameter === null ? '' : `${pipe.inside_diameter} mm`;
  const slope = slope_percent === null ? '' : `${slope_percent.toFixed(2)}%`;
  return [pipe.name, size, pipe.material ?? '', slope, pipe.note].filter((part) => part !== '').join(' ');
}

function label(layer: string, at: GridPosition, value: string, height: number): Group[] {
  const safe = safeText(value);
  return safe === '' ? [] : [[0, 'TEXT'], [8, layer], ...position(at), [40, height], [1, safe]];
}

/** Group codes 10, 20, 30 of the first point of an entity, 11, 21, 31 of the second. What has no elevation lies at 0. */
function position({ easting, northing, elevation }: GridPosition, place: 0 | 1 = 0): Group[] {
  return [
    [10 + place, easting],
    [20 + place, northing],
    [30 + place, elevation ?? 0],
  ];
}

const TEXT = '_TEXT';
const LINE = '_LINE';
const NO_ELEVATION = '_NO_Z';

/** The layer of a code for one kind of entity; apart where a corner has no elevation, since a drawing has only 0 for that. */
function layerOf(code: string, kind: string, corners: readonly GridPosition[]): string {
  const suffix = `${kind}${corners.some(({ elevation }) => elevation === null) ? NO_ELEVATION : ''}`;
  return `${safeName(code, NO_CODE, suffix.length)}${suffix}`;
}

/** Pipes whose inverts are not known lie flat; they stand on a layer that says so. */
function layerOfPipe({ pipe, line }: DerivedPipe): string {
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
    low.elevation = Math.min(low.elevation, elevation ?? 0);
    high.easting = Math.max(high.easting, easting);
    high.northing = Math.max(high.northing, northing);
    high.elevation = Math.max(high.elevation, elevation ?? 0);
  }
  const nowhere = { easting: 0, northing: 0, elevation: 0 };
  return positions.length === 0 ? { low: nowhere, high: nowhere } : { low, high };
}
