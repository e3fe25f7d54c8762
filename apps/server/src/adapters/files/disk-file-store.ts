import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '../../call/refusal.ts';
import type { FileStore, Staged, Stored } from './file-store.ts';

const HASH = /^[0-9a-f]{64}$/;
const READ_SIZE = 256 * 1024;

/** How many files are written at once: the disk flushes several in the time of one. */
const WRITERS = 16;

/**
 * Files on a disk: `<root>/ab/<sha256>`, and `<root>/tmp/` for what is still arriving. A file is written beside, flushed, renamed into
 * place, and its folder flushed, so that after a power cut it is there whole or not at all. Storing the same bytes again replaces
 * the file with its equal, which is what lets `remove` see that somebody has just come to need them.
 */
export async function createDiskFileStore(root: string): Promise<FileStore> {
  const tmp = join(root, 'tmp');
  await mkdir(tmp, { recursive: true, mode: 0o700 });
  await flushFolder(root);
  await bringBackInterrupted();
  const durableFolders = new Set<string>();

  function pathOf(sha256: string): string {
    if (!HASH.test(sha256)) throw new Error('Not a hash.');
    return join(root, sha256.slice(0, 2), sha256);
  }

  async function makeFolder(folder: string): Promise<void> {
    if (durableFolders.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await flushFolder(root);
    durableFolders.add(folder);
  }

  async function stage(stream: Readable, limit: number): Promise<Staged> {
    const part = join(tmp, `${randomUUID()}.part`);
    const drop = () => rm(part, { force: true });
    try {
      const stored = await receive(stream, part, limit);
      const keep = () => moveIn([{ part, sha256: stored.sha256 }]).catch(async (error) => fail(error, drop));
      const take = () => Readable.from(readAndDrop(part, drop), { objectMode: false });
      return { ...stored, keep, drop, take };
    } catch (error) {
      return await fail(error, drop);
    }
  }

  /** Puts files into their places; each folder is flushed once, however many of them it takes in. */
  async function moveIn(parts: readonly { part: string; sha256: string }[]): Promise<void> {
    const folders = new Set<string>();
    for (const { part, sha256 } of parts) {
      const path = pathOf(sha256);
      await makeFolder(dirname(path));
      await rename(part, path);
      folders.add(dirname(path));
    }
    await forEachOf(folders, flushFolder);
  }

  async function putAll(contents: readonly Buffer[]): Promise<Stored[]> {
    const all = contents.map((content) => ({ content, sha256: createHash('sha256').update(content).digest('hex') }));
    const unique = [...new Map(all.map((one) => [one.sha256, one])).values()];
    const parts = unique.map(({ content, sha256 }) => ({ content, sha256, part: join(tmp, `${randomUUID()}.part`) }));
    const drop = () => forEachOf(parts, ({ part }) => rm(part, { force: true }));
    try {
      await forEachOf(parts, ({ part, content }) => writeFile(part, content, { flag: 'wx', mode: 0o600, flush: true }));
      await moveIn(parts);
    } catch (error) {
      return await fail(error, drop);
    }
    return all.map(({ content, sha256 }) => ({ sha256, bytes: content.length }));
  }

  /** A stop between the two renames of `remove` leaves the bytes aside; they go back, and the next sweep looks again. */
  async function bringBackInterrupted(): Promise<void> {
    for (const name of await readdir(tmp)) {
      const [sha256, ending] = name.split('.');
      if (ending === 'aside' && sha256) await rename(join(tmp, name), pathOf(sha256));
    }
  }

  return {
    stage,
    putAll,
    async put(stream, limit) {
      const { keep, sha256, bytes } = await stage(stream, limit);
      await keep();
      return { sha256, bytes };
    },
    open: (sha256, range) => Readable.from(readPieces(pathOf(sha256), range), { objectMode: false }),
    async size(sha256) {
      const found = await stat(pathOf(sha256)).catch(ignoreMissing);
      return found?.size ?? null;
    },
    async remove(sha256, storedBefore) {
      const path = pathOf(sha256);
      const found = await stat(path).catch(ignoreMissing);
      if (!found || found.mtimeMs >= storedBefore) return false;
      return (await takeAway(path, join(tmp, `${sha256}.aside`), storedBefore).catch(ignoreMissing)) ?? false;
    },
    async *list() {
      for (const folder of (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
        for (const sha256 of (await readdir(join(root, folder))).filter((name) => HASH.test(name))) {
          const found = await stat(join(root, folder, sha256)).catch(ignoreMissing);
          if (found) yield { sha256, stored_at: found.mtimeMs };
        }
      }
    },
    async sweepParts(startedBefore) {
      let swept = 0;
      for (const name of (await readdir(tmp)).filter((entry) => entry.endsWith('.part'))) {
        const found = await stat(join(tmp, name)).catch(ignoreMissing);
        if (!found || found.mtimeMs >= startedBefore) continue;
        await rm(join(tmp, name), { force: true });
        swept += 1;
      }
      return swept;
    },
    async space() {
      const { bavail, blocks, bsize } = await statfs(root);
      return { free: bavail * bsize, total: blocks * bsize };
    },
  };
}

/** Does the work for each, several at once. The first failure is the answer, once none is at work any more. */
async function forEachOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const doRest = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  const ends = await Promise.allSettled(Array.from({ length: WRITERS }, doRest));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function receive(stream: Readable, part: string, limit: number): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const file = await open(part, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(limit);
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
  } catch (error) {
    // What is still to come is read and thrown away: a sender's connection must not stand still half way through its request.
    stream.on('error', () => {}).resume();
    throw error;
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}

function tooLarge(limit: number): Refusal {
  return new Refusal('TOO_LARGE', `This file is larger than ${Math.floor(limit / 1_000_000)} MB, the most a file may be.`);
}

/** Moved aside first: whoever stored the same bytes in this very moment is seen on the file itself, not missed between two looks. */
async function takeAway(path: string, aside: string, storedBefore: number): Promise<boolean> {
  await rename(path, aside);
  if ((await stat(aside)).mtimeMs >= storedBefore) {
    await rename(aside, path);
    return false;
  }
  await rm(aside);
  return true;
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten;
}

async function* readPieces(path: string, range: { start: number; end: number } | undefined): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    yield* file.createReadStream({ ...range, autoClose: false, highWaterMark: READ_SIZE });
  } finally {
    await file.close();
  }
}

async function* readAndDrop(part: string, drop: () => Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* readPieces(part, undefined);
  } finally {
    await drop();
  }
}

/** A name in a folder is only durable once the folder itself is. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function fail(error: unknown, drop: () => Promise<void>): Promise<never> {
  await drop();
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    throw new Refusal('NO_SPACE', 'The server has no space left for this file. Nothing was kept; tell IT.');
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') {
    throw new Refusal('INVALID', 'The upload was cut off. Nothing was kept.');
  }
  throw error;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
