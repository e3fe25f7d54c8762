import type { Tx } from '../../../db/database.ts';

/** The accounts of other systems that sign this person in. */
export function listOfUser(tx: Tx, user: number) {
  return tx
    .selectFrom('identity')
    .innerJoin('identity_provider', 'identity_provider.id', 'identity.identity_provider')
    .select(['identity.id', 'identity_provider.name as provider', 'identity.subject', 'identity.created_on'])
    .where('user_id', '=', user)
    .orderBy('identity.id')
    .execute();
}
