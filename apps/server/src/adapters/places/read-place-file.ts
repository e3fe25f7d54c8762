import { findPlaceLabel, readPlaceHeader, readPlaceRow } from '@dmse/domain/places/place-file';
import { readCsv } from '@dmse/domain/text/csv-reader';
import { makeProjection } from '@dmse/survey/geo/projection';
import { readGeoJson } from '@dmse/survey/layer/geojson';
import { type LayerFeature, LayerRefusal, type ReadLayer } from '@dmse/survey/layer/layer';
import { crsOf, type LayerCrs } from '@dmse/survey/layer/layer-crs';
import { readShapefile, type ShapefileParts } from '@dmse/survey/layer/shapefile';
import type { CrsSetting } from '@dmse/survey/survey-settings';
import { readZip } from '../files/zip-reader.ts';

export type ReadPlace = {
  label: string;
  lon: number;
  lat: number;
  geometry: object | null;
  min_lon: number | null;
  min_lat: number | null;
  max_lon: number | null;
  max_lat: number | null;
};
/** Some rows of the file and what was wrong with others. */
export type PlaceBatch = { places: ReadPlace[]; problems: string[] };

export const MAX_PLACES = 500_000;
const BATCH = 2000;
const ZIP_LIMITS = { entries: 100, bytes: 800 * 1024 * 1024, ratio: 100 };
const MAX_FEATURE_LETTERS = 4 * 1024 * 1024;
const NO_BOX = { geometry: null, min_lon: null, min_lat: null, max_lon: null, max_lat: null };

/** A civic-address or parcel file piece by piece: CSV, GeoJSON or a zipped shapefile, told apart by its bytes. */
export function* readPlaceFile(bytes: Buffer, kind: 'address' | 'parcel', office: CrsSetting): Generator<PlaceBatch> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const parts = openShapefile(bytes);
    yield* placeLayers(shapesOf(parts), kind, office);
    return;
  }
  const start = bytes
    .toString('utf8', 0, 4000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('{')) yield* placeLayers(featuresOf(bytes.toString('utf8')), kind, office);
  else yield* readRows(bytes, office);
}

function* readRows(bytes: Buffer, office: CrsSetting): Generator<PlaceBatch> {
  const table = readCsv(bytes, { max_rows: MAX_PLACES });
  if ('problem' in table) throw new LayerRefusal(table.problem);
  const columns = readPlaceHeader(table.columns);
  if ('problem' in columns) throw new LayerRefusal(columns.problem);
  const projection = makeProjection(office);
  const toDegrees = (easting: number, northing: number) => {
    const point = projection.toGeographic({ easting, northing });
    return point && { lon: point.longitude, lat: point.latitude };
  };
  for (let at = 0; at < table.rows.length; at += BATCH) {
    const batch: PlaceBatch = { places: [], problems: [] };
    for (const { line, cells } of table.rows.slice(at, at + BATCH)) {
      const read = readPlaceRow(cells, columns.value, toDegrees);
      if ('value' in read) batch.places.push({ ...read.value, ...NO_BOX });
      else batch.problems.push(`Line ${line}: ${read.problem}`);
    }
    yield batch;
  }
}

