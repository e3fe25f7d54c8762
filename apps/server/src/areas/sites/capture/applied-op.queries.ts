import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { DB } from '../../../db/rows.generated.ts';

export async function find(tx: Tx, op: string): Promise<unknown> {
  const row = await tx.selectFrom('applied_op').select('response').where('op_id', '=', op).executeTakeFirst();
  return row?.response ?? null;
}

export async function latestRev(tx: Tx, item: string, device: string): Promise<number> {
  const { rev } = await tx
    .selectFrom('applied_op')
    .select((eb) => eb.fn.max('rev').as('rev'))
    .where('item', '=', item)
    .where('device_id', '=', device)
    .executeTakeFirstOrThrow();
  return rev ?? 0;
}

export async function insert(tx: Tx, row: Insertable<DB['applied_op']>): Promise<void> {
  await tx.insertInto('applied_op').values(row).execute();
}

/** Somebody who is not known is nobody: a push is not refused for the name it brings. */
export async function findPerson(tx: Tx, id: number): Promise<number | null> {
  const row = await tx.selectFrom('app_user').select('id').where('id', '=', id).executeTakeFirst();
  return row?.id ?? null;
}

export async function removeBefore(tx: Tx, instant: string): Promise<number> {
  const result = await tx.deleteFrom('applied_op').where('at', '<', instant).executeTakeFirst();
  return Number(result.numDeletedRows);
}
