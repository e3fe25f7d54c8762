import type { Failures } from '@dmse/domain/access/throttle';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** Whose password is tried, and from where: an address, or a session that is open already. */
export type Tried = { account: string; from: string };

export function findAccount(tx: Tx, username: string) {
  return tx
    .selectFrom('app_user')
    .select(['id', 'username', 'full_name', 'email', 'password_hash', 'is_active'])
    .where((eb) => eb.or([eb('username', '=', username), eb(sql`lower(email)`, '=', username)]))
    .executeTakeFirst();
}

export function findPerson(tx: Tx, id: number) {
  return tx.selectFrom('app_user').select(['username', 'granted', 'is_active']).where('id', '=', id).executeTakeFirstOrThrow();
}

const lockOf = (from: string) => sql`hashtextextended(${`sign-in ${from}`}, 0)`;

/** Whoever counts from here waits for whoever is counting: of many guesses at once none is missed. Held until the transaction ends. */
export async function waitForTurn(tx: Tx, from: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(from)})`.execute(tx);
}

/** The same for work that holds its turn for long: no turn instead of a wait. */
export async function takeTurn(tx: Tx, from: string): Promise<boolean> {
  const { rows } = await sql<{ has_turn: boolean }>`select pg_try_advisory_xact_lock(${lockOf(from)}) as has_turn`.execute(tx);
  return rows[0]!.has_turn;
}

/**
 * Failures of this account from here in the last 15 minutes, those from here in the last hour, and when the oldest of each were. What is
 * dated after now was written before the clock was set back: counted, it would shut everybody out for as long as the clock went back. A
 * minute is allowed for processes whose clocks differ. What came after the last right password is told by the order of writing.
 */
export async function countFailures(tx: Tx, { account, from }: Tried, now: string): Promise<Failures> {
  const until = sql`${now}::timestamptz + interval '1 minute'`;
  const { rows } = await sql<Failures>`
    select a.*, b.* from
      (select count(*) as account, min(at) as account_since from sign_in_attempt where account = ${account} and address = ${from}
        and not succeeded and at > ${now}::timestamptz - interval '15 minutes' and at < ${until}
        and id > coalesce((select max(s.id) from sign_in_attempt s where s.account = ${account} and s.address = ${from} and s.succeeded), 0)) a,
      (select count(*) as address, min(at) as address_since from sign_in_attempt where address = ${from}
        and not succeeded and at > ${now}::timestamptz - interval '1 hour' and at < ${until}) b`.execute(tx);
  return rows[0]!;
}

/** Answers the attempt's id, by which it can be taken back. */
export async function recordAttempt(tx: Tx, { account, from }: Tried, at: string, succeeded: boolean): Promise<number> {
  const { id } = await tx
    .insertInto('sign_in_attempt')
    .values({ account, address: from, at, succeeded })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function takeBackAttempt(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('id', '=', id).execute();
}

export async function recordSignIn(tx: Tx, user: number, now: string): Promise<void> {
  await tx.updateTable('app_user').set({ last_sign_in: now }).where('id', '=', user).execute();
}

export async function storePassword(tx: Tx, user: number, password_hash: string): Promise<void> {
  await tx.updateTable('app_user').set({ password_hash }).where('id', '=', user).execute();
}
