import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { personRef } from '../../../db/person-ref.ts';
import type { DB } from '../../../db/rows.generated.ts';

/** The files of an attempt that were not taken out, in the order in which they came. */
export function list(tx: Tx, attempt: number) {
  return tx
    .selectFrom('processing_file')
    .innerJoin('file', 'file.id', 'processing_file.file')
    .selectAll('processing_file')
    .select(['file.sha256', 'file.bytes', personRef('processing_file.imported_by').as('imported_by')])
    .where('attempt', '=', attempt)
    .where('removed_on', 'is', null)
    .orderBy('processing_file.id')
    .execute();
}

export type FileRow = Awaited<ReturnType<typeof list>>[number];

export async function insert(tx: Tx, rows: readonly Insertable<DB['processing_file']>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('processing_file').values(rows).execute();
}

export async function remove(tx: Tx, ids: readonly number[], values: { removed_on: string; removed_by: number }): Promise<void> {
  if (ids.length > 0) await tx.updateTable('processing_file').set(values).where('id', 'in', ids).where('removed_on', 'is', null).execute();
}
