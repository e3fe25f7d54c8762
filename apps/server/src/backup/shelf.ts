import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openBucket, parseBucketAddress, type S3Access } from '../adapters/files/bucket.ts';

/** A folder or a bucket, as far as backups care: what stands under a name is whole and durable. */
export type Shelf = {
  write(name: string, bytes: Readable): Promise<void>;
  read(name: string): Readable;
  has(name: string): Promise<boolean>;
  /** Everything whose name begins so. */
  list(beginning: string): AsyncIterable<{ name: string; stored_at: number }>;
  remove(name: string): Promise<void>;
  freeBytes(): Promise<number | null>;
};

const PART = '.part';

export function openShelf(where: string, s3: S3Access | null): Shelf {
  const address = parseBucketAddress(where);
  return address && s3 ? bucketShelf(openBucket(s3, address)) : folderShelf(where);
}

function bucketShelf(bucket: ReturnType<typeof openBucket>): Shelf {
  return {
    write: (name, bytes) => bucket.write(name, bytes),
    read: (name) => Readable.from(bucket.read(name), { objectMode: false }),
    has: async (name) => (await bucket.head(name)) !== null,
    list: (beginning) => bucket.list(beginning),
    remove: (name) => bucket.remove(name),
    freeBytes: async () => null,
  };
}

function folderShelf(folder: string): Shelf {
  const pathOf = (name: string) => join(folder, name);
  return {
    async write(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(bytes, createWriteStream(path + PART, { mode: 0o600, flush: true }));
      await rename(path + PART, path);
      await flushFolder(dirname(path));
    },
    read: (name) => createReadStream(pathOf(name)),
    has: (name) =>
      stat(pathOf(name)).then(
        () => true,
        () => false,
      ),
    async *list(beginning) {
      const level = beginning.includes('/') ? beginning.slice(0, beginning.lastIndexOf('/') + 1) : '';
      const tops = await readdir(pathOf(level), { withFileTypes: true }).catch(() => []);
      for (const top of tops.filter((entry) => `${level}${entry.name}`.startsWith(beginning))) {
        const below = top.isDirectory() ? await readdir(pathOf(level + top.name), { recursive: true, withFileTypes: true }) : [top];
        for (const entry of below) {
          if (!entry.isFile()) continue;
          const path = join(entry.parentPath, entry.name);
          const found = await stat(path).catch(() => null);
          if (found) yield { name: relative(folder, path), stored_at: found.mtimeMs };
        }
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      // A folder that is empty now goes too; one that is not stays.
      if (dirname(name) !== '.') await rmdir(dirname(pathOf(name))).catch(() => {});
    },
    async freeBytes() {
      const found = await statfs(folder).catch(() => null);
      return found && found.bavail * found.bsize;
    },
  };
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
