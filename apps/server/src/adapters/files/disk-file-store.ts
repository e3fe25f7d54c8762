import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { assertHash, type FileStore, HASH, type Staged, type Stored } from './file-store.ts';
import { forEachOf } from './for-each-of.ts';
import { createStaging, failWithout, ignoreMissing, readPieces } from './staging.ts';

/**
 * Files on a disk: `<root>/ab/<sha256>`, and `<root>/tmp/` for what is still arriving. A file is written beside, flushed, renamed into
 * place, and its folder flushed, so that after a power cut it is there whole or not at all. Storing the same bytes again replaces
 * the file with its equal, which is what lets `remove` see that somebody has just come to need them.
 */
export async function createDiskFileStore(root: string): Promise<FileStore> {
  const tmp = join(root, 'tmp');
  const staging = await createStaging(tmp);
  await flushFolder(root);
  await bringBackInterrupted();
  const durableFolders = new Set<string>();

  function pathOf(sha256: string): string {
    assertHash(sha256);
    return join(root, sha256.slice(0, 2), sha256);
  }

  async function makeFolder(folder: string): Promise<void> {
    if (durableFolders.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await flushFolder(root);
    durableFolders.add(folder);
  }

  async function stage(stream: Readable, limit: number): Promise<Staged> {
    const { part, drop, ...staged } = await staging.receive(stream, limit);
    return { ...staged, drop, keep: () => moveIn([{ part, sha256: staged.sha256 }]).catch(async (error) => failWithout(error, drop)) };
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
    const parts = unique.map(({ content, sha256 }) => ({ content, sha256, part: staging.newPart() }));
    const drop = () => forEachOf(parts, ({ part }) => rm(part, { force: true }));
    try {
      await forEachOf(parts, ({ part, content }) => writeFile(part, content, { flag: 'wx', mode: 0o600, flush: true }));
      await moveIn(parts);
    } catch (error) {
      return await failWithout(error, drop);
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
    sweepParts: (startedBefore) => staging.sweep(startedBefore),
    async space() {
      const { bavail, blocks, bsize } = await statfs(root);
      return { free: bavail * bsize, total: blocks * bsize };
    },
  };
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

/** A name in a folder is only durable once the folder itself is. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