/** The features of a collection, some at a time: a parcel file of a province is too large to be held as objects. */
function* featuresOf(text: string): Generator<ReadLayer> {
  const list = /"features"\s*:\s*\[/.exec(text);
  if (!list) {
    yield readGeoJson(text);
    return;
  }
  const crs = /"crs"\s*:\s*(\{[^{}]*\{[^{}]*\}[^{}]*\})/.exec(text.slice(0, list.index))?.[1];
  const head = `{"type":"FeatureCollection",${crs ? `"crs":${crs},` : ''}"features":[`;
  let waiting: string[] = [];
  for (const feature of objectsIn(text, list.index + list[0].length)) {
    waiting.push(feature);
    if (waiting.length < BATCH) continue;
    yield readGeoJson(`${head}${waiting.join(',')}]}`);
    waiting = [];
  }
  if (waiting.length > 0) yield readGeoJson(`${head}${waiting.join(',')}]}`);
}

/** The texts of the objects of a list. */
function* objectsIn(text: string, from: number): Generator<string> {
  let [depth, start, isQuoted] = [0, from, false];
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isQuoted) {
      if (sign === 92) at += 1;
      else if (sign === 34) isQuoted = false;
    } else if (sign === 34) isQuoted = true;
    else if (sign === 123 || sign === 91) {
      if (depth === 0) start = at;
      depth += 1;
    } else if (sign === 125 || sign === 93) {
      depth -= 1;
      if (depth < 0) return;
      if (depth === 0) yield text.slice(start, at + 1);
    }
    if (at - start > MAX_FEATURE_LETTERS && depth > 0) throw new LayerRefusal('A feature of this file is larger than any parcel is.');
  }
  throw new LayerRefusal('This GeoJSON file is cut short.');
}

function openShapefile(bytes: Buffer): ShapefileParts {
  const entries = readZip(bytes, ZIP_LIMITS).filter(({ name }) => !/(^|\/)(__MACOSX|\.)/.test(name));
  const shapes = entries.filter(({ name }) => /\.shp$/i.test(name));
  if (shapes.length !== 1)
    throw new LayerRefusal(
      shapes.length === 0 ? 'This archive holds no shapefile.' : 'This archive holds several shapefiles. Upload one at a time.',
    );
  const stem = shapes[0]!.name.slice(0, -4).toLowerCase();
  const part = (ending: string) => entries.find(({ name }) => name.toLowerCase() === `${stem}.${ending}`)?.read();
  const [dbf, prj, cpg] = [part('dbf'), part('prj')?.toString('latin1', 0, 10_000), part('cpg')?.toString('latin1', 0, 100)];
  if (!dbf) throw new LayerRefusal('This shapefile has no .dbf file, so its shapes have no names.');
  return { shp: shapes[0]!.read(), dbf, ...(prj && { prj }), ...(cpg && { cpg }) };
}

/** A shapefile as many small ones: each with the same head, its shapes and its rows. */
function* shapesOf({ shp, dbf, ...rest }: ShapefileParts): Generator<ReadLayer> {
  const [shapes, rows] = [Buffer.from(shp), Buffer.from(dbf!)];
  if (shapes.length < 100 || rows.length < 32) throw new LayerRefusal('This shapefile is cut short.');
  const [headLength, rowLength] = [rows.readUInt16LE(8), rows.readUInt16LE(10)];
  if (headLength < 32 || rowLength < 1) throw new LayerRefusal('The .dbf file cannot be read.');
  let [start, first] = [100, 0];
  for (let at = 100, place = 0; start < shapes.length; ) {
    const length = at + 8 <= shapes.length ? shapes.readInt32BE(at + 4) * 2 : -1;
    const isEnd = length < 4 || at + 8 + length > shapes.length;
    if (!isEnd) {
      at += 8 + length;
      place += 1;
    }
    if (place - first < BATCH && !isEnd) continue;
    const count = place - first;
    if (count > 0) {
      const head = Buffer.from(rows.subarray(0, headLength));
      head.writeUInt32LE(count, 4);
      const own = rows.subarray(headLength + first * rowLength, headLength + place * rowLength);
      yield readShapefile({
        shp: Buffer.concat([shapes.subarray(0, 100), shapes.subarray(start, at)]),
        dbf: Buffer.concat([head, own]),
        ...rest,
      });
    }
    if (isEnd) return;
    [start, first] = [at, place];
  }
}

