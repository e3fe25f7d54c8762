import { LayerDesk, type LayerFrame, type LayerGeometry, type LayerPosition, LayerRefusal, type ReadLayer } from './layer.ts';

/** GeoJSON lies flat: a geometry in a collection in a collection is already more than anybody draws. */
const DEEPEST = 40;
const DEEPEST_COLLECTION = 4;

type Json = Record<string, unknown>;

/** Reads GeoJSON by RFC 7946. An older file may name another system in `crs`; that is told as its frame. */
export function readGeoJson(text: string): ReadLayer {
  refuseDepth(text);
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new LayerRefusal('This is not valid JSON, so it cannot be GeoJSON.');
  }
  if (!isRecord(root)) throw new LayerRefusal('This is JSON, but not GeoJSON.');
  const desk = new LayerDesk();
  const frame = frameOf(root.crs);
  if (root.type === 'FeatureCollection' && Array.isArray(root.features)) for (const feature of root.features) takeFeature(desk, feature);
  else if (root.type === 'Feature') takeFeature(desk, root);
  else if (!takeGeometry(desk, root, {}, 0)) throw new LayerRefusal('This is JSON, but not GeoJSON.');
  return desk.finish(frame);
}

/** The parser itself would not mind depth; everything after it would. */
function refuseDepth(text: string): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (inText) {
      if (sign === 92) at++;
      else if (sign === 34) inText = false;
    } else if (sign === 34) inText = true;
    else if (sign === 91 || sign === 123) {
      if (++depth > DEEPEST) throw new LayerRefusal('This file nests deeper than GeoJSON ever does.');
    } else if (sign === 93 || sign === 125) depth--;
  }
}

function frameOf(crs: unknown): LayerFrame {
  const name = isRecord(crs) && isRecord(crs.properties) ? String(crs.properties.name ?? '') : '';
  if (name === '' || /CRS84|EPSG:+4326$/i.test(name)) return { kind: 'lonlat' };
  const epsg = /EPSG:+(?:[\d.]*:)?(\d{4,6})$/i.exec(name)?.[1];
  return epsg ? { kind: 'epsg', epsg: Number(epsg) } : null;
}

function takeFeature(desk: LayerDesk, feature: unknown): void {
  if (!isRecord(feature) || feature.type !== 'Feature') desk.leaveOut('Something in the collection is not a feature and was left out');
  else if (feature.geometry === null || feature.geometry === undefined) desk.leaveOut('A feature has no geometry and was left out');
  else {
    const properties = isRecord(feature.properties) ? feature.properties : {};
    const named = feature.id === undefined ? properties : { id: feature.id, ...properties };
    if (!takeGeometry(desk, feature.geometry, named, 0)) desk.leaveOut('A feature has a geometry that cannot be read and was left out');
  }
}

/** False when it is no geometry. */
function takeGeometry(desk: LayerDesk, geometry: unknown, properties: Json, depth: number): boolean {
  if (!isRecord(geometry)) return false;
  if (geometry.type === 'GeometryCollection') {
    if (!Array.isArray(geometry.geometries) || depth >= DEEPEST_COLLECTION) return false;
    return geometry.geometries.map((one) => takeGeometry(desk, one, properties, depth + 1)).some(Boolean);
  }
  const read = readGeometry(desk, geometry.type, geometry.coordinates);
  if (read) desk.add(read, properties);
  return read !== null;
}

function readGeometry(desk: LayerDesk, type: unknown, coordinates: unknown): LayerGeometry | null {
  const position = (value: unknown) => readPosition(desk, value);
  const line = (least: number) => listOf(position, least);
  if (type === 'Point') return wrap('Point', position(coordinates));
  if (type === 'MultiPoint') return wrap('MultiPoint', line(1)(coordinates));
  if (type === 'LineString') return wrap('LineString', line(2)(coordinates));
  if (type === 'MultiLineString') return wrap('MultiLineString', listOf(line(2), 1)(coordinates));
  if (type === 'Polygon') return wrap('Polygon', listOf(line(4), 1)(coordinates));
  if (type === 'MultiPolygon') return wrap('MultiPolygon', listOf(listOf(line(4), 1), 1)(coordinates));
  return null;
}

function wrap<T extends LayerGeometry['type']>(type: T, coordinates: unknown): LayerGeometry | null {
  return coordinates === null ? null : ({ type, coordinates } as LayerGeometry);
}

function listOf<T>(read: (value: unknown) => T | null, least: number) {
  return (value: unknown): T[] | null => {
    if (!Array.isArray(value) || value.length < least) return null;
    const list: T[] = [];
    for (const entry of value) {
      const one = read(entry);
      if (one === null) return null;
      list.push(one);
    }
    return list;
  };
}

function readPosition(desk: LayerDesk, value: unknown): LayerPosition | null {
  if (!Array.isArray(value)) return null;
  const [x, y, z] = value as unknown[];
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return null;
  desk.count(1);
  return typeof z === 'number' && Number.isFinite(z) ? [x, y, z] : [x, y];
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
