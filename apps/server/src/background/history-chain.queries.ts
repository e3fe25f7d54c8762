import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** A history row as the chain sees it: every value as text, the same on every server and in every session. */
type HistoryText = { history_id: number; parts: (string | null)[] };
type ChainLink = HistoryText & { seq: number; hash: Buffer; is_there: boolean };

const PARTS = sql`array[
  h.id::text, h.noun, h.record_id, h.record_name, h.version::text, h.action, h.changes::text,
  to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), h.by::text, h.request_id]`;

/** How far back of the newest sealed row a late one is looked for each time; the nightly pass looks everywhere. */
const LATE_ROWS = 20_000;

const CHAIN_LOCK = 712_004_413;

/** One process at a time lays the chain. */
export async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${CHAIN_LOCK}::bigint) as taken`.execute(tx);
  return rows[0]!.taken;
}

export async function findLastHash(tx: Tx): Promise<Buffer | null> {
  const row = await tx.selectFrom('history_chain').select('hash').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.hash ?? null;
}

/**
 * Rows not sealed yet whose transaction, and every one before it, has ended: none can appear among them later. Ids are given out before
 * transactions end, so a row may come to light after a higher one was sealed; it is then sealed where the chain stands.
 */
export async function listUnsealed(tx: Tx, most: number, everywhere: boolean): Promise<HistoryText[]> {
  const near = everywhere ? sql`true` : sql`h.id > coalesce((select max(history_id) from history_chain), 0) - ${LATE_ROWS}::bigint`;
  const { rows } = await sql<HistoryText>`
    select h.id as history_id, ${PARTS} as parts from history h
    where ${near} and h.txid < pg_snapshot_xmin(pg_current_snapshot())
      and not exists (select from history_chain c where c.history_id = h.id)
    order by h.id limit ${most}`.execute(tx);
  return rows;
}

/** The sequence numbers follow the order of the list. */
export async function append(tx: Tx, links: { history_id: number; hash: Buffer }[]): Promise<void> {
  await sql`
    insert into history_chain (history_id, hash)
    select history_id, hash from unnest(${links.map((link) => link.history_id)}::bigint[], ${links.map((link) => link.hash)}::bytea[])
      with ordinality as link (history_id, hash, place) order by place`.execute(tx);
}

/** Puts the numbers of written rows together into one, which is quick to read. */
export async function foldCounts(tx: Tx): Promise<void> {
  await sql`
    with gone as (delete from history_count returning rows)
    insert into history_count select sum(rows) from gone having count(*) > 0`.execute(tx);
}

export async function listLinks(tx: Tx, afterSeq: number, most: number): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    select c.seq, c.history_id, c.hash, h.id is not null as is_there, ${PARTS} as parts
    from history_chain c left join history h on h.id = c.history_id
    where c.seq > ${afterSeq} order by c.seq limit ${most}`.execute(tx);
  return rows;
}
