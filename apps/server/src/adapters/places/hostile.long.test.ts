import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LayerRefusal } from '@dmse/survey/layer/layer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packZip } from '../files/zip-writer.ts';
import { readPlacesBounded } from './place-file-reader.ts';

/** So much more may the server itself take while all of these are read. */
const MAX_GROWTH = 120_000_000;
const MEGABYTE = 1_000_000;
const office_crs = { name: 'UTM 19', epsg: 26919, proj: '+proj=utm +zone=19 +ellps=GRS80 +units=m' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-places-'));
});
afterAll(() => rm(folder, { recursive: true }));

const dbf = (rowLength: number) => {
  const bytes = Buffer.alloc(65);
  bytes.writeUInt16LE(65, 8);
  bytes.writeUInt16LE(rowLength, 10);
  return bytes;
};
const shapefile = (shp: Buffer, rows: Buffer) =>
  packZip([
    { name: 'lots.shp', bytes: shp },
    { name: 'lots.dbf', bytes: rows },
  ]);
const collection = (feature: string) => `{"type":"FeatureCollection","features":[${feature}]}`;
/** A shape that says it is two gigabytes long. */
const longShape = Buffer.alloc(200);
longShape.writeInt32BE(0x3fffffff, 104);

/** What somebody might send as a file of addresses or parcels, and the sentence that comes of it. */
const FILES: readonly [what: string, make: () => string | Buffer | Promise<Buffer>, sentence: RegExp][] = [
  ['an empty file', () => '', /empty|column/i],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /not a text file/],
  ['HTML', () => '<!doctype html><script>alert(1)</script>', /column|read/],
  ['a zip bomb', () => packZip([{ name: 'lots.shp', bytes: Buffer.alloc(300 * MEGABYTE) }]), /far more than it should/],
  ['a zip with nothing of it', () => packZip([{ name: 'a.exe', bytes: Buffer.from('MZ') }]), /no shapefile/],
  ['a shape of two gigabytes', () => shapefile(longShape, dbf(9)), /no place|read|cut short/],
  ['rows of no length', () => shapefile(Buffer.alloc(200), dbf(0)), /dbf file cannot be read/],
  ['brackets two million deep', () => collection(`{"type":"Feature","geometry":${'['.repeat(2 * MEGABYTE)}`), /cut short|larger|read/],
  [
    'brackets a million deep, closed',
    () => collection(`{"type":"Feature","geometry":${'['.repeat(MEGABYTE)}${']'.repeat(MEGABYTE)}}`),
    /nests deeper/,
  ],
  ['a feature of five megabytes', () => collection(`{"type":"Feature","properties":{"pid":"${'x'.repeat(5 * MEGABYTE)}"}}`), /larger/],
  ['a GeoJSON that ends in the middle', () => '{"type":"FeatureCollection","features":[{"type":"Feature"', /cut short/],
  ['a line of a hundred megabytes', () => `address,lon,lat\n${'x'.repeat(100 * MEGABYTE)}`, /coordinates|too|read/],
];

it('hostile files of places: each is a sentence, from a process that ends, and the server stays small', { timeout: 300_000 }, async () => {
  for (const [what, make, sentence] of FILES) {
    const path = join(folder, 'file');
    await writeFile(path, await make());
    const before = process.memoryUsage().rss;
    const told: unknown[] = [];
    try {
      for await (const { places, problems } of readPlacesBounded({ path, kind: 'parcel', office_crs })) {
        expect(places, what).toEqual([]);
        told.push(...problems);
      }
      if (told.length === 0) told.push('There is no place in this file.');
    } catch (error) {
      expect(error, what).toBeInstanceOf(LayerRefusal);
      told.push((error as Error).message);
    }
    expect(told.join(' '), what).toMatch(sentence);
    expect(process.memoryUsage().rss - before, what).toBeLessThan(MAX_GROWTH);
  }
});
