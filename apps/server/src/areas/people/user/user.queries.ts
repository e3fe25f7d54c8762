import type { OrderOf } from '@dmse/contract/common/paging';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listUsers } from '@dmse/contract/people/user';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, orderBy, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

const supervised = sql<
  number[]
>`coalesce((select array_agg(s.employee order by s.employee) from supervision s where s.supervisor = app_user.id), '{}')`;
const openSessions = sql<number>`(select count(*) from session s where s.user_id = app_user.id)`;
const hasAuthenticator = sql<boolean>`exists (select 1 from totp t where t.user_id = app_user.id)`;
const passkeys = sql<number>`(select count(*) from passkey p where p.user_id = app_user.id)`;

function base(tx: Tx) {
  return tx
    .selectFrom('app_user')
    .select([
      'id',
      'username',
      'email',
      'full_name',
      'initials',
      'phone',
      'is_active',
      'is_project_manager',
      'granted',
      'preferences',
      'job_role',
      'weekly_minutes',
      'start_date',
      'end_date',
      'profile_picture',
      'last_sign_in',
      'version',
      'created_on',
      'updated_on',
      personRef('app_user.created_by').as('created_by'),
      personRef('app_user.updated_by').as('updated_by'),
      supervised.as('employees_supervised'),
      openSessions.as('open_sessions'),
      hasAuthenticator.as('has_authenticator'),
      passkeys.as('passkeys'),
    ]);
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export function find(tx: Tx, id: number) {
  return base(tx).where('id', '=', id).executeTakeFirst();
}

export function findPassword(tx: Tx, id: number) {
  return tx
    .selectFrom('app_user')
    .select(['password_hash', 'username', 'full_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

type Filter = RequestQuery<typeof listUsers>;

const COLUMNS = { full_name: sql`norm(full_name)`, username: sql`username`, last_sign_in: sql`last_sign_in` };

export function list(tx: Tx, { query, is_active, group, ordering, ...page }: Filter) {
  let users = base(tx);
  const words = query ? matchesWords(sql`app_user.search`, query) : null;
  if (words) users = users.where(words);
  if (is_active !== undefined) users = users.where('is_active', '=', is_active);
  if (group && group.length > 0) users = users.where(sql<boolean>`granted && ${group}::text[]`);
  return pageOf(users, page, orderBy<OrderOf<typeof listUsers>>(ordering, COLUMNS, 'full_name', sql`app_user.id`));
}

/** Makes the list of people somebody supervises what it should be. */
export async function setSupervised(tx: Tx, supervisor: number, employees: readonly number[]): Promise<void> {
  await tx.deleteFrom('supervision').where('supervisor', '=', supervisor).execute();
  if (employees.length === 0) return;
  await tx
    .insertInto('supervision')
    .values([...new Set(employees)].map((employee) => ({ supervisor, employee })))
    .execute();
}

export async function countActiveHolders(tx: Tx, role: string): Promise<number> {
  const row = await tx
    .selectFrom('app_user')
    .select(sql<number>`count(*)`.as('count'))
    .where('is_active', '=', true)
    .where(sql<boolean>`${role} = any(granted)`)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function listNames(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom('app_user')
    .select(['id', 'full_name'])
    .where('id', 'in', [...ids])
    .execute();
}
