import { createHash } from 'node:crypto';
import type { Endpoint } from '@dmse/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db/database.ts';
import type { Received } from './multipart.ts';
import * as keys from './once.queries.ts';
import { invalid, Refusal } from './refusal.ts';

/** A call that names itself by a key: however often it arrives, it takes effect once (INT-I15). */
export type Once = { user_id: number; key: string; route: string; body_hash: string; is_secret: boolean };

type Answered = { answer: unknown; headers: Record<string, string> };

/** Null where the call has no key; a file that is answered cannot be kept, and makes no second of anything. */
export function readOnce(request: FastifyRequest, endpoint: Endpoint, { fields, uploads }: Received, user_id: number): Once | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.declaration.response === 'file') return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key)) throw invalid({ 'idempotency-key': 'Use 8 to 128 plain characters.' });
  const is_secret = endpoint.declaration.secret === true;
  const content = is_secret ? '' : JSON.stringify([fields ?? null, uploads.map(({ field, sha256 }) => [field, sha256])]);
  const body_hash = createHash('sha256').update(content).digest('hex');
  return { user_id, key, route: `${request.method} ${request.url}`, body_hash, is_secret };
}

/**
 * Does the work under the key, or answers what was answered the first time. Runs in the transaction of the work itself: a key is taken
 * exactly when the work has landed, and a second arrival waits until it is known whether it has.
 */
export async function doOnce(tx: Tx, once: Once | null, now: string, work: () => Promise<Answered>): Promise<Answered> {
  if (!once) return work();
  const { user_id, key, route, body_hash, is_secret } = once;
  if (await keys.take(tx, { user_id, key, route, body_hash, at: now })) {
    const answered = await work();
    await keys.keep(tx, user_id, key, is_secret ? {} : answered);
    return answered;
  }
  const kept = await keys.find(tx, user_id, key);
  if (kept?.route !== route || kept.body_hash !== body_hash)
    throw new Refusal('KEY_REUSED', 'This key was used for another request. Load the page again and repeat what you did.');
  if (is_secret) throw new Refusal('CONFLICT', 'This was done already. What it answered is shown only once.');
  // An empty answer leaves no trace in JSON.
  const { answer, headers } = kept.response as { answer?: unknown; headers: Record<string, string> };
  return { answer, headers };
}
