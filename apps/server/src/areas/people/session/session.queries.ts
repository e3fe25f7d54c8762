import type { SignInPolicy } from '@dmse/domain/access/second-factor';
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
  policy: SignInPolicy;
  confirmed_on: string | null;
  has_second_factor: boolean;
  has_factor: boolean;
};

/** Asked on every request, so the text stands ready. The firm's time zone comes along, as nearly every answer needs it, and its rules of signing in. */
const BY_HASH = `select /* session_by_hash */ session.id, session.kind, session.created_on, session.last_seen_on,
    app_user.id as user_id, app_user.full_name, app_user.granted, session.confirmed_on, session.has_second_factor,
    (exists (select from totp where totp.user_id = app_user.id) or exists (select from passkey where passkey.user_id = app_user.id)) as has_factor,
    (select value from setting where section = 'sign_in') as policy,
    (select value ->> 'time_zone' from setting where section = 'region') as time_zone
  from session join app_user on app_user.id = session.user_id
  where session.token_hash = $1 and app_user.is_active`;

export function byHash(hash: Buffer): CompiledQuery<FoundSession> {
  return CompiledQuery.raw(BY_HASH, [hash]) as CompiledQuery<FoundSession>;
}

export async function touch(tx: Tx, id: number, now: string): Promise<void> {
  await tx.updateTable('session').set({ last_seen_on: now }).where('id', '=', id).execute();
}

export type NewSession = {
  user_id: number;
  kind: 'office' | 'field';
  now: string;
  address: string;
  device: string;
  has_second_factor?: boolean;
  /** The system that signed the person in, and its own name for that. */
  identity_provider?: number | null;
  provider_session?: string | null;
};

export async function insert(tx: Tx, { now, ...rest }: NewSession & { token_hash: Buffer }): Promise<void> {
  await tx
    .insertInto('session')
    .values({ ...rest, created_on: now, last_seen_on: now, confirmed_on: now })
    .execute();
}

/** The person has shown again who they are. */
export async function confirm(tx: Tx, id: number, now: string, bySecondFactor: boolean): Promise<void> {
  await tx
    .updateTable('session')
    .set({ confirmed_on: now, ...(bySecondFactor ? { has_second_factor: true } : {}) })
    .where('id', '=', id)
    .execute();
}

/** The system that has signed the person of this session in, if it is still in use. */
export function findProvider(tx: Tx, id: number) {
  return tx
    .selectFrom('session')
    .innerJoin('identity_provider', 'identity_provider.id', 'session.identity_provider')
    .select(['identity_provider.id', 'identity_provider.name'])
    .where('session.id', '=', id)
    .where('identity_provider.is_active', '=', true)
    .executeTakeFirst();
}

/** Another system has ended a sign-in of its own, or all those of a person. */
/**
 * A session the other system names is ended and the others of the person go on, as Back-Channel Logout 1.0 means it; but for those whose
 * names it never told us, which may be the one it means. Without a name all of the person end.
 */
export async function removeOfProvider(tx: Tx, provider: number, of: { session: string | null; user: number | null }): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('identity_provider', '=', provider)
    .where(({ eb, or, and }) =>
      or([
        eb('provider_session', '=', of.session),
        and([eb('user_id', '=', of.user), ...(of.session === null ? [] : [eb('provider_session', 'is', null)])]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
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
