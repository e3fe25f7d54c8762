import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '../../call/refusal.ts';
import type { Stored } from './file-store.ts';

const READ_SIZE = 256 * 1024;

/** Bytes that arrived whole and lie on this machine's disk, flushed, under a name nobody else has. */
export type StagedPart = Stored & { part: string; drop(): Promise<void>; take(): Readable };

/** Where uploads arrive before anybody knows their hash. Whatever store keeps them afterwards, they come through here. */
export async function createStaging(tmp: string) {
  await mkdir(tmp, { recursive: true, mode: 0o700 });
  return {
    newPart: () => join(tmp, `${randomUUID()}.part`),
    async receive(stream: Readable, limit: number): Promise<StagedPart> {
      const part = this.newPart();
      const drop = () => rm(part, { force: true });
      try {
        const stored = await receive(stream, part, limit);
        return { ...stored, part, drop, take: () => Readable.from(readAndDrop(part, drop), { objectMode: false }) };
      } catch (error) {
        return await failWithout(error, drop);
      }
    },
    /** Clears what uploads that never ended have left. Answers how many. */
    async sweep(startedBefore: number): Promise<number> {
      let swept = 0;
      for (const name of (await readdir(tmp)).filter((entry) => entry.endsWith('.part'))) {
        const found = await stat(join(tmp, name)).catch(ignoreMissing);
        if (!found || found.mtimeMs >= startedBefore) continue;
        await rm(join(tmp, name), { force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

async function receive(stream: Readable, part: string, limit: number): Promise<Stored> {
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
  return new Refusal('TOO_LARGE', `This file is larger than ${sayMegabytes(limit)} MB, the most a file may be.`);
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten;
}

export async function* readPieces(path: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    yield* file.createReadStream({ ...range, autoClose: false, highWaterMark: READ_SIZE });
  } finally {
    await file.close();
  }
}

async function* readAndDrop(part: string, drop: () => Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* readPieces(part);
  } finally {
    await drop();
  }
}

/** Drops what has arrived and says what went wrong in words, where that can be told. */
export async function failWithout(error: unknown, drop: () => Promise<void>): Promise<never> {
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

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const MEBIBYTE = 1024 * 1024;

/** Some limits are round numbers of one kind of megabyte, some of the other. */
const sayMegabytes = (bytes: number) => (bytes % MEBIBYTE === 0 ? bytes / MEBIBYTE : Math.floor(bytes / 1_000_000));
