import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { FileStore } from '../adapters/files/file-store.ts';

/** A store, and the names of everything that lies in it, whole or begun. `stories`: how many random ones. */
export type StoreSubject = { store: FileStore; everything(): Promise<string[]>; stories: number };

type Law = { says: string; holds(subject: StoreSubject): Promise<void> };

const MB = 1024 * 1024;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const stream = (...pieces: Uint8Array[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
/** Laws share a store, so each speaks of bytes that no other has. */
const newBytes = (length = 50) => randomBytes(length);

/** What any place for files promises, whether it is a disk or a bucket. */
export const FILE_STORE_LAWS: readonly Law[] = [
  {
    says: 'what is put comes back whole, under its hash, in pieces of any size',
    holds: ({ store, stories }) =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 5000 }), { maxLength: 8 }), async (pieces) => {
          const whole = Buffer.concat(pieces);
          const stored = await store.put(stream(...pieces), MB);
          assert.deepEqual(stored, { sha256: hash(whole), bytes: whole.length });
          assert.ok((await buffer(store.open(stored.sha256))).equals(whole));
          assert.equal(await store.size(stored.sha256), whole.length);
        }),
        { seed: 11, numRuns: stories },
      ),
  },
  {
    says: 'a long one too, which goes in several pieces, and any range of it, both ends included',
    async holds({ store }) {
      const whole = newBytes(17 * MB + 17);
      const cuts = Array.from({ length: 18 }, (_, n) => whole.subarray(n * MB, (n + 1) * MB));
      const { sha256, bytes } = await store.put(stream(...cuts), 100 * MB);
      assert.deepEqual([sha256, bytes], [hash(whole), whole.length]);
      assert.equal(hash(await buffer(store.open(sha256))), sha256);
      for (const [start, end] of [
        [0, 0],
        [5, 9],
        [16 * MB - 3, 16 * MB + 3],
        [whole.length - 1, whole.length - 1],
      ] as const)
        assert.ok((await buffer(store.open(sha256, { start, end }))).equals(whole.subarray(start, end + 1)));
    },
  },
  {
    says: 'many at once, in their order, the same bytes stored once',
    async holds({ store, everything }) {
      const [one, two] = [newBytes(), newBytes()];
      const contents = [one, two, one, Buffer.alloc(0)];
      assert.deepEqual(
        await store.putAll(contents),
        contents.map((content) => ({ sha256: hash(content), bytes: content.length })),
      );
      assert.equal((await everything()).filter((name) => name === hash(one)).length, 1);
      assert.ok((await buffer(store.open(hash(two)))).equals(two));
    },
  },
  {
    says: 'the same bytes are kept once, also when they come twice at once',
    async holds({ store, everything }) {
      const bytes = newBytes(300_000);
      const both = await Promise.all([store.put(stream(bytes), MB), store.put(stream(bytes), MB)]);
      assert.deepEqual(both[0], both[1]);
      assert.deepEqual(
        (await everything()).filter((name) => name.includes(hash(bytes))),
        [hash(bytes)],
      );
    },
  },
  {
    says: 'what is not there has no size and cannot be read, and a name that is no hash is refused',
    async holds({ store }) {
      assert.equal(await store.size('0'.repeat(64)), null);
      await assert.rejects(buffer(store.open('0'.repeat(64))), { code: 'ENOENT' });
      for (const name of ['../../etc/passwd', '', 'A'.repeat(64), `${'0'.repeat(63)}/`])
        assert.throws(() => store.open(name), /Not a hash/);
    },
  },
  {
    says: 'who reads may stop in the middle, and the next one reads it whole',
    async holds({ store }) {
      const whole = newBytes(2 * MB);
      const { sha256 } = await store.put(stream(whole), 100 * MB);
      for (let n = 0; n < 6; n += 1) {
        const reading = store.open(sha256);
        for await (const piece of reading) if (piece.length > 0) break;
        reading.destroy();
      }
      assert.equal(hash(await buffer(store.open(sha256))), sha256);
    },
  },
  {
    says: 'SEC-S19 one byte over the limit is refused and leaves nothing; the limit itself is kept',
    async holds({ store, everything }) {
      const before = await everything();
      await assert.rejects(store.put(stream(newBytes(60), newBytes(41)), 100), { status: 413 });
      assert.deepEqual(await everything(), before);
      assert.equal((await store.put(stream(newBytes(60), newBytes(40)), 100)).bytes, 100);
    },
  },
  {
    says: 'SEC-S19 an upload that is cut off leaves nothing',
    async holds({ store, everything }) {
      const before = await everything();
      const upload = new PassThrough();
      const putting = store.put(upload, MB);
      upload.write(newBytes(1000));
      setTimeout(() => upload.destroy(), 20);
      await assert.rejects(putting, { status: 400 });
      assert.deepEqual(await everything(), before);
    },
  },
  {
    says: 'what was staged is not there before it is kept, and dropped leaves nothing; taken, it is read once',
    async holds({ store, everything }) {
      const before = await everything();
      const bytes = newBytes();
      const staged = await store.stage(stream(bytes), MB);
      assert.equal(await store.size(staged.sha256), null);
      await staged.drop();
      const taken = await store.stage(stream(bytes), MB);
      assert.ok((await buffer(taken.take())).equals(bytes));
      assert.deepEqual(await everything(), before);
    },
  },
  {
    says: 'the sweep removes what nobody stored since, and leaves what was stored again',
    async holds({ store }) {
      const { sha256 } = await store.put(stream(newBytes()), MB);
      assert.equal(await store.remove(sha256, Date.now() - 60_000), false);
      assert.notEqual(await store.size(sha256), null);
      assert.equal(await store.remove(sha256, Date.now() + 60_000), true);
      assert.equal(await store.size(sha256), null);
      assert.equal(await store.remove(sha256, Date.now() + 60_000), false);
    },
  },
  {
    says: 'everything kept is listed, with when',
    async holds({ store }) {
      const { sha256 } = await store.put(stream(newBytes()), MB);
      const listed = new Map<string, number>();
      for await (const entry of store.list()) listed.set(entry.sha256, entry.stored_at);
      assert.ok(Math.abs(listed.get(sha256)! - Date.now()) < 60_000);
      assert.ok((await store.space()).free > 0);
    },
  },
];
