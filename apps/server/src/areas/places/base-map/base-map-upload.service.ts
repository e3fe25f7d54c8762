import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ParsedHeaders, RequestBody } from '@dmse/contract/endpoint';
import * as wire from '@dmse/contract/places/base-map';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import { convertMbtiles } from '../../../adapters/tiles/mbtiles-converter.ts';
import { openArchive, TileRefusal } from '../../../adapters/tiles/tile-archive.ts';
import type { Context } from '../../../call/context.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import type { Database } from '../../../db/database.ts';
import { lockRecord } from '../../../records/record.ts';
import { storeMade } from '../../files/file/file.service.ts';
import { readParts, receivedWith } from '../../sites/upload/upload.service.ts';
import * as maps from './base-map.queries.ts';
import { baseMapNoun, getBaseMap } from './base-map.service.ts';
import { readStored } from './base-map-tile.service.ts';

const MIME_TYPE = 'application/vnd.pmtiles';
const SQLITE = 'SQLite format 3\0';
const NEITHER = 'This is neither a PMTiles nor an MBTiles file.';

/** The file of this name and length goes on where it was; another one begins anew, and what is shown stays until it is there. */
export async function beginUpload(
  context: Context,
  id: number,
  { name, length }: RequestBody<typeof wire.beginBaseMapUpload>,
): Promise<wire.BaseMap> {
  const { tx, adapters } = context;
  const row = await lockRecord(context, baseMapNoun, id);
  if (row.kind !== 'file') throw invalid({ name: 'This base map has an address and takes no file.' });
  const isSame = row.upload_name === name && row.upload_length === length;
  if (isSame && (row.state === 'reading' || (row.received > 0 && row.received < length))) return getBaseMap(context, id);
  const { free } = await adapters.files.space();
  // The pieces, and the whole that is made of them.
  if (free < 2 * length) throw new Refusal('NO_SPACE', 'The server has not enough space for this file and its making. Tell IT.');
  await maps.removeParts(tx, id);
  await maps.note(tx, id, {
    state: row.file === null ? 'uploading' : row.state,
    problem: '',
    upload_name: name,
    upload_length: length,
    received: 0,
  });
  return getBaseMap(context, id);
}

export async function continueUpload(
  context: Context,
  id: number,
  headers: ParsedHeaders<(typeof wire.continueBaseMapUpload)['declaration']>,
  piece: ReceivedUpload,
): Promise<{ received: number }> {
  const { tx, adapters } = context;
  const row = await lockRecord(context, baseMapNoun, id);
  const received = receivedWith({ received: row.received, length: row.upload_length }, headers, piece);
  // Whoever chose the wrong file hears so before the rest has come.
  if (row.received === 0 && (await kindOf(adapters.files, piece.sha256)) === null) throw invalid({ file: NEITHER });
  if (piece.bytes > 0) await maps.insertPart(tx, { base_map: id, start_at: row.received, bytes: piece.bytes, sha256: piece.sha256 });
  const isWhole = received === row.upload_length;
  await maps.note(tx, id, { received, ...(isWhole ? { state: 'reading' } : {}) });
  if (isWhole) await adapters.queue.send(tx, 'base-map', { base_map: id }, String(id));
  return { received };
}

async function kindOf(files: FileStore, sha256: string): Promise<'pmtiles' | 'mbtiles' | null> {
  const start = (await buffer(files.open(sha256, { start: 0, end: 15 }))).toString('latin1');
  if (start === SQLITE) return 'mbtiles';
  return start.startsWith('PMTiles') ? 'pmtiles' : null;
}

type Parts = { db: Database; files: FileStore; folder: string; now: () => string };

/** A job of the queue: makes one file of the pieces, reads what it holds, and shows it from then on. No transaction is open meanwhile. */
export async function takeInBaseMap({ db, files, folder, now }: Parts, id: number): Promise<void> {
  const found = await db.read(async (tx) => ({ row: await maps.find(tx, id), parts: await maps.listParts(tx, id) }));
  if (found.row?.state !== 'reading' || found.parts.length === 0) return;
  try {
    const stored = await store(files, folder, found.parts, found.row.upload_length);
    const { facts, attribution } = await openArchive(readStored(files, stored.sha256), stored.sha256, stored.bytes);
    await db.write(async (tx) => {
      const name = found.row!.upload_name;
      const file = await storeMade({ tx, actor: { id: null, full_name: '' }, now: now() }, { ...stored, name, mime_type: MIME_TYPE });
      await maps.removeParts(tx, id);
      const said = found.row!.attribution === '' && attribution !== '' ? { attribution } : {};
      await maps.note(tx, id, { state: 'ready', problem: '', checked_on: now(), tiles: JSON.stringify(facts), file: file.id, ...said });
    });
  } catch (error) {
    if (!(error instanceof TileRefusal) && !(error instanceof Refusal)) throw error;
    await giveUpBaseMap(db, id, error.message);
  }
}

/** What was shown before is shown on; the file that could not be taken in is told. */
export async function giveUpBaseMap(db: Database, id: number, problem = 'The file could not be read. Upload it again.'): Promise<void> {
  await db.write(async (tx) => {
    const row = await maps.find(tx, id);
    if (row?.state !== 'reading') return;
    await maps.removeParts(tx, id);
    await maps.note(tx, id, { state: row.file === null ? 'failed' : 'ready', problem, received: 0 });
  });
}

type Piece = { sha256: string };

async function store(
  files: FileStore,
  folder: string,
  parts: readonly Piece[],
  length: number,
): Promise<{ sha256: string; bytes: number }> {
  const whole = () => Readable.from(readParts(files, parts), { objectMode: false });
  if ((await kindOf(files, parts[0]!.sha256)) === 'pmtiles') return files.put(whole(), length);
  const { free } = await files.space();
  if (free < 3 * length) throw new TileRefusal('The server has not enough space to make map tiles of this file. Tell IT.');
  const place = await mkdtemp(join(folder, 'base-map-'));
  try {
    const [from, to] = [join(place, 'from.mbtiles'), join(place, 'to.pmtiles')];
    await pipeline(whole(), createWriteStream(from, { mode: 0o600 }));
    const answer = await convertMbtiles({ from, to });
    if (answer.kind === 'refused') throw new TileRefusal(answer.sentence);
    await rm(from);
    return await files.put(createReadStream(to), 2 * wire.MAX_BASE_MAP_BYTES);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
