import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createHistoricalFile, listHistoricalFiles } from '@dmse/contract/historicals/historical-file';
import {
  addHistoricalScan,
  findWordsOnPage,
  getScanThumbnail,
  getScanTile,
  listHistoricalScans,
  listScanPages,
  readHistoricalScan,
} from '@dmse/contract/historicals/scan';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createScanReader, type ScanReader } from '../../../adapters/scans/scan-reader.ts';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { readScan } from './read-scan.service.ts';

const app = useTestApp();

function planOf(...pages: string[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'LETTER', autoFirstPage: false });
  for (const text of pages) {
    document.addPage();
    document.fontSize(20).text(text, 72, 72, {});
  }
  document.end();
  return buffer(document as unknown as Readable);
}

const reader = () => createScanReader(join(app.dataDir, 'scans'), { isLast: false });
const parts = (scans: ScanReader) => ({ db: app.db, files: app.adapters.files, scans, now: () => app.clock.now });

it('a scan: is read on the queue, goes on where it was killed, is found by its words and looked at in tiles', async () => {
  const alice = await app.as('alice');
  const { id } = await alice.call(createHistoricalFile, {}, { file_number: 'S-1' });
  const other = await alice.call(createHistoricalFile, {}, { file_number: 'S-2' });
  const file = await uploadBytes(alice, 'plan.pdf', await planOf('Plan of Théo Léger 12-345', 'Second sheet, iron bar found'));
  const { id: scanId, state } = await alice.call(addHistoricalScan, { id }, { file });
  expect(state).toBe('waiting');

  // The process is killed once the first page is kept.
  const killed = reader();
  const stopAfterFirst: ScanReader = {
    ...killed,
    read: (bytes, listener) =>
      killed.read(bytes, {
        ...listener,
        page: async (page) => {
          await listener.page(page);
          killed.stop();
        },
      }),
  };
  await expect(readScan(parts(stopAfterFirst), scanId)).rejects.toThrow('stopping');
  expect((await alice.call(listHistoricalScans, { id })).results[0]).toMatchObject({ state: 'reading', pages: 2, pages_done: 1 });
  await readScan(parts(reader()), scanId);
  const [scan] = (await alice.call(listHistoricalScans, { id })).results;
  expect(scan).toMatchObject({ state: 'ready', pages: 2, pages_done: 2, problem: '', thumbnail_url: expect.stringContaining('pages/1') });

  const chelsea = await app.as('chelsea');
  const { results: pages } = await chelsea.call(listScanPages, { id, scanId });
  expect(pages).toMatchObject([{ page: 1, width: 1700, height: 2200, text_source: 'file' }, { page: 2 }]);
  const place = { id, scanId, page: 2 };
  const tile = await chelsea.send(getScanTile, { ...place, level: 3, column: 3, row: 4 });
  expect(await sharp(tile.body).metadata()).toMatchObject({ format: 'webp', width: 1700 - 3 * 512, height: 2200 - 4 * 512 });
  expect((await chelsea.send(getScanTile, { ...place, level: 3, column: 4, row: 0 })).status).toBe(404);
  expect((await chelsea.send(getScanThumbnail, place)).headers['content-type']).toBe('image/webp');
  expect((await chelsea.send(getScanThumbnail, { ...place, id: other.id })).status).toBe(404);
  expect((await chelsea.send(listScanPages, { id: other.id, scanId })).status).toBe(404);
  expect((await alice.send(readHistoricalScan, { id: other.id, scanId })).status).toBe(404);

  const { results } = await chelsea.call(listHistoricalFiles, { query: 'leger 345' });
  expect(results).toMatchObject([
    { id, found: [{ scan: scanId, name: 'plan.pdf', page: 1, excerpt: expect.stringContaining('Théo Léger') }] },
  ]);
  expect((await chelsea.call(listHistoricalFiles, { query: 'leger iron' })).count).toBe(0);
  expect((await chelsea.call(listHistoricalFiles, { query: 's-1' })).results[0]).toMatchObject({ id, found: [] });
  const { words } = await chelsea.call(findWordsOnPage, { ...place, page: 1, query: 'leg' });
  expect(words.map(({ text }) => text)).toEqual(['Léger']);

  // From the beginning: nothing is there twice.
  expect((await alice.call(readHistoricalScan, { id, scanId })).state).toBe('waiting');
  await readScan(parts(reader()), scanId);
  expect((await chelsea.call(listScanPages, { id, scanId })).count).toBe(2);
}, 60_000);

it('a scan: one that cannot be read says why', async () => {
  const alice = await app.as('alice');
  const { id } = await alice.call(createHistoricalFile, {}, { file_number: 'S-3' });
  const file = await uploadBytes(alice, 'plan.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  const { id: scanId } = await alice.call(addHistoricalScan, { id }, { file });
  await readScan(parts(reader()), scanId);
  const [scan] = (await alice.call(listHistoricalScans, { id })).results;
  expect(scan).toMatchObject({ state: 'failed', problem: 'This PDF is damaged and cannot be read.', pages_done: 0 });
}, 60_000);
