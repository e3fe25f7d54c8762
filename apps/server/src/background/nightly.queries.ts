import type { Tx } from '../db/database.ts';

export function listSessions(tx: Tx) {
  return tx.selectFrom('session').select(['id', 'kind', 'created_on', 'last_seen_on']).execute();
}

export async function removeSessions(tx: Tx, ids: number[]): Promise<void> {
  await tx.deleteFrom('session').where('id', 'in', ids).execute();
}

export async function removeSignInAttempts(tx: Tx, before: string): Promise<number> {
  const result = await tx.deleteFrom('sign_in_attempt').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
