import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Bucket } from './bucket.ts';
import { assertHash, type FileStore, HASH } from './file-store.ts';
import { forEachOf } from './for-each-of.ts';
import { createStaging, failWithout, readPieces } from './staging.ts';

/** A removal that has not deleted by then does not do so any more; whoever waits for it waits longer. */
const REMOVAL_MS = 20_000;
const WAIT_MS = 120_000;
/** A service tells the time in whole seconds. */
const SECOND = 1000;

type Waits = { removalMs: number; waitMs: number; lookMs: number };

/**
 * Files in a bucket: `files/ab/<sha256>`. They arrive on this machine's disk first, since their name is known only at the end, and are
 * sent from there; what is under a name is whole.
 *
 * No service deletes on a condition, and the sweep must not take away what somebody stores in the same moment, from any process. So
 * a removal is announced under `removing/<sha256>` before it looks how old the bytes are, and whoever stores looks, after the bytes are
 * there, whether a removal is announced, and then whether the bytes are still there. A removal that was announced later sees bytes that are new.
 */
export async function createS3FileStore(
  bucket: Bucket,
  tmp: string,
  { removalMs, waitMs, lookMs }: Waits = { removalMs: REMOVAL_MS, waitMs: WAIT_MS, lookMs: 250 },
): Promise<FileStore> {
  const staging = await createStaging(tmp);
  const nameOf = (sha256: string) => {
    assertHash(sha256);
    return `files/${sha256.slice(0, 2)}/${sha256}`;
  };
  const removalOf = (sha256: string) => `removing/${sha256}`;

  async function store(sha256: string, length: number, read: () => AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    for (;;) {
      await bucket.write(nameOf(sha256), read());
      const isRemoved = (await bucket.head(removalOf(sha256))) !== null;
      const found = await bucket.head(nameOf(sha256));
      if (!isRemoved && found?.bytes === length) return;
      if (!isRemoved && found) throw new Error(`The bucket keeps ${found.bytes} bytes of ${length} of ${sha256}.`);
      if (isRemoved) await waitForRemoval(sha256);
    }
  }

  /** One whose process died is cleared away. */
  async function waitForRemoval(sha256: string): Promise<void> {
    const began = performance.now();
    while ((await bucket.head(removalOf(sha256))) !== null) {
      if (performance.now() - began > waitMs) return bucket.remove(removalOf(sha256));
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  async function stage(stream: Readable, limit: number) {
    const { part, drop, ...staged } = await staging.receive(stream, limit);
    const keep = () => store(staged.sha256, staged.bytes, () => readPieces(part)).then(drop, (error) => failWithout(error, drop));
    return { ...staged, drop, keep };
  }

  return {
    stage,
    async put(stream, limit) {
      const { keep, sha256, bytes } = await stage(stream, limit);
      await keep();
      return { sha256, bytes };
    },
    async putAll(contents) {
      const all = contents.map((content) => ({ content, sha256: createHash('sha256').update(content).digest('hex') }));
      const unique = new Map(all.map((one) => [one.sha256, one])).values();
      await forEachOf(unique, ({ sha256, content }) => store(sha256, content.length, () => [content]));
      return all.map(({ content, sha256 }) => ({ sha256, bytes: content.length }));
    },
    open: (sha256, range) => Readable.from(bucket.read(nameOf(sha256), range), { objectMode: false }),
    size: async (sha256) => (await bucket.head(nameOf(sha256)))?.bytes ?? null,
    async remove(sha256, storedBefore) {
      const isOld = async () => ((await bucket.head(nameOf(sha256)))?.stored_at ?? Number.POSITIVE_INFINITY) < storedBefore - SECOND;
      if (!(await isOld())) return false;
      await bucket.write(removalOf(sha256), []);
      const began = performance.now();
      try {
        if (!(await isOld()) || performance.now() - began > removalMs) return false;
        await bucket.remove(nameOf(sha256));
        return true;
      } finally {
        await bucket.remove(removalOf(sha256));
      }
    },
    async *list() {
      for await (const { name, stored_at } of bucket.list('files/')) {
        const sha256 = name.slice(name.lastIndexOf('/') + 1);
        if (HASH.test(sha256)) yield { sha256, stored_at };
      }
    },
    sweepParts: async (startedBefore) => (await staging.sweep(startedBefore)) + (await bucket.abortUploads(startedBefore)),
    async space() {
      const { bavail, blocks, bsize } = await statfs(tmp);
      return { free: bavail * bsize, total: blocks * bsize };
    },
  };
}
