import type { DerivedPipe } from '../pipe/pipe.ts';
import type { CrsSetting } from '../survey-settings.ts';
import { writeCrsWkt } from './crs-wkt.ts';
import { type DbfColumn, writeDbf } from './dbf.ts';
import type { ExportPoint } from './export-point.ts';
import type { CodeLine } from './linework.ts';

const POINT_Z = 11;
const LINE_Z = 13;
/** Less than this is "none" in a shapefile. */
const NO_DATA = -1e39;

type Position = readonly [x: number, y: number, z: number | null];

/** The files of a run's shapefiles by their names: points, lines and pipes where there are any. In the office grid. */
export function writeShapefiles(
  points: readonly ExportPoint[],
  pipes: readonly DerivedPipe[],
  crs: CrsSetting,
  lines: readonly CodeLine[] = [],
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const add = (name: string, type: number, shapes: readonly (readonly Position[])[], table: Uint8Array) => {
    const { shp, shx } = writeShapes(type, shapes);
    const encode = (text: string) => new TextEncoder().encode(text);
    const wkt = writeCrsWkt(crs);
    for (const [end, bytes] of Object.entries({ shp, shx, dbf: table, cpg: encode('UTF-8'), ...(wkt ? { prj: encode(wkt) } : {}) }))
      files.set(`${name}.${end}`, bytes);
  };
  add(
    'points',
    POINT_Z,
    points.map(({ easting, northing, elevation }) => [[easting, northing, elevation]]),
    writeDbf(POINT_COLUMNS, points),
  );
  const shapeOf = ({ line }: Pick<CodeLine, 'line'>) =>
    line.map(({ easting, northing, elevation }) => [easting, northing, elevation] as const);
  const drawn = pipes.filter(({ line }) => line.length > 1);
  if (lines.length > 0) add('lines', LINE_Z, lines.map(shapeOf), writeDbf(LINE_COLUMNS, lines));
  if (drawn.length > 0) add('pipes', LINE_Z, drawn.map(shapeOf), writeDbf(PIPE_COLUMNS, drawn));
  return files;
}

const POINT_COLUMNS: readonly DbfColumn<ExportPoint>[] = [
  { name: 'NAME', size: 40, of: ({ name }) => name },
  { name: 'CODE', size: 40, of: ({ code }) => code },
  { name: 'DESCRIPT', size: 254, of: ({ description }) => description },
  { name: 'EASTING', size: 16, decimals: 4, of: ({ easting }) => easting },
  { name: 'NORTHING', size: 16, decimals: 4, of: ({ northing }) => northing },
  { name: 'ELEVATION', size: 12, decimals: 4, of: ({ elevation }) => elevation },
];
const LINE_COLUMNS: readonly DbfColumn<CodeLine>[] = [
  { name: 'CODE', size: 40, of: ({ code }) => code },
  { name: 'POINTS', size: 254, of: ({ points }) => points.join(' ') },
  { name: 'CLOSED', size: 3, of: ({ is_closed }) => (is_closed ? 'yes' : 'no') },
];
const PIPE_COLUMNS: readonly DbfColumn<DerivedPipe>[] = [
  { name: 'NAME', size: 40, of: ({ pipe }) => pipe.name },
  { name: 'SYSTEM', size: 20, of: ({ pipe }) => pipe.system },
  { name: 'MATERIAL', size: 40, of: ({ pipe }) => pipe.material },
  { name: 'DIAMETER', size: 10, decimals: 1, of: ({ pipe }) => pipe.inside_diameter },
  { name: 'FROM_STR', size: 40, of: ({ start }) => start.structure?.name ?? null },
  { name: 'TO_STR', size: 40, of: ({ end }) => end.structure?.name ?? null },
  { name: 'FROM_INV', size: 12, decimals: 4, of: ({ start }) => start.invert.elevation },
  { name: 'TO_INV', size: 12, decimals: 4, of: ({ end }) => end.invert.elevation },
  { name: 'LENGTH', size: 12, decimals: 3, of: ({ length_2d }) => length_2d },
  { name: 'SLOPE', size: 10, decimals: 3, of: ({ slope_percent }) => slope_percent },
];

/** Lowest and highest of a coordinate; nothing at all is from 0 to 0. */
function range(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return values.length > 0 ? [low, high] : [0, 0];
}

/** Bytes of one shape without its record head. */
function writeShape(type: number, positions: readonly Position[]): Uint8Array {
  const height = (z: number | null) => z ?? NO_DATA;
  if (type === POINT_Z) {
    const view = new DataView(new ArrayBuffer(36));
    const [x, y, z] = positions[0]!;
    view.setInt32(0, type, true);
    for (const [place, value] of [x, y, height(z), NO_DATA].entries()) view.setFloat64(4 + place * 8, value, true);
    return new Uint8Array(view.buffer);
  }
  const count = positions.length;
  const view = new DataView(new ArrayBuffer(4 + 32 + 8 + 4 + count * 16 + 16 + count * 8));
  const [[west, east], [south, north]] = [range(positions.map(([x]) => x)), range(positions.map(([, y]) => y))];
  view.setInt32(0, type, true);
  for (const [place, value] of [west, south, east, north].entries()) view.setFloat64(4 + place * 8, value, true);
  view.setInt32(36, 1, true);
  view.setInt32(40, count, true);
  const [low, high] = range(positions.flatMap(([, , z]) => z ?? []));
  view.setFloat64(48 + count * 16, low, true);
  view.setFloat64(56 + count * 16, high, true);
  for (const [place, [x, y, z]] of positions.entries()) {
    view.setFloat64(48 + place * 16, x, true);
    view.setFloat64(56 + place * 16, y, true);
    view.setFloat64(48 + count * 16 + 16 + place * 8, height(z), true);
  }
  return new Uint8Array(view.buffer);
}

/** The shapes, and the index of where each of them begins. Lengths are in words of two bytes. */
function writeShapes(type: number, shapes: readonly (readonly Position[])[]): { shp: Uint8Array; shx: Uint8Array } {
  const records = shapes.map((positions) => writeShape(type, positions));
  const shp = new Uint8Array(100 + records.reduce((sum, { length }) => sum + 8 + length, 0));
  const shx = new Uint8Array(100 + records.length * 8);
  const all = shapes.flat();
  for (const bytes of [shp, shx]) writeHead(new DataView(bytes.buffer), type, all);
  const [shapeView, indexView] = [new DataView(shp.buffer), new DataView(shx.buffer)];
  let at = 100;
  for (const [place, record] of records.entries()) {
    shapeView.setInt32(at, place + 1);
    shapeView.setInt32(at + 4, record.length / 2);
    shp.set(record, at + 8);
    indexView.setInt32(100 + place * 8, at / 2);
    indexView.setInt32(104 + place * 8, record.length / 2);
    at += 8 + record.length;
  }
  return { shp, shx };
}

function writeHead(view: DataView, type: number, all: readonly Position[]): void {
  view.setInt32(0, 9994);
  view.setInt32(24, view.byteLength / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  const [[west, east], [south, north]] = [range(all.map(([x]) => x)), range(all.map(([, y]) => y))];
  const [low, high] = range(all.flatMap(([, , z]) => z ?? []));
  for (const [place, value] of [west, south, east, north, low, high].entries()) view.setFloat64(36 + place * 8, value, true);
}
