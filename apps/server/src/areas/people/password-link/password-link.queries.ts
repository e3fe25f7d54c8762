import type { Tx } from '../../../db/database.ts';

type NewLink = { token_hash: Buffer; user_id: number; purpose: 'invitation' | 'reset'; created_on: string; expires_on: string };

export async function insert(tx: Tx, row: NewLink): Promise<void> {
  await tx.insertInto('password_link').values(row).execute();
}

export async function countSince(tx: Tx, user: number, since: string): Promise<number> {
  const rows = await tx.selectFrom('password_link').select('id').where('user_id', '=', user).where('created_on', '>', since).execute();
  return rows.length;
}

/** A link that still works, and whose it is. */
export function findOpen(tx: Tx, token_hash: Buffer, now: string) {
  return tx
    .selectFrom('password_link')
    .innerJoin('app_user', 'app_user.id', 'password_link.user_id')
    .select(['password_link.id', 'user_id', 'purpose', 'username', 'full_name', 'email'])
    .where('token_hash', '=', token_hash)
    .where('used_on', 'is', null)
    .where('expires_on', '>', now)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Of two who send the same link at once, one is first. */
export async function use(tx: Tx, id: number, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('password_link')
    .set({ used_on: now })
    .where('id', '=', id)
    .where('used_on', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Whatever else was mailed to this person stops working. */
export async function closeOthers(tx: Tx, user: number, now: string): Promise<void> {
  await tx.updateTable('password_link').set({ used_on: now }).where('user_id', '=', user).where('used_on', 'is', null).execute();
}
