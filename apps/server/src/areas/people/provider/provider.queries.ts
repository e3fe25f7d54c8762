import type { RequestQuery } from '@dmse/contract/endpoint';
import type { listIdentityProviders } from '@dmse/contract/people/provider';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, pageOf } from '../../../db/paging.ts';
import { personRef } from '../../../db/person-ref.ts';

function base(tx: Tx) {
  return tx
    .selectFrom('identity_provider')
    .selectAll()
    .select([personRef('identity_provider.created_by').as('created_by'), personRef('identity_provider.updated_by').as('updated_by')]);
}

export type ProviderRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export function find(tx: Tx, id: number) {
  return base(tx).where('id', '=', id).executeTakeFirst();
}

export function findByName(tx: Tx, name: string) {
  return base(tx).where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst();
}

export function page(tx: Tx, { query, is_active, ...paging }: RequestQuery<typeof listIdentityProviders>) {
  const words = query ? matchesWords(sql`norm(identity_provider.name)`, query) : null;
  let rows = words ? base(tx).where(words) : base(tx);
  if (is_active !== undefined) rows = rows.where('is_active', '=', is_active);
  return pageOf(rows, paging, [sql`lower(identity_provider.name)`, sql`identity_provider.id`]);
}

/** Somebody active by a verified address. */
export function findByAddress(tx: Tx, email: string) {
  return tx.selectFrom('app_user').select(['id', 'is_active']).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();
}

export async function isUsernameTaken(tx: Tx, username: string): Promise<boolean> {
  return (await tx.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirst()) !== undefined;
}
