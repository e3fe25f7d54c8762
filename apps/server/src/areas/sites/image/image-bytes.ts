import { buffer } from 'node:stream/consumers';
import type { Context } from '../../../call/context.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { Refusal } from '../../../call/refusal.ts';
import { describeFiles, storeUpload } from '../../files/file/file.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as uploads from '../upload/upload.queries.ts';
import { EXIF_LOOK_BYTES, type ExifFacts, readExif } from './exif.ts';

/**
 * What came with a request: a file in the form, or the name of one brought up in pieces, or a file that is stored already; and the hash
 * the sender reckoned.
 */
export type Brought = {
  uploads: readonly ReceivedUpload[];
  upload?: string | undefined;
  file?: number | null;
  sha256?: string | undefined;
};

function damaged(detail: string): Refusal {
  return new Refusal('HASH_MISMATCH', detail);
}

export async function refuseTooLarge({ tx, adapters }: Context, bytes: number): Promise<void> {
  const most = Math.min((await getSection(tx, 'field_numbers')).image_max_bytes, adapters.maxUploadBytes);
  if (bytes > most)
    throw new Refusal('TOO_LARGE', `This file is larger than ${Math.floor(most / 1_000_000)} MB, the most a picture may be.`);
}

/**
 * The hash of the bytes a request brings, once it is certain that they are what the sender meant; null when it brings none. They lie in
 * the store by then, so bytes that were lost are back even if nothing else comes of the request (SYNC-S7, C19).
 */
export async function verifyBytes(context: Context, brought: Brought): Promise<string | null> {
  const { tx, adapters } = context;
  const [file] = brought.uploads;
  if (file) {
    if (brought.sha256 !== undefined && brought.sha256 !== file.sha256) throw damaged('The file arrived damaged. Nothing of it was kept.');
    await refuseTooLarge(context, file.bytes);
    return file.sha256;
  }
  if (brought.file) return (await describeFiles(tx, [brought.file])).get(brought.file)?.sha256 ?? null;
  if (brought.upload === undefined) return null;
  const row = await uploads.find(tx, brought.upload);
  if (!row || row.file === null || (await adapters.files.size(row.sha256)) !== row.length) throw damaged('The upload is not complete.');
  if (brought.sha256 !== undefined && brought.sha256 !== row.sha256) throw damaged('The upload is of another file.');
  return row.sha256;
}

/** The row of the file that a record is about to refer to. Call after the bytes have been verified. */
export async function claimBytes(context: Context, brought: Brought): Promise<number> {
  if (brought.uploads.length > 0) return (await storeUpload(context, brought.uploads)).id;
  if (brought.file) return brought.file;
  const row = brought.upload === undefined ? undefined : await uploads.find(context.tx, brought.upload);
  if (!row?.file) throw damaged('There is no file.');
  return row.file;
}

export async function readExifOf({ adapters }: Context, sha256: string): Promise<ExifFacts | null> {
  const bytes = await adapters.files.size(sha256);
  if (!bytes) return null;
  return readExif(await buffer(adapters.files.open(sha256, { start: 0, end: Math.min(bytes, EXIF_LOOK_BYTES) - 1 })));
}
