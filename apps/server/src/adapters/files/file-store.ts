import type { Readable } from 'node:stream';

export const HASH = /^[0-9a-f]{64}$/;

export function assertHash(sha256: string): void {
  if (!HASH.test(sha256)) throw new Error('Not a hash.');
}

export type Stored = { sha256: string; bytes: number };

/**
 * Bytes that have arrived whole and wait for a yes: `keep` puts them into the store, `drop` leaves no trace of them, `take` reads them
 * once and drops them then.
 */
export type Staged = Stored & { keep(): Promise<void>; drop(): Promise<void>; take(): Readable };

/**
 * Where bytes live, under the name of their hash. Kept bytes are durable before `put` or `keep` answers; only then may a row refer to
 * them. A disk or a bucket stands behind it; nothing outside an adapter knows a path.
 */
export type FileStore = {
  /** Reads to the end and keeps. More than `limit` bytes, or no space for them, is refused with nothing left behind. */
  put(stream: Readable, limit: number): Promise<Stored>;
  /** The same for many contents at once, in their order: for the attachments of a mail. */
  putAll(contents: readonly Buffer[]): Promise<Stored[]>;
  stage(stream: Readable, limit: number): Promise<Staged>;
  /** Both ends of the range are included. Nothing is opened before the first read; what is not there fails then with ENOENT. */
  open(sha256: string, range?: { start: number; end: number }): Readable;
  size(sha256: string): Promise<number | null>;
  /** Removes bytes nobody refers to, unless they were stored again since that instant. Answers whether they went. */
  remove(sha256: string, storedBefore: number): Promise<boolean>;
  list(): AsyncIterable<{ sha256: string; stored_at: number }>;
  /** Clears what uploads that never ended have left. Answers how many. */
  sweepParts(startedBefore: number): Promise<number>;
  /** Of the disk on which uploads arrive. */
  space(): Promise<{ free: number; total: number }>;
};
