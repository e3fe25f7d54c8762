import { createHash } from 'node:crypto';

/**
 * Ids of processed shots are not stored: each is made of its attempt and its name, so that the same files give the same ids, and an id
 * alone says which attempt it is of. A UUID of version 8: 48 bits of the attempt, then a hash of the name.
 */
export function makeShotId(attempt: number, name: string): string {
  const bytes = Buffer.alloc(16);
  createHash('sha256').update(name.trim().toUpperCase()).digest().copy(bytes, 6, 0, 10);
  bytes.writeUIntBE(attempt, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The attempt a shot is of; null for an id that was not made here. */
export function attemptOfShot(id: string): number | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id)) return null;
  const attempt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return attempt > 0 ? attempt : null;
}
