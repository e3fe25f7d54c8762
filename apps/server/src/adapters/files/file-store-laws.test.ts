import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FILE_STORE_LAWS, type StoreSubject } from '../../testing/file-store-laws.ts';
import { createMemoryBucket } from '../../testing/memory-bucket.ts';
import { parseBucketAddress } from './bucket.ts';
import { createDiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import { moveFiles } from './move-files.ts';
import { createS3FileStore } from './s3-file-store.ts';
import { createTwoFileStores } from './two-file-stores.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dmse-laws-'));
});
afterAll(() => rm(root, { recursive: true }));

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const WAITS = { removalMs: 1000, waitMs: 300, lookMs: 5 };

/** The same laws are asked of a real S3 service by the campaign `s3-files`. */
const subjects: Record<string, () => Promise<StoreSubject>> = {
  async disk() {
    const folder = join(root, 'disk');
    return { store: await createDiskFileStore(folder), everything: () => filesBelow(folder), stories: 60 };
  },
  async 'a bucket'() {
    const bucket = createMemoryBucket();
    const names = () => [...bucket.held.keys()].map((name) => name.split('/').at(-1)!);
    const store = await createS3FileStore(bucket, join(root, 'tmp'), WAITS);
    return { store, everything: async () => [...names(), ...(await filesBelow(join(root, 'tmp')))], stories: 60 };
  },
  async 'two stores'() {
    const [present, before] = [await createDiskFileStore(join(root, 'present')), await createDiskFileStore(join(root, 'before'))];
    return { store: createTwoFileStores(present, before), everything: () => filesBelow(join(root, 'present')), stories: 20 };
  },
};

describe.each(Object.entries(subjects))('file store: %s', (_, open) => {
  let subject: StoreSubject;
  beforeAll(async () => {
    subject = await open();
  });
  test.each(FILE_STORE_LAWS)('$says', ({ holds }) => holds(subject));
});

const BYTES = Buffer.from('wanted and unwanted at once');
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const put = (store: FileStore, bytes = BYTES) => store.put(Readable.from([bytes]), 1000);

// Every call of a removal is a moment in which another process may store the same bytes.
test.each([1, 2, 3, 4, 5])('file store in a bucket: bytes stored at step %i of a removal stay', async (step) => {
  const bucket = createMemoryBucket();
  const stores = [await createS3FileStore(bucket, join(root, 'a'), WAITS), await createS3FileStore(bucket, join(root, 'b'), WAITS)];
  await put(stores[0]!);
  bucket.held.get(`files/${SHA256.slice(0, 2)}/${SHA256}`)!.stored_at = 1000;
  let storing: Promise<unknown> | null = null;
  let steps = 0;
  bucket.between = async () => {
    steps += 1;
    if (steps === step) storing = put(stores[1]!);
    // The other goes on a little, or all the way.
    if (storing) await new Promise((resolve) => setTimeout(resolve, step % 2 ? 3 : 0));
  };
  await stores[0]!.remove(SHA256, Date.now() - 60_000);
  await storing;
  expect(storing).not.toBeNull();
  expect(await buffer(stores[0]!.open(SHA256))).toEqual(BYTES);
  expect([...bucket.held.keys()].filter((name) => name.startsWith('removing/'))).toEqual([]);
});

test('file store in a bucket: a removal whose process died does not stop anybody for long', async () => {
  const bucket = createMemoryBucket();
  const store = await createS3FileStore(bucket, join(root, 'a'), WAITS);
  await bucket.write(`removing/${SHA256}`, []);
  await put(store);
  expect(await store.size(SHA256)).toBe(BYTES.length);
});

test('move files: each is there all the time, a damaged one is told and stays, and a second run does the rest', async () => {
  const bucket = createMemoryBucket();
  const [before, present] = [await createDiskFileStore(join(root, 'from')), await createS3FileStore(bucket, join(root, 'a'), WAITS)];
  const kept = await before.putAll(Array.from({ length: 30 }, (_, n) => Buffer.from(`file ${n}`)));
  const damaged = kept[7]!.sha256;
  await writeFile(join(root, 'from', damaged.slice(0, 2), damaged), 'other bytes');
  const running = createTwoFileStores(present, before);
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      for (const { sha256, bytes } of kept) if (sha256 !== damaged) expect(await running.size(sha256)).toBe(bytes);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const stop = new AbortController();
  let told = 0;
  const half = moveFiles({ from: before, to: present, stop: stop.signal, tell: () => ++told === 5 && stop.abort() });
  expect(await half).toMatchObject({ isComplete: false });
  expect(await moveFiles({ from: before, to: present })).toMatchObject({ isComplete: true, problems: [expect.stringContaining(damaged)] });
  isDone = true;
  await watching;
  for (const { sha256, bytes } of kept) if (sha256 !== damaged) expect(await present.size(sha256)).toBe(bytes);
  expect((await filesBelow(join(root, 'from'))).filter((name) => name !== damaged)).toEqual([]);
  expect(await present.size(damaged)).toBeNull();
});

test('bucket address: a name and a folder, and nothing else', () => {
  expect(parseBucketAddress('s3://firm-files/dmse/')).toEqual({ bucket: 'firm-files', prefix: 'dmse/' });
  expect(parseBucketAddress('s3://firm-files')).toEqual({ bucket: 'firm-files', prefix: '' });
  for (const text of ['s3://', 's3://A_B', '/srv/files', 'https://s3/x', 's3://firm files']) expect(parseBucketAddress(text)).toBeNull();
});
