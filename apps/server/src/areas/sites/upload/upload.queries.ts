import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { DB } from '../../../db/rows.generated.ts';

export function find(tx: Tx, id: string) {
  return tx.selectFrom('field_upload').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lock(tx: Tx, id: string) {
  return tx.selectFrom('field_upload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Two beginnings at once are one. */
export async function insert(tx: Tx, row: Insertable<DB['field_upload']>): Promise<void> {
  await tx
    .insertInto('field_upload')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function insertPart(tx: Tx, part: Insertable<DB['upload_part']>): Promise<void> {
  await tx.insertInto('upload_part').values(part).execute();
}

export function listParts(tx: Tx, upload: string) {
  return tx.selectFrom('upload_part').select(['start_at', 'bytes', 'sha256']).where('upload', '=', upload).orderBy('start_at').execute();
}

export async function removeParts(tx: Tx, upload: string): Promise<void> {
  await tx.deleteFrom('upload_part').where('upload', '=', upload).execute();
}

export async function update(tx: Tx, id: string, values: { received: number; file?: number | null; updated_on: string }): Promise<void> {
  await tx.updateTable('field_upload').set(values).where('id', '=', id).execute();
}

/** What nobody has gone on with since an instant. The pieces go with it; a finished file stays where a record refers to it. */
export async function removeBefore(tx: Tx, instant: string): Promise<number> {
  const result = await tx.deleteFrom('field_upload').where('updated_on', '<', instant).executeTakeFirst();
  return Number(result.numDeletedRows);
}
