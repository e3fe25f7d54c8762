import type { Tx } from '../../../db/database.ts';

export function findTotp(tx: Tx, user: number) {
  return tx.selectFrom('totp').select(['secret', 'last_step', 'created_on']).where('user_id', '=', user).executeTakeFirst();
}

export async function storeTotp(tx: Tx, row: { user_id: number; secret: string; last_step: number; created_on: string }): Promise<void> {
  const { user_id: _, ...rest } = row;
  await tx
    .insertInto('totp')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute();
}

/** Of two who show the same code at once, one is right. */
export async function useStep(tx: Tx, user: number, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', user)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function removeTotp(tx: Tx, user: number): Promise<boolean> {
  return (await tx.deleteFrom('totp').where('user_id', '=', user).executeTakeFirst()).numDeletedRows === 1n;
}

export async function replaceRecoveryCodes(tx: Tx, user: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: user, code_hash })))
    .execute();
}

export async function useRecoveryCode(tx: Tx, user: number, code_hash: Buffer, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_code')
    .set({ used_on: now })
    .where('user_id', '=', user)
    .where('code_hash', '=', code_hash)
    .where('used_on', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function countRecoveryCodes(tx: Tx, user: number): Promise<number> {
  const rows = await tx.selectFrom('recovery_code').select('user_id').where('user_id', '=', user).where('used_on', 'is', null).execute();
  return rows.length;
}
