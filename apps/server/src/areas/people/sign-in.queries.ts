import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export function findAccount(tx: Tx, username: string) {
  return tx
    .selectFrom('app_user')
    .select(['id', 'full_name', 'password_hash', 'is_active'])
    .where((eb) => eb.or([eb('username', '=', username), eb(sql`lower(email)`, '=', username)]))
    .executeTakeFirst();
}

/** Failures of this account from this address in the last 15 minutes, and of this address in the last hour. */
export async function countFailures(tx: Tx, account: string, address: string, now: string) {
  const { rows } = await sql<{ account: number; address: number }>`
    select
      (select count(*) from sign_in_attempt a where a.account = ${account} and a.address = ${address} and not a.succeeded
        and a.at > ${now}::timestamptz - interval '15 minutes'
        and a.at > coalesce((select max(s.at) from sign_in_attempt s where s.account = ${account} and s.address = ${address} and s.succeeded), '-infinity')) as account,
      (select count(*) from sign_in_attempt a where a.address = ${address} and not a.succeeded
        and a.at > ${now}::timestamptz - interval '1 hour') as address`.execute(tx);
  return rows[0]!;
}

export async function recordAttempt(tx: Tx, account: string, address: string, at: string, succeeded: boolean): Promise<void> {
  await tx.insertInto('sign_in_attempt').values({ account, address, at, succeeded }).execute();
}

export async function recordSignIn(tx: Tx, user: number, now: string): Promise<void> {
  await tx.updateTable('app_user').set({ last_sign_in: now }).where('id', '=', user).execute();
}

export async function storePassword(tx: Tx, user: number, password_hash: string): Promise<void> {
  await tx.updateTable('app_user').set({ password_hash }).where('id', '=', user).execute();
}
