import { buffer } from 'node:stream/consumers';
import type { Adapters } from '../../../adapters/adapters.ts';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import { openArchive, type ReadBytes, readTile, type TileArchive, TileRefusal } from '../../../adapters/tiles/tile-archive.ts';
import type { TileService } from '../../../adapters/tiles/tile-service.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import * as maps from './base-map.queries.ts';

const MIME_TYPES = {
  mvt: 'application/vnd.mapbox-vector-tile',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;
/** The address of a tile names its revision: what is under it never changes. */
const KEEP = 'private, max-age=604800, immutable';
const MAX_OPEN = 16;

export function readStored(files: FileStore, sha256: string): ReadBytes {
  return (start, length) => buffer(files.open(sha256, { start, end: start + length - 1 }));
}

/** A file on another server, read by pieces: whole pictures of tiles never come through here. */
export function readRemote(service: TileService, url: string): ReadBytes {
  return async (start, length) => {
    const { status, bytes } = await service.fetch(url, { start, length });
    if (status === 206) return bytes;
    if (status === 200 && start === 0) throw new TileRefusal('The server of this file does not answer for parts of it, as PMTiles need.');
    throw new TileRefusal(`The server of this file answered ${status}.`);
  };
}

/** Archives whose head has been read, the one used last at the end. */
const opened = new Map<string, Promise<TileArchive>>();

function openOnce(key: string, open: () => Promise<TileArchive>): Promise<TileArchive> {
  const known = opened.get(key) ?? open();
  opened.delete(key);
  opened.set(key, known);
  known.catch(() => opened.delete(key));
  for (const oldest of opened.keys()) if (opened.size > MAX_OPEN) opened.delete(oldest);
  return known;
}

export type FoundTiles = Pick<maps.BaseMapRow, 'kind' | 'url' | 'sha256' | 'stored_bytes' | 'version'>;

export async function findTiles({ tx }: Pick<Context, 'tx'>, id: number): Promise<FoundTiles> {
  const row = await maps.find(tx, id);
  if (row?.state !== 'ready' || row.tiles === null) throw notFound();
  return row;
}

type Place = { id: number; z: number; x: number; y: number };
type Answering = { adapters: Pick<Adapters, 'files' | 'tileService'>; answer_headers: Record<string, string> };

/** Reads from the archive of a base map; what is wrong with it is told to whoever asked. */
export async function readArchive<T>(
  adapters: Answering['adapters'],
  found: FoundTiles,
  read: (archive: TileArchive) => Promise<T>,
): Promise<T> {
  const { sha256, url, version } = found;
  const key = sha256 ?? `${url} ${version}`;
  const open = () =>
    sha256
      ? openArchive(readStored(adapters.files, sha256), key, found.stored_bytes)
      : openArchive(readRemote(adapters.tileService, url), key, null);
  return openOnce(key, open)
    .then(read)
    .catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      const sentence = error instanceof TileRefusal ? error.message : 'The source of this base map does not answer.';
      throw new Refusal('UNAVAILABLE', sentence);
    });
}

export async function openTile({ adapters, answer_headers }: Answering, { id, z, x, y }: Place, found: FoundTiles): Promise<FileAnswer> {
  const { sha256, version } = found;
  const { archive, bytes } = await readArchive(adapters, found, async (one) => ({ archive: one, bytes: await readTile(one, z, x, y) }));
  if (!bytes) throw notFound();
  answer_headers['Cache-Control'] = KEEP;
  if (archive.encoding) answer_headers['Content-Encoding'] = archive.encoding;
  const { format } = archive.facts;
  const etag = `${sha256?.slice(0, 16) ?? `${id}-${version}`}-${z}-${x}-${y}`;
  return { stream: bytes, bytes: bytes.length, name: `${z}-${x}-${y}.${format}`, mime_type: MIME_TYPES[format], inline: true, etag };
}
