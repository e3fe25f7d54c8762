import { readDbf } from './dbf.ts';
import { closeRing, LayerDesk, type LayerFrame, type LayerGeometry, type LayerPosition, LayerRefusal, type ReadLayer } from './layer.ts';

/** The files of one shapefile, as far as they are there. */
export type ShapefileParts = { readonly shp: Uint8Array; readonly dbf?: Uint8Array; readonly prj?: string; readonly cpg?: string };

const KINDS: Readonly<Record<number, 'point' | 'line' | 'polygon' | 'multipoint'>> = {
  1: 'point',
  11: 'point',
  21: 'point',
  3: 'line',
  13: 'line',
  23: 'line',
  5: 'polygon',
  15: 'polygon',
  25: 'polygon',
  8: 'multipoint',
  18: 'multipoint',
  28: 'multipoint',
};

/** Reads shapes with their attributes. What is cut off at the end is left out, and said. */
export function readShapefile({ shp, dbf, prj, cpg }: ShapefileParts): ReadLayer {
  if (shp.length < 100) throw new LayerRefusal('The .shp file is cut off before its first shape.');
  const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength);
  if (view.getInt32(0) !== 9994) throw new LayerRefusal('The .shp file is not a shapefile.');
  const desk = new LayerDesk();
  const rows = dbf ? readDbf(dbf, cpg ?? null) : [];
  for (let at = 100, place = 0; at + 8 <= shp.length; place++) {
    const length = view.getInt32(at + 4) * 2;
    if (length < 4 || at + 8 + length > shp.length) {
      desk.leaveOut('The .shp file is cut off; what came after was left out');
      break;
    }
    takeShape(desk, new DataView(shp.buffer, shp.byteOffset + at + 8, length), rows[place]);
    at += 8 + length;
  }
  if (desk.features.length === 0) throw new LayerRefusal('There is no shape in this shapefile.');
  return desk.finish(frameOf(prj, view, desk));
}

/** Without a .prj the head of the file tells at least whether its figures could be degrees. */
function frameOf(prj: string | undefined, view: DataView, desk: LayerDesk): LayerFrame {
  if (prj?.trim()) return { kind: 'wkt', wkt: prj.trim() };
  const [west, south, east, north] = [36, 44, 52, 60].map((at) => view.getFloat64(at, true)) as [number, number, number, number];
  if (!(west >= -180 && east <= 180 && south >= -90 && north <= 90)) return null;
  desk.leaveOut('There is no .prj file; the figures were taken for longitude and latitude');
  return { kind: 'lonlat' };
}

function takeShape(desk: LayerDesk, view: DataView, row: Readonly<Record<string, unknown>> | null | undefined): void {
  const type = view.getInt32(0, true);
  if (type === 0 || row === null) return;
  const kind = KINDS[type];
  const geometry = kind ? readShape(desk, view, kind, type > 10 && type < 20) : null;
  if (geometry) desk.add(geometry, row ?? {});
  else desk.leaveOut('A shape cannot be read and was left out');
}

function readShape(
  desk: LayerDesk,
  view: DataView,
  kind: 'point' | 'line' | 'polygon' | 'multipoint',
  hasZ: boolean,
): LayerGeometry | null {
  if (kind === 'point') {
    if (view.byteLength < 20) return null;
    desk.count(1);
    const z = hasZ && view.byteLength >= 28 ? view.getFloat64(20, true) : undefined;
    const coordinates = positionAt(view, 4, z);
    return coordinates && { type: 'Point', coordinates };
  }
  if (kind === 'multipoint') {
    const coordinates = readPoints(desk, view, 40, view.byteLength >= 40 ? view.getInt32(36, true) : 0, hasZ);
    return coordinates && coordinates.length > 0 ? { type: 'MultiPoint', coordinates } : null;
  }
  const parts = readParts(desk, view, hasZ);
  if (!parts) return null;
  if (kind === 'polygon') return polygonOf(parts);
  const lines = parts.filter((part) => part.length >= 2);
  if (lines.length === 0) return null;
  return lines.length === 1 ? { type: 'LineString', coordinates: lines[0]! } : { type: 'MultiLineString', coordinates: lines };
}

function readParts(desk: LayerDesk, view: DataView, hasZ: boolean): LayerPosition[][] | null {
  if (view.byteLength < 44) return null;
  const [partCount, pointCount] = [view.getInt32(36, true), view.getInt32(40, true)];
  const start = 44 + partCount * 4;
  if (partCount < 1 || partCount > pointCount || start + pointCount * 16 > view.byteLength) return null;
  const points = readPoints(desk, view, start, pointCount, hasZ);
  if (!points) return null;
  const firsts = Array.from({ length: partCount }, (_, part) => view.getInt32(44 + part * 4, true));
  return firsts.map((first, part) => points.slice(first, firsts[part + 1] ?? pointCount));
}

function readPoints(desk: LayerDesk, view: DataView, at: number, count: number, hasZ: boolean): LayerPosition[] | null {
  if (count < 0 || at + count * 16 > view.byteLength) return null;
  desk.count(count);
  const heights = at + count * 16 + 16;
  const withZ = hasZ && heights + count * 8 <= view.byteLength;
  const points: LayerPosition[] = [];
  for (let i = 0; i < count; i++) {
    const position = positionAt(view, at + i * 16, withZ ? view.getFloat64(heights + i * 8, true) : undefined);
    if (!position) return null;
    points.push(position);
  }
  return points;
}

function positionAt(view: DataView, at: number, z: number | undefined): LayerPosition | null {
  const [x, y] = [view.getFloat64(at, true), view.getFloat64(at + 8, true)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  return z !== undefined && Number.isFinite(z) && z > -1e38 ? [x, y, z] : [x, y];
}

/** Outer rings run clockwise, holes the other way; a hole belongs to the ring it lies in. */
function polygonOf(parts: readonly LayerPosition[][]): LayerGeometry | null {
  const rings = parts.map(closeRing).filter((ring) => ring !== null);
  const outers = rings.filter((ring) => areaOf(ring) < 0).map((ring) => [ring]);
  for (const hole of rings.filter((ring) => areaOf(ring) >= 0)) {
    const around = outers.find(([outer]) => isInside(hole[0]!, outer!));
    if (around) around.push(hole);
    else outers.push([hole]);
  }
  const [only] = outers;
  if (!only) return null;
  return outers.length === 1 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: outers };
}

function areaOf(ring: readonly LayerPosition[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return sum / 2;
}

function isInside([x, y]: LayerPosition, ring: readonly LayerPosition[]): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
