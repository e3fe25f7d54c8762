import type { FileStore } from '../../../adapters/files/file-store.ts';
import type { Queue } from '../../../adapters/queue.ts';
import { ScanRefusal } from '../../../adapters/scans/open-pages.ts';
import type { ReadPage, ScanReader } from '../../../adapters/scans/scan-reader.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { describeFiles, storeMade } from '../../files/file/file.service.ts';
import * as scans from './scan.queries.ts';

type Parts = { db: Database; files: FileStore; scans: ScanReader; now: () => string };

const MAX_TILE_BYTES = 2 * 1024 ** 3;
const MAX_TEXT = 200_000;
const MAX_WORDS = 20_000;

/** The scan was taken out while it was read. */
class ScanGone extends Error {}

/**
 * The work of the queue: one scan, page by page, each kept as soon as it is read. A process that ends in the middle leaves whole pages
 * behind, and the next one goes on after them.
 */
export async function readScan({ db, files, scans: reader, now }: Parts, id: number): Promise<void> {
  const found = await db.read(async (tx) => {
    const scan = await scans.findById(tx, id);
    if (!scan || scan.state === 'ready' || scan.state === 'failed') return null;
    return (await describeFiles(tx, [scan.file])).get(scan.file)!;
  });
  if (!found) return;
  try {
    await reader.read(files.open(found.sha256), {
      async opened(pages) {
        const done = await db.write((tx) => scans.begin(tx, id, pages));
        if (done === null) throw new ScanGone();
        return done + 1;
      },
      async page(page) {
        const tiles = await files.put(page.tiles(), MAX_TILE_BYTES);
        await db.write((tx) => keepPage(tx, id, page, tiles, now()));
      },
    });
    await db.write((tx) => scans.end(tx, id, { state: 'ready', problem: '', read_on: now() }));
  } catch (error) {
    if (error instanceof ScanGone) return;
    if (!(error instanceof ScanRefusal)) throw error;
    await db.write((tx) => scans.end(tx, id, { state: 'failed', problem: error.message, read_on: now() }));
  }
}

type Stored = { sha256: string; bytes: number };

async function keepPage(tx: Tx, scan: number, { page, width, height, ...read }: ReadPage, tiles: Stored, now: string): Promise<void> {
  const held = await scans.lock(tx, scan);
  if (!held) throw new ScanGone();
  // Somebody else has read it meanwhile.
  if (held.pages_done >= page) return;
  const made = { ...tiles, name: `page-${page}.tiles`, mime_type: 'application/octet-stream' };
  const file = await storeMade({ tx, actor: { id: null, full_name: '' }, now }, made);
  const text = read.text.slice(0, MAX_TEXT).replaceAll('\u0000', ' ');
  const words = read.words.slice(0, MAX_WORDS);
  await scans.insertPage(tx, { scan, page, width, height, tiles: file.id, text_source: read.text_source, text, words });
}

/** After the last try: the process that read it died each time. */
export async function giveUpScan(db: Database, id: number, now: string): Promise<void> {
  const problem = 'Reading this scan failed several times. Try again, or save it in another form.';
  await db.write((tx) => scans.end(tx, id, { state: 'failed', problem, read_on: now }));
}

/** A job may be lost with a database that was set back; the scan still waits. */
export async function requeueScans(tx: Tx, queue: Queue, createdBefore: string): Promise<number> {
  const waiting = await scans.listUnread(tx, createdBefore);
  await queue.sendAll(
    tx,
    'scan',
    waiting.map((scan) => ({ data: { scan }, key: String(scan) })),
  );
  return waiting.length;
}
