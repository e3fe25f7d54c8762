import type { Tx } from '../../../db/database.ts';

const COLUMNS = ['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports', 'name', 'created_on', 'last_used_on'] as const;

export type PasskeyRow = Awaited<ReturnType<typeof listOfUser>>[number];

export function listOfUser(tx: Tx, user: number) {
  return tx.selectFrom('passkey').select(COLUMNS).where('user_id', '=', user).orderBy('id').execute();
}

/** Only of somebody who may sign in. */
export function findByCredential(tx: Tx, credential: string) {
  return tx
    .selectFrom('passkey')
    .select(COLUMNS)
    .where('credential_id', '=', credential)
    .where('user_id', 'in', tx.selectFrom('app_user').select('id').where('is_active', '=', true))
    .forUpdate()
    .executeTakeFirst();
}

type NewPasskey = Pick<PasskeyRow, 'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name' | 'created_on'>;

export function insert(tx: Tx, row: NewPasskey) {
  return tx.insertInto('passkey').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function noteUse(tx: Tx, id: number, counter: number, now: string): Promise<void> {
  await tx.updateTable('passkey').set({ counter, last_used_on: now }).where('id', '=', id).execute();
}

export function removeOne(tx: Tx, user: number, id: number) {
  return tx.deleteFrom('passkey').where('user_id', '=', user).where('id', '=', id).returning('name').executeTakeFirst();
}

export async function removeOfUser(tx: Tx, user: number): Promise<void> {
  await tx.deleteFrom('passkey').where('user_id', '=', user).execute();
}
