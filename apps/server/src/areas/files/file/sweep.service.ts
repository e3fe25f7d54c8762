import type { FileStore } from '../../../adapters/files/file-store.ts';
import type { Database } from '../../../db/database.ts';
import * as files from './file.queries.ts';

type Parts = { db: Database; files: FileStore };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long an upload may wait for a record to refer to it. */
const UNREFERRED_MS = 7 * DAY;

/** Bytes without a row may belong to a request that is still under way; after this long they do not. */
const UNDER_WAY_MS = DAY;

const BATCH = 500;

/** Rows first, then the bytes no row needs any more. Answers what went. */
export async function sweepFiles({ db, files: store }: Parts, now: string): Promise<{ uploads: number; blobs: number; parts: number }> {
  const at = Date.parse(now);
  const uploads = await sweepRows(db, new Date(at - UNREFERRED_MS).toISOString());
  const blobs = await sweepBlobs(db, store, at - UNDER_WAY_MS);
  const parts = await store.sweepParts(at - UNDER_WAY_MS);
  return { uploads, blobs, parts };
}

async function sweepRows(db: Database, createdBefore: string): Promise<number> {
  let swept = 0;
  for (;;) {
    const { found, removed } = await db.write(async (tx) => {
      const ids = await files.lockUnreferred(tx, createdBefore, BATCH);
      return { found: ids.length, removed: ids.length > 0 ? await files.removeUnreferred(tx, ids) : 0 };
    });
    swept += removed;
    if (found < BATCH) return swept;
  }
}

async function sweepBlobs(db: Database, store: FileStore, storedBefore: number): Promise<number> {
  let swept = 0;
  let batch: string[] = [];
  const check = async () => {
    const needed = await db.read((tx) => files.neededHashes(tx, batch));
    for (const sha256 of batch) if (!needed.has(sha256) && (await store.remove(sha256, storedBefore))) swept += 1;
    batch = [];
  };
  for await (const { sha256, stored_at } of store.list()) {
    if (stored_at < storedBefore) batch.push(sha256);
    if (batch.length === BATCH) await check();
  }
  if (batch.length > 0) await check();
  return swept;
}
