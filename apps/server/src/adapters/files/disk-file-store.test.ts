import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createDiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';

const MB = 1024 * 1024;
const made: string[] = [];
let root: string;
let store: FileStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dmse-store-'));
  made.push(root);
  store = await createDiskFileStore(root);
});
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function everyFile(folder = root): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Makes stored bytes look as if they had lain there for days. */
async function age(sha256: string): Promise<void> {
  await utimes(join(root, sha256.slice(0, 2), sha256), 1000, 1000);
}

describe('disk file store', () => {
  test('nothing is opened before it is read', async () => {
    const { sha256 } = await store.put(Readable.from([Buffer.from('lazy')]), MB);
    const open = () => readdir('/proc/self/fd').then((handles) => handles.length);
    const before = await open();
    const streams = Array.from({ length: 50 }, () => store.open(sha256));
    expect((await open()) - before).toBeLessThan(10);
    for (const stream of streams) stream.destroy();
  });
});

describe('the sweep', () => {
  test('leaves alone what was stored again in the meantime', async () => {
    const { sha256 } = await store.put(Readable.from([Buffer.from('again')]), MB);
    await age(sha256);
    await store.put(Readable.from([Buffer.from('again')]), MB);
    expect(await store.remove(sha256, Date.now() - 60_000)).toBe(false);
    expect(await store.size(sha256)).toBe(5);
  });

  test('a stop in the middle of a removal gives the bytes back at the next start', async () => {
    const { sha256 } = await store.put(Readable.from([Buffer.from('half gone')]), MB);
    await rename(join(root, sha256.slice(0, 2), sha256), join(root, 'tmp', `${sha256}.aside`));
    const again = await createDiskFileStore(root);
    expect((await buffer(again.open(sha256))).toString()).toBe('half gone');
  });

  test('lists every blob, and clears parts that were never finished', async () => {
    const one = await store.put(Readable.from([Buffer.from('one')]), MB);
    const two = await store.put(Readable.from([Buffer.from('two')]), MB);
    const listed: string[] = [];
    for await (const { sha256 } of store.list()) listed.push(sha256);
    expect(listed.sort()).toEqual([one.sha256, two.sha256].sort());
    await writeFile(join(root, 'tmp', 'dead.part'), 'x');
    await utimes(join(root, 'tmp', 'dead.part'), 1000, 1000);
    await writeFile(join(root, 'tmp', 'alive.part'), 'x');
    expect(await store.sweepParts(Date.now() - 60_000)).toBe(1);
    expect(await readdir(join(root, 'tmp'))).toEqual(['alive.part']);
  });
});

function canMount(): boolean {
  try {
    const folder = execFileSync('mktemp', ['-d']).toString().trim();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

// Only root may mount; elsewhere the fault campaign F5 shows the same against the whole server.
if (canMount()) {
  describe('INT-F5 a full disk', () => {
    test('is 507 in words, leaves no half file, and the next file fits once there is room', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dmse-full-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
      try {
        const full = await createDiskFileStore(join(folder, 'files'));
        const kept = await full.put(Readable.from([Buffer.alloc(2 * MB, 'a')]), 100 * MB);
        const pieces = Array.from({ length: 40 }, () => Buffer.alloc(100_000, 'b'));
        await expect(full.put(Readable.from(pieces), 100 * MB)).rejects.toMatchObject({ status: 507, body: { code: 'NO_SPACE' } });
        expect(await everyFile(folder)).toEqual([kept.sha256]);
        expect((await full.space()).free).toBeGreaterThan(MB);
        const { sha256 } = await full.put(Readable.from([Buffer.alloc(MB, 'c')]), 100 * MB);
        expect((await stat(join(folder, 'files', sha256.slice(0, 2), sha256))).size).toBe(MB);
        expect(hash(await buffer(full.open(kept.sha256)))).toBe(kept.sha256);
      } finally {
        execFileSync('umount', [folder]);
        await rm(folder, { recursive: true });
      }
    });
  });
}
