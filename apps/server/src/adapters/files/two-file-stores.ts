import { Readable } from 'node:stream';
import { assertHash, type FileStore } from './file-store.ts';

/**
 * While files move from one store to another: everything new goes to `present`, and what is not there yet is read from `before`. A file is
 * only taken away from `before` once it is whole in `present`, so whoever finds it in neither looks into `present` once more.
 */
export function createTwoFileStores(present: FileStore, before: FileStore): FileStore {
  async function find(sha256: string): Promise<{ store: FileStore; bytes: number } | null> {
    for (const store of [present, before, present]) {
      const bytes = await store.size(sha256);
      if (bytes !== null) return { store, bytes };
    }
    return null;
  }
  async function* read(sha256: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const found = await find(sha256);
    try {
      yield* (found?.store ?? present).open(sha256, range);
    } catch (error) {
      // It went to the other store between the look and the first byte.
      if (found?.store !== before || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      yield* present.open(sha256, range);
    }
  }
  return {
    ...present,
    open(sha256, range) {
      assertHash(sha256);
      return Readable.from(read(sha256, range), { objectMode: false });
    },
    size: async (sha256) => (await find(sha256))?.bytes ?? null,
    async remove(sha256, storedBefore) {
      const gone = [await present.remove(sha256, storedBefore), await before.remove(sha256, storedBefore)];
      return gone.includes(true);
    },
    async *list() {
      yield* present.list();
      for await (const entry of before.list()) if ((await present.size(entry.sha256)) === null) yield entry;
    },
    sweepParts: async (startedBefore) => (await present.sweepParts(startedBefore)) + (await before.sweepParts(startedBefore)),
  };
}
