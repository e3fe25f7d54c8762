import { readDxf } from '@dmse/survey/layer/dxf';
import { readGeoJson } from '@dmse/survey/layer/geojson';
import { readGpx } from '@dmse/survey/layer/gpx';
import { readKml } from '@dmse/survey/layer/kml';
import { LayerRefusal, type ReadLayer } from '@dmse/survey/layer/layer';
import { readShapefile } from '@dmse/survey/layer/shapefile';
import { readZip, type ZipEntry } from '../files/zip-reader.ts';
import type { LayerFormat } from './layer-converter.ts';

type Read = { kind: 'image'; format: 'PNG' | 'WebP' } | { kind: 'vector'; format: LayerFormat; layer: ReadLayer };

/** What may be inside an archive, all of it together. */
const ZIP_LIMITS = { entries: 500, bytes: 200 * 1024 * 1024, ratio: 100 };

/** Tells by its bytes what a file is, and reads it. Its name is only asked where bytes leave it open. */
export function readLayer(bytes: Buffer, name: string): Read {
  const head = bytes.toString('latin1', 0, 64);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { kind: 'image', format: 'PNG' };
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { kind: 'image', format: 'WebP' };
  if (head.startsWith('PK')) return readArchive(bytes);
  refuseKnown(head, name);
  return readText(bytes);
}

/** Files people choose by mistake, each with what to do instead. */
function refuseKnown(head: string, name: string): void {
  if (/^AC10\d\d/.test(head)) throw new LayerRefusal('This is a DWG drawing. Save it as DXF, and choose that file.');
  if (head.startsWith('AutoCAD Binary DXF')) throw new LayerRefusal('This is a binary DXF. Save it as an ASCII DXF, and choose that file.');
  if (head.startsWith('\0\0\x27\x0a') || /\.(shp|dbf|shx|prj)$/i.test(name))
    throw new LayerRefusal('This is one file of a shapefile. Put its .shp, .dbf and .prj into a zip, and choose that.');
  if (head.startsWith('\xff\xd8\xff')) throw new LayerRefusal('This is a JPEG picture. Save it as PNG or WebP, and give its four corners.');
  if (head.startsWith('II*\0') || head.startsWith('MM\0*'))
    throw new LayerRefusal('This is a TIFF picture. Save it as PNG or WebP, and give its four corners.');
  if (head.startsWith('%PDF'))
    throw new LayerRefusal('This is a PDF. Export the drawing as DXF, or the picture as PNG with its four corners.');
}

function readText(bytes: Buffer): Read {
  const text = decode(bytes);
  const start = text.slice(0, 4000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return { kind: 'vector', format: 'GeoJSON', layer: readGeoJson(text) };
  if (start.startsWith('<')) {
    if (/<(\w+:)?gpx[\s>]/i.test(text.slice(0, 20_000))) return { kind: 'vector', format: 'GPX', layer: readGpx(text) };
    if (/<(\w+:)?kml[\s>]/i.test(text.slice(0, 20_000))) return { kind: 'vector', format: 'KML', layer: readKml(text) };
    throw new LayerRefusal('This is XML, but neither KML nor GPX.');
  }
  if (/^\s*(999|0)\s*\r?\n/.test(start)) return { kind: 'vector', format: 'DXF', layer: readDxf(text) };
  throw new LayerRefusal(
    'This is none of the layers known here: GeoJSON, KML, KMZ, GPX, DXF, a zipped shapefile, or a PNG or WebP picture.',
  );
}

/** UTF-8 where it is, else the Western letters of older drawings. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readArchive(bytes: Buffer): Read {
  const entries = readZip(bytes, ZIP_LIMITS).filter(({ name }) => !/(^|\/)(__MACOSX|\.)/.test(name));
  const shapes = entries.filter(({ name }) => /\.shp$/i.test(name));
  if (shapes.length > 1) throw new LayerRefusal('This archive holds several shapefiles. Upload one at a time.');
  if (shapes[0]) return { kind: 'vector', format: 'Shapefile', layer: readShapes(entries, shapes[0]) };
  const kml = entries.find(({ name }) => /^doc\.kml$/i.test(name)) ?? entries.find(({ name }) => /\.kml$/i.test(name));
  if (kml) return { kind: 'vector', format: 'KMZ', layer: readKml(decode(kml.read())) };
  if (entries.some(({ name }) => /\.(zip|kmz)$/i.test(name)))
    throw new LayerRefusal('This archive holds another archive. Unpack it once, and choose what is inside.');
  throw new LayerRefusal('This archive holds neither a shapefile nor a KML.');
}

/** The files of a shapefile share their name. */
function readShapes(entries: readonly ZipEntry[], shp: ZipEntry): ReadLayer {
  const stem = shp.name.slice(0, -4).toLowerCase();
  const part = (ending: string) => entries.find(({ name }) => name.toLowerCase() === `${stem}.${ending}`)?.read();
  const dbf = part('dbf');
  const prj = part('prj')?.toString('latin1', 0, 10_000);
  const cpg = part('cpg')?.toString('latin1', 0, 100);
  return readShapefile({ shp: shp.read(), ...(dbf && { dbf }), ...(prj && { prj }), ...(cpg && { cpg }) });
}
