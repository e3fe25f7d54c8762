import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { prepareInsert } from '../../../db/insert-rows.ts';
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

/** Every source with what it holds and how its last import went. */
export async function listFiles(tx: Tx) {
  // The imports first: of one that ends meanwhile it is then not said that it is ready, beside the count of before.
  const imports = await selectImports(tx).distinctOn(['source', 'kind']).orderBy('source').orderBy('kind').orderBy('id', 'desc').execute();
  const held = await tx
    .selectFrom('known_place')
    .select(['source', 'kind', sql<number>`count(*)`.as('places')])
    .groupBy(['source', 'kind'])
    .execute();
  return { held, imports };
}

const selectImports = (tx: Tx) =>
  tx.selectFrom('known_place_import').select(['id', 'source', 'kind', 'state', 'done', 'problem', 'problems']);

/** Null while an import of this source is under way. */
export async function beginImport(
  tx: Tx,
  values: { source: string; kind: PlaceKind; file: number; created_on: string; created_by: number },
): Promise<number | null> {
  const row = await tx
    .insertInto('known_place_import')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export const getImport = (tx: Tx, id: number) => selectImports(tx).where('id', '=', id).executeTakeFirstOrThrow();

/** What the queue needs to know; nothing once it has ended. */
export const openImport = (tx: Tx, id: number) =>
  tx
    .selectFrom('known_place_import as i')
    .innerJoin('file', 'file.id', 'i.file')
    .leftJoin('app_user as u', 'u.id', 'i.created_by')
    .select(['i.source', 'i.kind', 'i.created_by', 'file.sha256', 'file.bytes', 'u.full_name'])
    .where('i.id', '=', id)
    .where('i.state', 'in', ['waiting', 'reading'])
    .executeTakeFirst();

export async function noteImport(
  tx: Tx,
  id: number,
  values: { state?: string; done?: number; problem?: string; problems?: string[]; ended_on?: string },
): Promise<void> {
  await tx.updateTable('known_place_import').set(values).where('id', '=', id).execute();
}

const COLUMNS = ['kind', 'label', 'lon', 'lat', 'source', 'geometry', 'min_lon', 'min_lat', 'max_lon', 'max_lat'] as const;

/** What a source held before goes; answers how what it holds now comes, some at a time. Two imports of one source take turns. */
export async function replaceFile(tx: Tx, kind: PlaceKind, source: string): Promise<(places: readonly object[]) => Promise<void>> {
  await sql`select pg_advisory_xact_lock(hashtext('known_place'), hashtext(${`${kind} ${source}`}))`.execute(tx);
  await tx.deleteFrom('known_place').where('kind', '=', kind).where('source', '=', source).execute();
  const insert = await prepareInsert(tx, 'known_place', COLUMNS);
  return async (places) => {
    if (places.length > 0) await insert(places.map((place) => ({ ...place, kind, source }))).execute(tx);
  };
}

export async function isImporting(tx: Tx, kind: PlaceKind, source: string): Promise<boolean> {
  const rows = tx.selectFrom('known_place_import').select('id').where('kind', '=', kind).where('source', '=', source);
  return (await rows.where('state', 'in', ['waiting', 'reading']).executeTakeFirst()) !== undefined;
}

/** How many places went; null where there is no such source. Takes turns with imports of it. */
export async function removeSource(tx: Tx, kind: PlaceKind, source: string): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(hashtext('known_place'), hashtext(${`${kind} ${source}`}))`.execute(tx);
  const { numDeletedRows } = await tx
    .deleteFrom('known_place')
    .where('kind', '=', kind)
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
  const imports = await tx.deleteFrom('known_place_import').where('kind', '=', kind).where('source', '=', source).executeTakeFirstOrThrow();
  return numDeletedRows + imports.numDeletedRows > 0n ? Number(numDeletedRows) : null;
}
