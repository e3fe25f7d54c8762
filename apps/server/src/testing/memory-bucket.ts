import type { Bucket } from '../adapters/files/bucket.ts';

type Held = { bytes: Buffer; stored_at: number };

/** A bucket without a service: what is written is there at once, and `between` runs before every call. */
export function createMemoryBucket() {
  const held = new Map<string, Held>();
  const bucket: Bucket & { held: Map<string, Held>; between: () => Promise<void> } = {
    held,
    between: async () => {},
    check: async () => {},
    async head(name) {
      await bucket.between();
      const found = held.get(name);
      return found ? { bytes: found.bytes.length, stored_at: found.stored_at } : null;
    },
    async write(name, bytes) {
      await bucket.between();
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      held.set(name, { bytes: Buffer.concat(pieces), stored_at: Math.floor(Date.now() / 1000) * 1000 });
    },
    async *read(name, range) {
      const found = held.get(name);
      if (!found) throw Object.assign(new Error('not there'), { code: 'ENOENT' });
      yield range ? found.bytes.subarray(range.start, range.end + 1) : found.bytes;
    },
    async remove(name) {
      await bucket.between();
      held.delete(name);
    },
    async *list(below) {
      for (const [name, { bytes, stored_at }] of held) if (name.startsWith(below)) yield { name, bytes: bytes.length, stored_at };
    },
    abortUploads: async () => 0,
  };
  return bucket;
}
