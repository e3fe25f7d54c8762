import { promisify } from 'node:util';
import { brotliDecompress, gunzip, type ZlibOptions } from 'node:zlib';
import type { BaseMapTiles } from '@dmse/contract/places/base-map';
import { bytesToHeader, Compression, type Entry, findTile, type Header, readVarint, TileType, zxyToTileId } from 'pmtiles';

/** Reads that many bytes from there on; fewer at the end. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>;

/** Why a file is not taken, in a sentence for whoever sent it. */
export class TileRefusal extends Error {}

/** What is read of a file at once. A file that asks for more is not an honest one. */
const HEAD_BYTES = 16_384;
const MAX_DIRECTORY_BYTES = 8 * 1024 * 1024;
const MAX_METADATA_BYTES = 16 * 1024 * 1024;
const MAX_TILE_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 4;
/** Entries of directories kept in memory for all archives together. */
const MAX_CACHED_ENTRIES = 500_000;
const MAX_ZOOM = 24;
const MAX_LAYERS = 200;

const FORMATS: Partial<Record<TileType, BaseMapTiles['format']>> = {
  [TileType.Mvt]: 'mvt',
  [TileType.Png]: 'png',
  [TileType.Jpeg]: 'jpg',
  [TileType.Webp]: 'webp',
  [TileType.Avif]: 'avif',
};
const ENCODINGS: Partial<Record<Compression, string>> = { [Compression.Gzip]: 'gzip', [Compression.Brotli]: 'br' };

export type TileArchive = { header: Header; read: ReadBytes; facts: BaseMapTiles; attribution: string; encoding: string | null };

const DAMAGED = 'This PMTiles file is damaged: what it says about itself does not fit together.';

async function unpack(bytes: Buffer, compression: Compression, most: number): Promise<Buffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes;
  if (compression !== Compression.Gzip && compression !== Compression.Brotli)
    throw new TileRefusal('This PMTiles file is packed in a way that is not known here. Pack it with gzip.');
  try {
    const inflate: (bytes: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(
      compression === Compression.Gzip ? gunzip : brotliDecompress,
    );
    return await inflate(bytes, { maxOutputLength: most });
  } catch {
    throw new TileRefusal(DAMAGED);
  }
}

/** A directory. Each entry takes four bytes or more, so that a number of entries that cannot be true is seen before they are made. */
function readDirectory(bytes: Buffer): Entry[] {
  const at = { buf: new Uint8Array(bytes), pos: 0 };
  const count = readVarint(at);
  if (!(count >= 1 && count * 4 <= bytes.length)) throw new TileRefusal(DAMAGED);
  const entries: Entry[] = Array.from({ length: count }, () => ({ tileId: 0, offset: 0, length: 0, runLength: 0 }));
  let id = 0;
  for (const entry of entries) {
    id += readVarint(at);
    entry.tileId = id;
  }
  for (const entry of entries) entry.runLength = readVarint(at);
  for (const entry of entries) entry.length = readVarint(at);
  for (const [index, entry] of entries.entries()) {
    const value = readVarint(at);
    const before = entries[index - 1];
    entry.offset = value === 0 && before ? before.offset + before.length : value - 1;
  }
  if (at.pos > bytes.length || entries.some(({ offset, length }) => offset < 0 || length < 1)) throw new TileRefusal(DAMAGED);
  return entries;
}

const directories = new Map<string, Entry[]>();
let cached = 0;

function remember(key: string, entries: Entry[]): void {
  directories.set(key, entries);
  cached += entries.length;
  for (const [oldest, { length }] of directories) {
    if (cached <= MAX_CACHED_ENTRIES || oldest === key) return;
    directories.delete(oldest);
    cached -= length;
  }
}

async function openDirectory({ header, read }: Pick<TileArchive, 'header' | 'read'>, offset: number, length: number): Promise<Entry[]> {
  const key = header.etag === undefined ? null : `${header.etag} ${offset}`;
  const known = key === null ? undefined : directories.get(key);
  if (known) return known;
  if (length > MAX_DIRECTORY_BYTES) throw new TileRefusal(DAMAGED);
  const entries = readDirectory(await unpack(await read(offset, length), header.internalCompression, MAX_DIRECTORY_BYTES));
  if (key !== null) remember(key, entries);
  return entries;
}