function* placeLayers(layers: Iterable<ReadLayer>, kind: 'address' | 'parcel', office: CrsSetting): Generator<PlaceBatch> {
  let [crs, label, count]: [LayerCrs | null, readonly string[] | null, number] = [null, null, 0];
  for (const { features, frame, problems } of layers) {
    crs ??= crsOf(frame, null, office);
    const [first] = features;
    if (!first) continue;
    label ??= labelIn(Object.keys(first.properties));
    const batch: PlaceBatch = { places: [], problems: [...problems] };
    for (const feature of features) {
      count += 1;
      if (count > MAX_PLACES)
        throw new LayerRefusal(`There are more than ${MAX_PLACES.toLocaleString('en-CA')} places in this file. Split it into several.`);
      const place = placeFeature(feature, label, crs, kind);
      if (typeof place === 'string') batch.problems.push(`Feature ${count}: ${place}`);
      else batch.places.push(place);
    }
    yield batch;
  }
}

function labelIn(names: readonly string[]): string[] {
  const found = findPlaceLabel(names.map((title, at) => ({ title, at })));
  if (found.length === 0)
    throw new LayerRefusal(`The file needs a field named label, address or pid. It has: ${names.slice(0, 20).join(', ')}.`);
  return found.map((at) => names[at]!);
}

type Ring = readonly (readonly number[])[];

function placeFeature(
  { geometry, properties }: LayerFeature,
  label: readonly string[],
  crs: LayerCrs,
  kind: 'address' | 'parcel',
): ReadPlace | string {
  const words = label.map((name) => String(properties[name] ?? '').trim()).filter(Boolean);
  if (words.length === 0) return 'there is no address or parcel number.';
  const box = [180, 90, -180, -90] as [number, number, number, number];
  let isPlaced = true;
  const place = (position: readonly number[]): number[] => {
    const found = crs.toLonLat(position[0]!, position[1]!);
    if (!found || !(Math.abs(found[0]) <= 180 && Math.abs(found[1]) <= 90)) {
      isPlaced = false;
      return [0, 0];
    }
    const [lon, lat] = [Number(found[0].toFixed(7)), Number(found[1].toFixed(7))];
    [box[0], box[1], box[2], box[3]] = [Math.min(box[0], lon), Math.min(box[1], lat), Math.max(box[2], lon), Math.max(box[3], lat)];
    return [lon, lat];
  };
  const deep = (value: unknown): unknown =>
    typeof (value as number[])[0] === 'number' ? place(value as number[]) : (value as unknown[]).map(deep);
  const coordinates = deep(geometry.coordinates);
  if (!isPlaced) return 'the coordinates are not on the earth.';
  const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
  const rings = (geometry.type === 'Polygon' ? [coordinates] : coordinates) as Ring[][];
  const [lon, lat] = isArea ? middleOf(rings.map(([outer]) => outer!)) : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const name = words.join(' ').replace(/\s+/g, ' ').slice(0, 300);
  if (!isArea || kind === 'address') return { label: name, lon, lat, ...NO_BOX };
  return {
    label: name,
    lon,
    lat,
    geometry: { type: geometry.type, coordinates },
    min_lon: box[0],
    min_lat: box[1],
    max_lon: box[2],
    max_lat: box[3],
  };
}

/** The centre of gravity of the largest ring, which lies inside all but the oddest parcels. */
function middleOf(outers: readonly Ring[]): [number, number] {
  const centres = outers.map((ring) => {
    let [twice, x, y] = [0, 0, 0];
    const [x0, y0] = ring[0]! as [number, number];
    for (let at = 1; at < ring.length; at += 1) {
      const [ax, ay, bx, by] = [ring[at - 1]![0]! - x0, ring[at - 1]![1]! - y0, ring[at]![0]! - x0, ring[at]![1]! - y0];
      const cross = ax * by - bx * ay;
      twice += cross;
      x += (ax + bx) * cross;
      y += (ay + by) * cross;
    }
    return { size: Math.abs(twice), at: (twice === 0 ? [x0, y0] : [x0 + x / (3 * twice), y0 + y / (3 * twice)]) as [number, number] };
  });
  return centres.reduce((best, one) => (one.size > best.size ? one : best)).at;
}
