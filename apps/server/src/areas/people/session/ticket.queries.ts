import type { Tx } from '../../../db/database.ts';

export async function insert(tx: Tx, ticket: string, expires_on: string): Promise<boolean> {
  const result = await tx
    .insertInto('spent_ticket')
    .values({ ticket, expires_on })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
