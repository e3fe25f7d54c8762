import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { chunksOf, prepareInsert } from '../../../db/insert-rows.ts';
import { matchesWords } from '../../../db/paging.ts';

export type PlaceKind = 'address' | 'parcel';
export type Found = { label: string; lon: number; lat: number; source: string };

const MOST = 20;

/** Places the firm has worked at. A parcel is known by its number, an address by its words. */
export async function findLocated(tx: Tx, kind: PlaceKind, query: string, withQuotes: boolean): Promise<Found[]> {
  const words = matchesWords(sql`l.search`, query);
  if (!words) return [];
  const own = kind === 'address' ? sql`l.address` : sql`l.pid`;
  const inOwn = matchesWords(sql`norm(${own})`, query)!;
  const place = sql`${own} as label, (l.min_lon + l.max_lon) / 2 as lon, (l.min_lat + l.max_lat) / 2 as lat`;
  const isFound = sql`l.min_lat is not null and ${words} and ${inOwn}`;
  const quotes = sql`union all select ${place}, q.num as source from location l join quote q on q.location = l.id where not q.is_promoted and ${isFound}`;
  const { rows } = await sql<Found>`
    select distinct on (label, lon, lat) label, lon, lat, source from (
      select ${place}, j.num as source from location l join job j on j.location = l.id where ${isFound}
      ${withQuotes ? quotes : sql``}
    ) found order by label, lon, lat, source desc limit ${MOST}`.execute(tx);
  return rows;
}

/** Imported addresses and parcels; the shortest label is the nearest to what was typed. */
export async function findKnown(tx: Tx, kind: PlaceKind, query: string): Promise<Found[]> {
  const words = matchesWords(sql`known_place.search`, query);
  if (!words) return [];
  return tx
    .selectFrom('known_place')
    .select(['label', 'lon', 'lat', 'source'])
    .where('kind', '=', kind)
    .where(words)
    .orderBy(sql`length(label)`)
    .orderBy('label')
    .orderBy('id')
    .limit(MOST)
    .execute();
}

export function listFiles(tx: Tx) {
  return tx
    .selectFrom('known_place')
    .select(['source', 'kind', sql<number>`count(*)`.as('places')])
    .groupBy(['source', 'kind'])
    .orderBy('source')
    .orderBy('kind')
    .execute();
}

export type KnownPlace = { kind: PlaceKind; label: string; lon: number; lat: number; source: string };

/** What a source held before goes, what it holds now comes. Two imports of one source take turns. */
export async function replaceFile(tx: Tx, kind: PlaceKind, source: string, places: readonly KnownPlace[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('known_place'), hashtext(${`${kind} ${source}`}))`.execute(tx);
  await tx.deleteFrom('known_place').where('kind', '=', kind).where('source', '=', source).execute();
  const insert = await prepareInsert(tx, 'known_place', ['kind', 'label', 'lon', 'lat', 'source']);
  for (const chunk of chunksOf(places, 5000)) await insert(chunk).execute(tx);
}
