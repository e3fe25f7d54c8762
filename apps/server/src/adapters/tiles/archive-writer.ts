import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Compression, type TileType, zxyToTileId } from 'pmtiles';

const HEADER_BYTES = 127;
const HEAD_BYTES = 16_384;
const LEAF_ENTRIES = 8192;
/** Tiles of this size or less that are equal (open sea) are kept once. */
const SMALL_TILE = 4096;
const WRITE_BYTES = 1024 * 1024;

export type ArchiveFacts = {
  tile_type: TileType;
  tile_compression: Compression;
  bounds: readonly [number, number, number, number];
  metadata: object;
};

type Kept = { id: number; offset: number; length: number; run: number };

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return bytes;
}

function writeDirectory(entries: readonly Kept[]): Buffer {
  const numbers = [entries.length];
  let last = 0;
  for (const { id } of entries) {
    numbers.push(id - last);
    last = id;
  }
  for (const { run } of entries) numbers.push(run);
  for (const { length } of entries) numbers.push(length);
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1];
    numbers.push(before && offset === before.offset + before.length ? 0 : offset + 1);
  }
  return gzipSync(Buffer.from(numbers.flatMap(varint)));
}

/**
 * Writes a PMTiles file (version 3): first the tiles as they come, behind room for the head, then the directories, the head last. What
 * it keeps in memory is one entry for each tile.
 */
export async function createArchiveWriter(path: string) {
  const file = await open(path, 'wx', 0o600);
  const entries: Kept[] = [];
  const small = new Map<string, Pick<Kept, 'offset' | 'length'>>();
  let [waiting, waitingBytes, written]: [Buffer[], number, number] = [[], 0, 0];
  let [minZoom, maxZoom] = [Number.POSITIVE_INFINITY, 0];

  async function flush(): Promise<void> {
    await writeAt(file, Buffer.concat(waiting), HEAD_BYTES + written - waitingBytes);
    [waiting, waitingBytes] = [[], 0];
  }
  async function append(bytes: Buffer): Promise<number> {
    const offset = written;
    waiting.push(bytes);
    waitingBytes += bytes.length;
    written += bytes.length;
    if (waitingBytes >= WRITE_BYTES) await flush();
    return offset;
  }

  return {
    count: () => entries.length,
    async add(z: number, x: number, y: number, bytes: Buffer): Promise<void> {
      const hash = bytes.length <= SMALL_TILE ? createHash('sha1').update(bytes).digest('base64') : null;
      const known = hash === null ? undefined : small.get(hash);
      const place = known ?? { offset: await append(bytes), length: bytes.length };
      if (hash !== null && !known) small.set(hash, place);
      [minZoom, maxZoom] = [Math.min(minZoom, z), Math.max(maxZoom, z)];
      entries.push({ id: zxyToTileId(z, x, y), ...place, run: 1 });
    },
    async finish({ tile_type, tile_compression, bounds, metadata }: ArchiveFacts): Promise<void> {
      const dataLength = written;
      const merged: Kept[] = [];
      for (const entry of entries.sort((one, other) => one.id - other.id)) {
        const last = merged.at(-1);
        if (last && last.id + last.run === entry.id && last.offset === entry.offset) last.run += 1;
        else if (last?.id !== entry.id) merged.push(entry);
      }
      let root = writeDirectory(merged.slice(0, LEAF_ENTRIES));
      const leafStart = written;
      if (merged.length > LEAF_ENTRIES || root.length > HEAD_BYTES - HEADER_BYTES) {
        const leaves: Kept[] = [];
        for (let at = 0; at < merged.length; at += LEAF_ENTRIES) {
          const leaf = writeDirectory(merged.slice(at, at + LEAF_ENTRIES));
          leaves.push({ id: merged[at]!.id, offset: (await append(leaf)) - leafStart, length: leaf.length, run: 0 });
        }
        root = writeDirectory(leaves);
      }
      const leafLength = written - leafStart;
      const about = gzipSync(JSON.stringify(metadata));
      const aboutStart = await append(about);
      await flush();
      const head = Buffer.alloc(HEADER_BYTES);
      head.write('PMTiles', 'latin1');
      head[7] = 3;
      const numbers = [
        HEADER_BYTES,
        root.length,
        HEAD_BYTES + aboutStart,
        about.length,
        HEAD_BYTES + leafStart,
        leafLength,
        HEAD_BYTES,
        dataLength,
      ];
      const counts = [entries.length, merged.length, merged.length];
      for (const [at, value] of [...numbers, ...counts].entries()) head.writeBigUInt64LE(BigInt(value), 8 + 8 * at);
      head.set([0, Compression.Gzip, tile_compression, tile_type, minZoom, maxZoom], 96);
      for (const [at, value] of bounds.entries()) head.writeInt32LE(Math.round(value * 1e7), 102 + 4 * at);
      head[118] = minZoom;
      head.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119);
      head.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123);
      await writeAt(file, Buffer.concat([head, root]), 0);
      await file.close();
    },
  };
}

async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
