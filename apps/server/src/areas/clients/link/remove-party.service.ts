import type { Context } from '../../../call/context.ts';
import { refuseWhileReferred } from '../../../flows/references.ts';
import { lockRecord, type Noun, removeRecord } from '../../../records/record.ts';

type PartyNoun = Noun & { noun: 'client' | 'contact'; table: 'client' | 'contact' };

/**
 * Deletes a client or contact that nothing refers to. The records merged into it only led to it, so they go with it: an old link to one
 * of them then answers that there is nothing, as a link to any deleted record does. Each keeps its history.
 */
export async function removeParty(
  context: Context,
  noun: PartyNoun,
  id: number,
  listMerged: (tx: Context['tx'], id: number) => Promise<number[]>,
): Promise<void> {
  const row = await lockRecord(context, noun, id);
  await noun.refuse?.(context, row);
  const tombstones = (await listMerged(context.tx, id)).filter((one) => one !== id);
  await refuseWhileReferred(context.tx, noun.table, id, tombstones);
  for (const one of tombstones) await removeRecord(context, noun, await lockRecord(context, noun, one));
  await removeRecord(context, noun, row);
}
