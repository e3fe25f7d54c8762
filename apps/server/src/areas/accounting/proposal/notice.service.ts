import type { ChangedDocument } from '@dmse/domain/accounting-link/webhook';
import type { Queue } from '../../../adapters/queue.ts';
import type { Database } from '../../../db/database.ts';
import { readLink } from '../link/link.service.ts';
import * as proposals from './proposal.queries.ts';

type Parts = { db: Database; adapters: { queue: Queue }; now: () => string };

/** Writes down what is to be fetched, if it is of our organisation. */
export async function takeNotice({ db, adapters, now }: Parts, changedOf: (tenant: string) => ChangedDocument[]): Promise<void> {
  await db.write(async (tx) => {
    const { tenant, state } = await readLink(tx);
    const changed = state === 'connected' ? changedOf(tenant) : [];
    if (changed.length === 0) return;
    await proposals.addEvents(tx, changed, now());
    await adapters.queue.send(tx, 'accounting', {});
  });
}
