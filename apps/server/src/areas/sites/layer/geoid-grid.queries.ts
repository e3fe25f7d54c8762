import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

function grids(tx: Tx) {
  return tx
    .selectFrom('geoid_grid')
    .innerJoin('file', 'file.id', 'geoid_grid.file')
    .selectAll('geoid_grid')
    .select(['file.bytes', 'file.sha256', personRef('geoid_grid.created_by').as('created_by')]);
}

export function list(tx: Tx) {
  return grids(tx).orderBy(sql`norm(geoid_grid.name)`).orderBy('geoid_grid.id').limit(200).execute();
}

export type GridRow = Awaited<ReturnType<typeof list>>[number];

export function find(tx: Tx, id: number): Promise<GridRow | undefined> {
  return grids(tx).where('geoid_grid.id', '=', id).executeTakeFirst();
}

export async function insert(tx: Tx, values: Insertable<DB['geoid_grid']>): Promise<number> {
  return (await tx.insertInto('geoid_grid').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Held so that nobody takes it into force while it goes. */
export async function lock(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('geoid_grid').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined;
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('geoid_grid').where('id', '=', id).execute();
}
