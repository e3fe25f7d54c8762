import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { statementName } from '../../db/pooled-client.ts';

export function findByHash(tx: Tx, hash: Buffer) {
  return (
    tx
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .modifyFront(statementName('session_by_hash'))
      .select([
        'session.id',
        'session.kind',
        'session.created_on',
        'session.last_seen_on',
        'app_user.id as user_id',
        'app_user.full_name',
        'app_user.granted',
      ])
      // Nearly every answer needs it, and this is asked on every request anyway.
      .select(sql<string | null>`(select value ->> 'time_zone' from setting where section = 'region')`.as('time_zone'))
      .where('session.token_hash', '=', hash)
      .where('app_user.is_active', '=', true)
      .executeTakeFirst()
  );
}

export async function touch(tx: Tx, id: number, now: string): Promise<void> {
  await tx.updateTable('session').set({ last_seen_on: now }).where('id', '=', id).execute();
}

export async function insert(
  tx: Tx,
  row: { token_hash: Buffer; user_id: number; kind: 'office' | 'field'; now: string; address: string; device: string },
): Promise<void> {
  const { now, ...rest } = row;
  await tx
    .insertInto('session')
    .values({ ...rest, created_on: now, last_seen_on: now })
    .execute();
}

export async function removeByHash(tx: Tx, hash: Buffer): Promise<void> {
  await tx.deleteFrom('session').where('token_hash', '=', hash).execute();
}

/** Ends a user's sessions, all but one if one is to stay. Answers how many ended. */
export async function removeOfUser(tx: Tx, user: number, except: number | null = null): Promise<number> {
  let query = tx.deleteFrom('session').where('user_id', '=', user);
  if (except !== null) query = query.where('id', '<>', except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

export async function removeOne(tx: Tx, user: number, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('session').where('user_id', '=', user).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export function listOfUser(tx: Tx, user: number) {
  return tx
    .selectFrom('session')
    .select(['id', 'kind', 'created_on', 'last_seen_on', 'address', 'device'])
    .where('user_id', '=', user)
    .orderBy('last_seen_on', 'desc')
    .execute();
}
