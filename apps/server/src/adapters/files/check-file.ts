import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Reads it all: are the bytes of that name there, and still those that were put? */
export async function checkFile(store: FileStore, sha256: string): Promise<'sound' | 'missing' | 'damaged'> {
  try {
    return (await hashOf(store.open(sha256))) === sha256 ? 'sound' : 'damaged';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
}
