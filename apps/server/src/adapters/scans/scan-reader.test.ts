import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { countTiles, tileLevels, tileNumber } from '@dmse/domain/historicals/page-tiles';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanReader, type ReadPage, type ScanReader } from './scan-reader.ts';
import { findTile } from './tile-pack.ts';

let folder: string;
let reader: ScanReader;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scan-test-'));
  reader = createScanReader(folder, { isLast: false });
});
afterAll(() => rm(folder, { recursive: true }));

type Kept = Omit<ReadPage, 'tiles'> & { tiles: Buffer };
async function readAll(bytes: Buffer, from = 1): Promise<Kept[]> {
  const pages: Kept[] = [];
  await reader.read(Readable.from([bytes]), {
    opened: async () => from,
    page: async (page) => void pages.push({ ...page, tiles: await buffer(page.tiles()) }),
  });
  return pages;
}

async function tileOf({ tiles, width, height }: Kept, level: number, column: number, row: number): Promise<Buffer> {
  const number = tileNumber(tileLevels(width, height), level, column, row)!;
  const { start, end } = await findTile((range) => Readable.from([tiles.subarray(range.start, range.end + 1)]), number);
  return tiles.subarray(start, end + 1);
}

function plan(width: number, height: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>
    <g font-size="48" font-family="sans-serif"><text x="100" y="200">BOUNDARY SURVEY 4711</text>
    <text transform="translate(${width - 200} 600) rotate(-90)">Champlain Street</text>
    <text transform="translate(${width - 100} 100) rotate(90)">Easement 8821</text></g></svg>`,
  );
}

function pdf(draw: (document: InstanceType<typeof PDFDocument>) => void, options: object = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: 'LETTER', ...options });
  draw(document);
  document.end();
  return buffer(document as unknown as Readable);
}

describe('reading a scan', () => {
  it('keeps every tile of a group 4 fax page where the index says, of the size the page wants, and reads its text', async () => {
    const fax = await sharp(plan(1301, 700)).removeAlpha().toColourspace('b-w').tiff({ compression: 'ccittfax4', bitdepth: 1 }).toBuffer();
    const [page] = await readAll(fax);
    expect(page).toMatchObject({ page: 1, width: 1301, height: 700, text_source: 'picture' });
    expect(page!.text).toContain('BOUNDARY SURVEY 4711');
    const [, left, top, width, height] = page!.words.find(([word]) => word === 'SURVEY')!;
    expect(left).toBeGreaterThan(300);
    expect(top + height).toBeLessThan(215);
    expect(top).toBeGreaterThan(150);
    expect(left + width).toBeLessThan(700);
    // Written upwards and downwards along the side: the boxes stand upright on the page.
    const boxOf = (wanted: string) => page!.words.find(([word]) => word === wanted)?.slice(1);
    expect(page!.text).toMatch(/Champlain Street\nEasement 8821$/);
    expect(boxOf('Champlain')).toEqual([
      expect.closeTo(1066, -1.3),
      expect.closeTo(371, -1.7),
      expect.closeTo(46, -1.3),
      expect.closeTo(229, -1.7),
    ]);
    expect(boxOf('8821')).toEqual([
      expect.closeTo(1201, -1.3),
      expect.closeTo(338, -1.7),
      expect.closeTo(36, -1.3),
      expect.closeTo(107, -1.7),
    ]);
    const levels = tileLevels(1301, 700);
    expect(page!.tiles.readUInt32LE(countTiles(levels) * 4)).toBe(page!.tiles.length);
    expect(await sharp(await tileOf(page!, 0, 0, 0)).metadata()).toMatchObject({ format: 'webp', width: 326, height: 175 });
    expect(await sharp(await tileOf(page!, 2, 2, 1)).metadata()).toMatchObject({ width: 1301 - 1024, height: 700 - 512 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes the text of a PDF as it is, and goes on at the page that is asked for', async () => {
    const file = await pdf((document) => {
      document.fillColor('red').rect(0, 0, 72, 72).fill();
      document.addPage();
      document.fillColor('black').fontSize(20).text('Plan de Théo Léger, lot 12', 72, 72, {});
    });
    const [first, second] = await readAll(file);
    expect(first).toMatchObject({ width: 1700, height: 2200, text_source: 'none' });
    expect([
      ...(await sharp(await tileOf(first!, 0, 0, 0))
        .extract({ left: 5, top: 5, width: 1, height: 1 })
        .raw()
        .toBuffer()),
    ]).toEqual([255, 0, 0]);
    expect(second).toMatchObject({ page: 2, text_source: 'file' });
    expect(second!.text).toContain('Théo Léger');
    expect(second!.words[0]).toEqual(['Plan', expect.closeTo(204, -1), expect.closeTo(203, -1), expect.any(Number), expect.any(Number)]);
    expect((await readAll(file, 2)).map(({ page }) => page)).toEqual([2]);
  });

  it('says why in a sentence when a scan is locked, damaged, cut off, of another kind, or too large', async () => {
    const jpeg = await sharp(plan(900, 900)).jpeg().toBuffer();
    const huge = Buffer.from(await sharp(plan(8, 8)).png().toBuffer());
    huge.writeUInt32BE(100_000, 16);
    huge.writeUInt32BE(100_000, 20);
    const refusals: [Buffer, RegExp][] = [
      [await pdf(() => {}, { userPassword: 'x' }), /locked with a password/],
      [Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'), /PDF is damaged/],
      [jpeg.subarray(0, jpeg.length / 2), /damaged/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /damaged/],
      [huge, /100,000 × 100,000 pixels|damaged/],
    ];
    for (const [bytes, sentence] of refusals) await expect(readAll(bytes)).rejects.toThrow(sentence);
  });

  it('begins no page once the server is stopping', async () => {
    const stopped = createScanReader(folder);
    stopped.stop();
    const read = stopped.read(Readable.from([await pdf(() => {})]), { opened: async () => 1, page: async () => {} });
    await expect(read).rejects.toThrow('The server is stopping.');
  });
});
