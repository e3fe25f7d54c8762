import type { Tx } from './database.ts';

/** Which life of the data this is: a restore from backup begins another, and versions and cursors of the one before mean nothing in it. */
export async function findEpoch(tx: Tx): Promise<string> {
  const { value } = await tx.selectFrom('meta').select('value').where('key', '=', 'dataset_epoch').executeTakeFirstOrThrow();
  return value;
}
