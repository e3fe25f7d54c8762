import type { Tx } from '../../../db/database.ts';
import { callAccounting, type LinkParts } from '../link/access.service.ts';
import * as documents from './document.queries.ts';
import { queueUpload } from './plan.service.ts';
import { type Known, WAYS } from './remote-documents.ts';

const WATCHED_MS = 3 * 24 * 3_600_000;

/** It was looked for in vain and given up, and then it came to be there after all: it is taken back. */
export async function keepLate(tx: Tx, id: number, { remote_id, remote_lines = [] }: Known, now: string): Promise<void> {
  const { upload_status, is_void } = (await documents.findDocument(tx, id))!;
  const isGivenUp = is_void && (upload_status === 'NOT_UPLOADED' || upload_status === 'UPLOAD_FAILED');
  if (!remote_id || !isGivenUp || (await documents.findWaiting(tx, id))) return;
  await documents.updateDocument(tx, id, { upload_status: 'UPLOADED', remote_id, remote_lines: JSON.stringify(remote_lines) });
  await queueUpload(tx, id, now);
}

/**
 * A call may have its effect after its sender was killed and somebody else has looked for it in vain: nobody hears of it. What was given up in
 * the last days is therefore looked for once more; of one invoice, or all.
 */
export async function takeBackLate(parts: LinkParts, tenant: string, invoice: number | null = null): Promise<void> {
  const { db, now } = parts;
  const since = new Date(Date.parse(now()) - WATCHED_MS).toISOString();
  const call = (asked: Parameters<typeof callAccounting>[2]) => callAccounting(parts, tenant, asked);
  for (const document of await db.read((tx) => documents.listGivenUp(tx, since, invoice))) {
    const place = await db.read((tx) => documents.findPlace(tx, document));
    const { found } = await WAYS[document.kind].find({ document, place, call }, 'create');
    const { remote_id = null } = found?.known ?? {};
    if (!found?.is_ours || found.is_void || remote_id === null) continue;
    await db.write(async (tx) => {
      // Credit on an invoice is found by its amount alone, and may be another that is wanted.
      if (!(await documents.isRemoteKnown(tx, remote_id))) await keepLate(tx, document.id, found.known, now());
    });
  }
}
