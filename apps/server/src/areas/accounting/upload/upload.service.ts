import type { Upload, listUploads as Wire } from '@dmse/contract/accounting/upload';
import type { RequestQuery } from '@dmse/contract/endpoint';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal } from '../../../call/refusal.ts';
import { recordHistory } from '../../../records/history.ts';
import { askAgain } from './attach.queries.ts';
import * as documents from './document.queries.ts';
import { queueUpload } from './plan.service.ts';

export const listUploads = ({ tx }: Context, query: RequestQuery<typeof Wire>) => documents.list(tx, query);

/** What the accounting system has of an invoice; null while nothing was to be sent. */
export const findUploadMark = ({ tx }: Pick<Context, 'tx'>, invoice: number) => documents.findMark(tx, invoice);
export const isMoneyThere = ({ tx }: Pick<Context, 'tx'>, payments: readonly number[]) => documents.isMoneyThere(tx, payments);

/** What was refused is sent again, as it is now; the document, or the PDF beside it. */
export async function retryUpload(context: Context, id: number): Promise<Upload> {
  const { tx, now, adapters } = context;
  const [upload] = (await documents.list(tx, { id })).results;
  if (!upload) throw notFound();
  const { document } = await documents.findUpload(tx, id);
  const waiting = await documents.findWaiting(tx, document);
  if (waiting) {
    await documents.updateUpload(tx, waiting.id, { next_on: now });
  } else if (upload.state === 'done' && (await askAgain(tx, document))) {
    await adapters.queue.send(tx, 'accounting', {});
    return upload;
  } else {
    if (upload.state !== 'failed') throw new Refusal('WRONG_STATE', 'Only what was refused is sent again.');
    await queueUpload(tx, document, now);
  }
  const queued = await documents.findWaiting(tx, document);
  if (!queued) throw new Refusal('WRONG_STATE', 'There is nothing to send any more.');
  await adapters.queue.send(tx, 'accounting', {});
  await recordHistory(context, {
    noun: 'upload',
    record_id: queued.id,
    record_name: upload.number,
    version: null,
    action: 'sent again',
    changes: [],
  });
  return (await documents.list(tx, { id: queued.id })).results[0]!;
}
