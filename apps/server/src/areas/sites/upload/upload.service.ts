import { Readable } from 'node:stream';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import type { Context } from '../../../call/context.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import { storeUpload } from '../../files/file/file.service.ts';
import { refuseTooLarge } from '../image/image-bytes.ts';
import * as uploads from './upload.queries.ts';

type Answering = Context & { answer_headers: Record<string, string> };

function tellOffset({ answer_headers }: Answering, received: number): void {
  answer_headers['Upload-Offset'] = String(received);
}

/**
 * Begins, or goes on with, a file that comes in pieces (SYNC-C17). An upload whose pieces came to something else than promised begins
 * again from nothing: no way leads from wrong pieces to the right file.
 */
export async function beginUpload(
  context: Answering,
  id: string,
  { field_run = null, length, sha256 }: { field_run?: string | null | undefined; length: number; sha256: string },
): Promise<void> {
  const { tx, actor, now, adapters } = context;
  if (!id.endsWith(sha256)) throw invalid({ sha256: 'The id of an upload ends with the hash of its bytes.' });
  await refuseTooLarge(context, length);
  await uploads.insert(tx, { id, field_run, length, sha256, created_on: now, created_by: actor.id, updated_on: now });
  const row = (await uploads.lock(tx, id))!;
  if (row.length !== length) throw invalid({ length: `This upload was begun with ${row.length} bytes.` });
  if (await isSpoiled(adapters.files, row)) {
    await uploads.removeParts(tx, id);
    await uploads.update(tx, id, { received: 0, file: null, updated_on: now });
    return tellOffset(context, 0);
  }
  tellOffset(context, row.received);
}

/** Everything has arrived, and still there is no file: it was put together wrongly, or its bytes have been lost since. */
async function isSpoiled(store: FileStore, row: uploads.UploadRow): Promise<boolean> {
  if (row.received < row.length) return false;
  return row.file === null || (await store.size(row.sha256)) !== row.length;
}

export async function findUpload(context: Answering, id: string): Promise<void> {
  const row = await uploads.find(context.tx, id);
  if (!row || (await isSpoiled(context.adapters.files, row))) throw notFound();
  context.answer_headers['Upload-Length'] = String(row.length);
  tellOffset(context, row.received);
}

type PieceHeaders = { 'upload-offset': string; 'upload-checksum'?: string | undefined };

/** How much of a file is here with its next piece; refuses a piece from elsewhere in the file, a damaged one, and one beyond the end. */
export function receivedWith(row: { received: number; length: number }, headers: PieceHeaders, piece: ReceivedUpload): number {
  const offset = Number(headers['upload-offset']);
  if (offset !== row.received)
    throw new Refusal('WRONG_OFFSET', `The next piece begins at ${row.received}.`, {}, { 'Upload-Offset': String(row.received) });
  const checksum = headers['upload-checksum'];
  if (checksum !== undefined && checksum !== `sha256 ${piece.sha256}`)
    throw new Refusal('CHECKSUM_MISMATCH', 'This piece arrived damaged. Nothing of it was kept.');
  const received = offset + piece.bytes;
  if (received > row.length) throw invalid({ file: `This is more than the ${row.length} bytes that were announced.` });
  return received;
}

export async function continueUpload(context: Answering, id: string, headers: PieceHeaders, piece: ReceivedUpload): Promise<void> {
  const { tx, now } = context;
  const row = await uploads.lock(tx, id);
  if (!row) throw notFound();
  const received = receivedWith(row, headers, piece);
  const offset = row.received;
  if (piece.bytes > 0) await uploads.insertPart(tx, { upload: id, start_at: offset, bytes: piece.bytes, sha256: piece.sha256 });
  const file = received === row.length ? await putTogether(context, row) : null;
  await uploads.update(tx, id, { received, file, updated_on: now });
  tellOffset(context, received);
}

/** The whole from its pieces, under its own hash. Null when that is not the hash that was promised. */
async function putTogether(context: Context, row: uploads.UploadRow): Promise<number | null> {
  const { tx, adapters } = context;
  const parts = await uploads.listParts(tx, row.id);
  const staged = await adapters.files.stage(Readable.from(readParts(adapters.files, parts), { objectMode: false }), row.length);
  if (staged.sha256 !== row.sha256 || staged.bytes !== row.length) {
    await staged.drop();
    return null;
  }
  await staged.keep();
  await uploads.removeParts(tx, row.id);
  const whole = { field: 'file', name: 'picture', mime_type: '', sha256: staged.sha256, bytes: staged.bytes };
  return (await storeUpload(context, [whole])).id;
}

export async function* readParts(store: FileStore, parts: readonly { sha256: string }[]): AsyncGenerator<Buffer> {
  for (const { sha256 } of parts) yield* store.open(sha256) as AsyncIterable<Buffer>;
}
