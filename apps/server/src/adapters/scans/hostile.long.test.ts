import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScanRefusal } from './open-pages.ts';
import { createScanReader, type ScanReader } from './scan-reader.ts';

/** So much more may the server itself take while it reads all of these. */
const MAX_GROWTH = 120_000_000;
const MEGABYTE = 1_000_000;

let folder: string;
let reader: ScanReader;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-scan-'));
  reader = createScanReader(folder, { isLast: false, openSeconds: 20, drawSeconds: 20, textSeconds: 1 });
});
afterAll(() => rm(folder, { recursive: true }));

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A PNG of one bit for each pixel that says it is so large; its check sums are right. */
function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = pngChunk('IDAT', deflateSync(Buffer.alloc(5 * MEGABYTE, 0xff)));
  return Buffer.concat([mark, pngChunk('IHDR', head), ...more, rows, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A little-endian TIFF of 8 × 8 pixels whose directory names itself as the next one. */
function loopingTiff(): Buffer {
  const entries = [
    [256, 8],
    [257, 8],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 122],
    [277, 1],
    [278, 8],
    [279, 64],
  ] as const;
  const out = Buffer.alloc(8 + 2 + entries.length * 12 + 4 + 64, 0x80);
  out.write('II*\0', 0, 'latin1');
  out.writeUInt32LE(8, 4);
  out.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, value], at) => {
    out.writeUInt16LE(tag, 10 + at * 12);
    out.writeUInt16LE(4, 12 + at * 12);
    out.writeUInt32LE(1, 14 + at * 12);
    out.writeUInt32LE(value, 18 + at * 12);
  });
  out.writeUInt32LE(8, 10 + entries.length * 12);
  return out;
}

/** A PDF of these objects, numbered from 1, the first its catalogue. */
function pdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const starts: number[] = [];
  let length = parts[0]!.length;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, at) => {
    starts.push(length);
    push(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const CATALOGUE = '<</Type/Catalog/Pages 2 0 R>>';
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>';

function stream(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`<<${dictionary}/Length ${data.length}>>stream\n`), data, Buffer.from('\nendstream')]);
}

/** So many megabytes of zeros, packed, without ever having been there: the same block again and again. */
function zeros(megabytes: number): { raw: Buffer; zlib: Buffer } {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE), { finishFlush: constants.Z_FULL_FLUSH });
  const raw = Buffer.concat([...Array.from({ length: megabytes }, () => block), Buffer.from([3, 0])]);
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE((megabytes * MEGABYTE) % 65_521, 0);
  sum.writeUInt16BE(1, 2);
  return { raw, zlib: Buffer.concat([Buffer.from([0x78, 0x9c]), raw, sum]) };
}

/** A zip whose one entry unpacks to so much. */
function zip(megabytes: number): Buffer {
  const { raw } = zeros(megabytes);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(raw.length, 18);
  head.writeUInt32LE(megabytes * MEGABYTE, 22);
  return Buffer.concat([head, raw]);
}

/** What somebody might send under the name of a scan beyond what is merely broken, and the sentence that comes of it; null: or it is read. */
const FILES: readonly [what: string, make: () => Buffer, sentence: RegExp | null][] = [
  ['an empty file', () => Buffer.alloc(0), /damaged/],
  ['HTML named .tif', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /damaged/],
  ['a zip bomb named .pdf', () => zip(4000), /damaged/],
  ['a zip bomb after the mark of a PDF', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), zip(4000)]), /PDF is damaged/],
  ['a PNG that says 100,000 × 100,000', () => png(100_000, 100_000), /100,000 × 100,000 pixels/],
  ['a PNG that has less than it says', () => png(30_000, 20_000), /damaged|too long/],
  [
    'a PNG with a bomb for a comment',
    () => png(8, 8, pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(4000).zlib]))),
    null,
  ],
  ['a TIFF whose pages go around', loopingTiff, null],
  [
    'a PDF that says 1,000,000 pages',
    () => pdf([CATALOGUE, '<</Type/Pages/Count 1000000/Kids[3 0 R]>>', PAGE, stream('', Buffer.from(''))]),
    /pages|damaged/,
  ],
  [
    'a PDF whose pages go around',
    () => pdf([CATALOGUE, '<</Type/Pages/Count 3/Kids[3 0 R 2 0 R]>>', PAGE, stream('', Buffer.from(''))]),
    null,
  ],
  [
    'a PDF with a bomb on its page',
    () =>
      pdf([
        CATALOGUE,
        '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        PAGE,
        stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(zeros(2000).zlib)),
      ]),
    null,
  ],
];

it('hostile scans: each is a sentence or is read, in a process that ends, and the server stays small', { timeout: 60_000 }, async () => {
  const before = process.memoryUsage().rss;
  let most = before;
  for (const [what, make, sentence] of FILES) {
    // The last page: the way to it leads through all others.
    const told = await reader.read(Readable.from([make()]), { opened: async (pages) => pages, page: async () => {} }).then(
      () => null,
      (error: unknown) => error,
    );
    most = Math.max(most, process.memoryUsage().rss);
    if (sentence || told !== null) expect(told, what).toBeInstanceOf(ScanRefusal);
    if (sentence) expect((told as Error).message, what).toMatch(sentence);
  }
  expect(await readdir(folder)).toEqual([]);
  expect(most - before).toBeLessThan(MAX_GROWTH);
});
