import type { Tx } from '../../../db/database.ts';

function base(tx: Tx) {
  return tx
    .selectFrom('identity')
    .innerJoin('identity_provider', 'identity_provider.id', 'identity.identity_provider')
    .select(['identity.id', 'identity_provider.name as provider', 'identity.subject', 'identity.created_on']);
}

/** The accounts of other systems that sign this person in. */
export function listOfUser(tx: Tx, user: number) {
  return base(tx).where('user_id', '=', user).orderBy('identity.id').execute();
}

export function findOwner(tx: Tx, provider: number, subject: string) {
  return tx
    .selectFrom('identity')
    .innerJoin('app_user', 'app_user.id', 'identity.user_id')
    .select(['app_user.id', 'app_user.is_active'])
    .where('identity_provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

type NewIdentity = { identity_provider: number; subject: string; user_id: number; created_on: string; created_by: number | null };

export async function insert(tx: Tx, row: NewIdentity) {
  const { id } = await tx.insertInto('identity').values(row).returning('id').executeTakeFirstOrThrow();
  return base(tx).where('identity.id', '=', id).executeTakeFirstOrThrow();
}

export function remove(tx: Tx, user: number, id: number) {
  return tx.deleteFrom('identity').where('user_id', '=', user).where('id', '=', id).returning('subject').executeTakeFirst();
}
