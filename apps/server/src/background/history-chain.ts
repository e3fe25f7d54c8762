import { createHash } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import * as chain from './history-chain.queries.ts';

const BATCH = 2000;
const BEGINNING = Buffer.alloc(32);

function hashOf(previous: Buffer, parts: readonly (string | null)[]): Buffer {
  return createHash('sha256').update(previous).update(JSON.stringify(parts)).digest();
}

export type SealOptions = {
  /** Also rows that came very late, however far back; the nightly pass looks for them. */
  everywhere?: boolean;
  /** Asked between two batches: what is left then is sealed next time. */
  mustStop?: () => boolean;
};

/**
 * Seals what has been written to the history since the last time: each hash covers the row and the hash before it, so that no row can be
 * changed, taken out or slipped in between without every later hash telling. Done afterwards and by one worker; inside the writing
 * transaction it would make all writers wait for each other.
 */
export async function sealHistory(db: Database, { everywhere = false, mustStop = () => false }: SealOptions = {}): Promise<number> {
  let sealed = 0;
  while (!mustStop()) {
    const count = await db.write((tx) => sealBatch(tx, everywhere));
    sealed += count;
    if (count < BATCH) break;
  }
  return sealed;
}

async function sealBatch(tx: Tx, everywhere: boolean): Promise<number> {
  if (!(await chain.takeTurn(tx))) return 0;
  let previous = (await chain.findLastHash(tx)) ?? BEGINNING;
  const links = (await chain.listUnsealed(tx, BATCH, everywhere)).map(({ history_id, parts }) => {
    previous = hashOf(previous, parts);
    return { history_id, hash: previous };
  });
  if (links.length === 0) return 0;
  await chain.append(tx, links);
  await chain.foldCounts(tx);
  return links.length;
}

type ChainReport = { checked: number; head: string | null; broken: { seq: number; history_id: number } | null };

/** Reckons every hash anew. Answers the first place where what is written is not what was sealed. */
export async function verifyChain(tx: Tx): Promise<ChainReport> {
  let previous: Buffer = BEGINNING;
  let checked = 0;
  let after = 0;
  for (;;) {
    const links = await chain.listLinks(tx, after, BATCH);
    for (const { seq, history_id, hash, is_there, parts } of links) {
      previous = hashOf(previous, parts);
      if (!is_there || !hash.equals(previous)) return { checked, head: null, broken: { seq, history_id } };
      checked += 1;
      after = seq;
    }
    if (links.length < BATCH) return { checked, head: checked > 0 ? previous.toString('hex') : null, broken: null };
  }
}
