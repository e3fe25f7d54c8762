import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

function layers(tx: Tx) {
  return tx
    .selectFrom('static_layer')
    .innerJoin('file as original', 'original.id', 'static_layer.file')
    .innerJoin('file as made', 'made.id', 'static_layer.shown')
    .selectAll('static_layer')
    .select(['original.name as file_name', 'made.mime_type', 'made.bytes', 'made.sha256'])
    .select(personRef('static_layer.created_by').as('created_by'));
}

export function list(tx: Tx, { field_run, ...page }: PageInput & { field_run?: string | undefined }) {
  const rows = field_run ? layers(tx).where('static_layer.field_run', '=', field_run) : layers(tx);
  return pageOf(rows as never, page, [sql`static_layer.id`]) as Promise<{ count: number; results: LayerRow[] }>;
}

export function find(tx: Tx, id: number) {
  return layers(tx).where('static_layer.id', '=', id).executeTakeFirst();
}

export type LayerRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function insert(tx: Tx, values: Insertable<DB['static_layer']>): Promise<number> {
  return (await tx.insertInto('static_layer').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** False when somebody else was quicker. */
export async function remove(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('static_layer').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The rectangle around the firm's control on its grid; null while it has none. */
export async function findControlExtent(tx: Tx) {
  const { rows } = await sql<{ west: number | null; south: number; east: number; north: number }>`
    select min(easting) as west, min(northing) as south, max(easting) as east, max(northing) as north from control_point`.execute(tx);
  const [extent] = rows;
  return extent && extent.west !== null ? { ...extent, west: extent.west } : null;
}
