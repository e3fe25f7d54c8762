import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';

function select(tx: Tx) {
  return tx
    .selectFrom('base_map')
    .leftJoin('file', 'file.id', 'base_map.file')
    .selectAll('base_map')
    .select([
      'file.sha256',
      'file.bytes as stored_bytes',
      personRef('base_map.created_by').as('created_by'),
      personRef('base_map.updated_by').as('updated_by'),
    ]);
}

export const list = (tx: Tx) => select(tx).orderBy('base_map.position').orderBy(sql`norm(base_map.name)`).orderBy('base_map.id').execute();

export const find = (tx: Tx, id: number) => select(tx).where('base_map.id', '=', id).executeTakeFirst();
export type BaseMapRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function findDefault(tx: Tx, except: number): Promise<number | null> {
  const row = await tx.selectFrom('base_map').select('id').where('is_default', '=', true).where('id', '<>', except).executeTakeFirst();
  return row?.id ?? null;
}

export const hasName = async (tx: Tx, name: string, except: number): Promise<boolean> =>
  (await tx
    .selectFrom('base_map')
    .select('id')
    .where(sql`norm(name)`, '=', sql`norm(${name})`)
    .where('id', '<>', except)
    .executeTakeFirst()) !== undefined;

/** What pages may fetch from. */
export async function listHosts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct host from base_map, unnest(hosts) host where kind in ('style', 'raster', 'wmts') order by host limit 100`.execute(tx);
  return rows.map(({ host }) => host);
}

export async function insertPart(tx: Tx, part: { base_map: number; start_at: number; bytes: number; sha256: string }): Promise<void> {
  await tx.insertInto('base_map_part').values(part).execute();
}

export const listParts = (tx: Tx, id: number) =>
  tx.selectFrom('base_map_part').select(['start_at', 'bytes', 'sha256']).where('base_map', '=', id).orderBy('start_at').execute();

export async function removeParts(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('base_map_part').where('base_map', '=', id).execute();
}

type Work = {
  state?: string;
  problem?: string;
  checked_on?: string;
  hosts?: string[];
  tiles?: string | null;
  file?: number | null;
  upload_name?: string;
  upload_length?: number;
  received?: number;
  attribution?: string;
};
/** What the server itself finds out about a base map; no person changed it. */
export async function note(tx: Tx, id: number, values: Work): Promise<void> {
  await tx
    .updateTable('base_map')
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}
