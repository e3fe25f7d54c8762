import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileStore } from './file-store.ts';

/** What happens between two steps of the store, at the step of that number. */
const between = vi.hoisted(() => ({ step: 0, at: -1, act: async () => {} }));

// Every call to the disk that the sweep makes is a moment in which somebody else may come in.
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const stepping =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const result = await call(...args);
      const isNow = between.step === between.at;
      between.step += 1;
      if (isNow) await between.act();
      return result;
    };
  return { ...real, stat: stepping(real.stat as never), rename: stepping(real.rename as never), rm: stepping(real.rm as never) };
});

const BYTES = Buffer.from('wanted and unwanted at once');
let root: string;
let store: FileStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dmse-race-'));
  // Test files share a worker: the store is read anew on the disk of this one, and given back afterwards.
  vi.resetModules();
  const { createDiskFileStore } = await import('./disk-file-store.ts');
  store = await createDiskFileStore(root);
});
afterEach(async () => {
  between.at = -1;
  await rm(root, { recursive: true });
});

afterAll(() => vi.resetModules());

describe('the sweep beside an upload of the same bytes', () => {
  test.each([0, 1, 2, 3])('never takes them away, if the upload ends after step %i', async (at) => {
    const { sha256 } = await store.put(Readable.from([BYTES]), 1000);
    await utimes(join(root, sha256.slice(0, 2), sha256), 1000, 1000);
    let isStored = false;
    Object.assign(between, {
      step: 0,
      at,
      act: async () => {
        between.at = -1;
        await store.put(Readable.from([BYTES]), 1000);
        isStored = true;
      },
    });
    await store.remove(sha256, Date.now() - 60_000);
    expect(isStored).toBe(true);
    expect(await buffer(store.open(sha256))).toEqual(BYTES);
  });
});
