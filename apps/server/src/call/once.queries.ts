import type { Insertable } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { DB } from '../db/rows.generated.ts';

/** True: the key was free and is taken now. Waits for whoever holds it in a transaction that has not ended yet. */
export async function take(tx: Tx, row: Insertable<DB['idempotency']>): Promise<boolean> {
  const taken = await tx
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

export function find(tx: Tx, user_id: number, key: string) {
  return tx
    .selectFrom('idempotency')
    .select(['route', 'body_hash', 'response'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function keep(tx: Tx, user_id: number, key: string, response: unknown): Promise<void> {
  const text = JSON.stringify(response);
  await tx.updateTable('idempotency').set({ response: text }).where('user_id', '=', user_id).where('key', '=', key).execute();
}

export async function removeBefore(tx: Tx, instant: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('idempotency').where('at', '<', instant).executeTakeFirst();
  return Number(numDeletedRows);
}