/** Opens a PMTiles file by its first bytes. `key` names its content; `size` is null where it is not known. */
export async function openArchive(read: ReadBytes, key: string, size: number | null): Promise<TileArchive> {
  const head = await read(0, Math.min(HEAD_BYTES, size ?? HEAD_BYTES));
  if (head.subarray(0, 7).toString('latin1') !== 'PMTiles') throw new TileRefusal('This is not a PMTiles file.');
  if (head.length < 127) throw new TileRefusal('This PMTiles file is cut short.');
  if (head[7] !== 3) throw new TileRefusal(`This is a PMTiles file of version ${head[7]}. Convert it to version 3.`);
  const header = bytesToHeader(Uint8Array.from(head.subarray(0, 127)).buffer, key);
  const format = FORMATS[header.tileType];
  if (!format) throw new TileRefusal('This PMTiles file holds tiles that a map cannot show. Use vector tiles, PNG, JPEG, WebP or AVIF.');
  const encoding = ENCODINGS[header.tileCompression] ?? null;
  if (encoding === null && header.tileCompression > Compression.None)
    throw new TileRefusal('The tiles of this file are packed in a way browsers do not know. Pack them with gzip.');
  const end = Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (size !== null && end > size) throw new TileRefusal(`This PMTiles file is cut short: it has ${size} bytes, and says it has ${end}.`);
  if (header.minZoom > header.maxZoom || header.maxZoom > MAX_ZOOM || header.jsonMetadataLength > MAX_METADATA_BYTES)
    throw new TileRefusal(DAMAGED);
  if (header.rootDirectoryOffset + header.rootDirectoryLength > HEAD_BYTES) throw new TileRefusal(DAMAGED);
  const { layers, attribution } = await readMetadata(header, read);
  if (format === 'mvt' && layers.length === 0)
    throw new TileRefusal('This file does not name the layers of its vector tiles, so nothing of it can be drawn.');
  const facts = { format, bounds: boundsOf(header), min_zoom: header.minZoom, max_zoom: header.maxZoom, layers };
  const archive = { header, read, facts, attribution, encoding };
  await openDirectory(archive, header.rootDirectoryOffset, header.rootDirectoryLength);
  return archive;
}

function boundsOf({ minLon, minLat, maxLon, maxLat }: Header): BaseMapTiles['bounds'] {
  const isBox = minLon < maxLon && minLat < maxLat && minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90;
  return isBox ? [minLon, minLat, maxLon, maxLat] : [-180, -85, 180, 85];
}

async function readMetadata(header: Header, read: ReadBytes): Promise<{ layers: string[]; attribution: string }> {
  if (header.jsonMetadataLength === 0) return { layers: [], attribution: '' };
  const packed = await read(header.jsonMetadataOffset, header.jsonMetadataLength);
  const text = (await unpack(packed, header.internalCompression, MAX_METADATA_BYTES)).toString('utf8');
  try {
    const { vector_layers, attribution } = JSON.parse(text) as { vector_layers?: unknown; attribution?: unknown };
    const named = Array.isArray(vector_layers) ? vector_layers.slice(0, MAX_LAYERS) : [];
    const layers = named.flatMap((one: { id?: unknown } | null) => (typeof one?.id === 'string' && one.id.length <= 200 ? [one.id] : []));
    return { layers, attribution: typeof attribution === 'string' ? plainText(attribution) : '' };
  } catch {
    throw new TileRefusal(DAMAGED);
  }
}

/** Files write their attribution as markup. */
function plainText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);
}

/** Where a tile lies among the tiles of its file; null where it has none. */
export async function findEntry(archive: TileArchive, id: number): Promise<Pick<Entry, 'offset' | 'length'> | null> {
  const { header } = archive;
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const entry = findTile(await openDirectory(archive, offset, length), id);
    if (!entry) return null;
    if (entry.runLength > 0) {
      if (entry.length > MAX_TILE_BYTES) throw new TileRefusal(DAMAGED);
      return entry;
    }
    [offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length];
  }
  throw new TileRefusal(DAMAGED);
}

/** The bytes of a tile as they are kept; null where the file has none. */
export async function readTile(archive: TileArchive, z: number, x: number, y: number): Promise<Buffer | null> {
  const { header, read } = archive;
  if (z < header.minZoom || z > header.maxZoom || x >= 2 ** z || y >= 2 ** z) return null;
  const entry = await findEntry(archive, zxyToTileId(z, x, y));
  return entry && read(header.tileDataOffset + entry.offset, entry.length);
}
