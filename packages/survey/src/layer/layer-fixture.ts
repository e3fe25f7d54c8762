import { surveyDefaults } from '../survey-settings.ts';
import type { ReadLayer } from './layer.ts';
import { placeLayer } from './place-layer.ts';

const { office_crs } = surveyDefaults;
const options = { office_crs, crs: null, known_area: null, most_bytes: 20_000_000 };
export const place = (read: ReadLayer, crs: string | null = null) => placeLayer(read, { ...options, crs });

/** A drawing of these entities. */
export function dxf(...entities: string[]): string {
  return `  0\nSECTION\n  2\nENTITIES\n${entities.join('')}  0\nENDSEC\n  0\nEOF\n`;
}
export const groups = (...pairs: (string | number)[]) => pairs.map((value) => `${value}\n`).join('');
export const coordinatesOf = (read: ReadLayer) => read.features.map(({ geometry }) => geometry.coordinates);

export const PRJ_DEGREES =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]';

export type Ring = readonly (readonly [number, number])[];
export type Shape = readonly [number, number] | readonly Ring[];
const isRings = (shape: Shape): shape is readonly Ring[] => Array.isArray(shape[0]);
const SHP_HEAD = 100;

/** A .shp of points, or of polygons given by their rings: clockwise ones are outer, the others holes. */
export function shp(...shapes: readonly Shape[]): Uint8Array {
  const contents = shapes.map((shape) => (isRings(shape) ? polygonRecord(shape) : pointRecord(shape)));
  const total = contents.reduce((sum, { byteLength }) => sum + 8 + byteLength, SHP_HEAD);
  const view = new DataView(new ArrayBuffer(total));
  const points = shapes.flatMap((shape) => (isRings(shape) ? shape.flat() : [shape]));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  view.setInt32(0, 9994);
  view.setInt32(24, total / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, isRings(shapes[0]!) ? 5 : 1, true);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  for (const [index, value] of box.entries()) view.setFloat64(36 + index * 8, value, true);
  const bytes = new Uint8Array(view.buffer);
  let at = SHP_HEAD;
  contents.forEach((content, index) => {
    view.setInt32(at, index + 1);
    view.setInt32(at + 4, content.byteLength / 2);
    bytes.set(new Uint8Array(content.buffer), at + 8);
    at += 8 + content.byteLength;
  });
  return bytes;
}

function pointRecord([x, y]: readonly [number, number]): DataView {
  const view = new DataView(new ArrayBuffer(20));
  view.setInt32(0, 1, true);
  view.setFloat64(4, x, true);
  view.setFloat64(12, y, true);
  return view;
}

function polygonRecord(rings: readonly Ring[]): DataView {
  const points = rings.flat();
  const view = new DataView(new ArrayBuffer(44 + rings.length * 4 + points.length * 16));
  view.setInt32(0, 5, true);
  view.setInt32(36, rings.length, true);
  view.setInt32(40, points.length, true);
  let first = 0;
  rings.forEach((ring, index) => {
    view.setInt32(44 + index * 4, first, true);
    first += ring.length;
  });
  points.forEach(([x, y], index) => {
    view.setFloat64(44 + rings.length * 4 + index * 16, x, true);
    view.setFloat64(52 + rings.length * 4 + index * 16, y, true);
  });
  return view;
}

type DbfField = { readonly name: string; readonly type: 'C' | 'N' | 'L' | 'D'; readonly length: number };

/** A table of Western letters (one byte each), as dBASE III marks it in its head. */
export function dbf(fields: readonly DbfField[], rows: readonly (readonly string[])[]): Uint8Array {
  const start = 33 + fields.length * 32;
  const size = fields.reduce((sum, { length }) => sum + length, 1);
  const bytes = Buffer.alloc(start + rows.length * size, ' ');
  bytes.fill(0, 0, start);
  bytes.set([3, 125, 6, 2]);
  bytes.writeUInt32LE(rows.length, 4);
  bytes.writeUInt16LE(start, 8);
  bytes.writeUInt16LE(size, 10);
  bytes[29] = 0x57;
  fields.forEach(({ name, type, length }, index) => {
    bytes.write(name, 32 + index * 32, 'latin1');
    bytes.write(type, 43 + index * 32, 'latin1');
    bytes[48 + index * 32] = length;
  });
  bytes[start - 1] = 0x0d;
  rows.forEach((cells, row) => {
    let at = start + row * size + 1;
    cells.forEach((cell, index) => {
      const { type, length } = fields[index]!;
      bytes.write(type === 'N' ? cell.padStart(length) : cell, at, length, 'latin1');
      at += length;
    });
  });
  return new Uint8Array(bytes);
}
