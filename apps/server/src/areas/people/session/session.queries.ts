import { CompiledQuery } from 'kysely';
import type { Tx } from '../../../db/database.ts';

type FoundSession = {
  id: number;
  kind: string;
  created_on: string;
  last_seen_on: string;
  user_id: number;
  full_name: string;
  granted: string[];
  time_zone: string | null;
};

/** Asked on every request, so the text stands ready. The firm's time zone comes along, as nearly every answer needs it. */
const BY_HASH = `select /* session_by_hash */ session.id, session.kind, session.created_on, session.last_seen_on,
    app_user.id as user_id, app_user.full_name, app_user.granted,
    (select value ->> 'time_zone' from setting where section = 'region') as time_zone
  from session join app_user on app_user.id = session.user_id
  where session.token_hash = $1 and app_user.is_active`;

export async function findByHash(tx: Tx, hash: Buffer): Promise<FoundSession | undefined> {
  return (await tx.executeQuery<FoundSession>(CompiledQuery.raw(BY_HASH, [hash]))).rows[0];
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
