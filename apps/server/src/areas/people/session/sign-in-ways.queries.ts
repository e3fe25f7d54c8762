import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export function listProviders(tx: Tx) {
  return tx.selectFrom('identity_provider').select(['id', 'name']).where('is_active', '=', true).orderBy('name').execute();
}

export async function hasPasskeys(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('passkey').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function countEmergencyAccounts(tx: Tx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [...ids])
    .where('is_active', '=', true)
    .where(sql<boolean>`'Users Admin' = any(granted)`)
    .execute();
  return rows.length;
}
