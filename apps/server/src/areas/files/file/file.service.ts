import { buffer } from 'node:stream/consumers';
import type { Upload } from '@dmse/contract/files/upload';
import type { FileStore } from '../../../adapters/files/file-store.ts';
import type { Context, Writing } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import * as files from './file.queries.ts';
import { fileType, isPicture, LOOK_AT_BYTES, servedType } from './file-type.ts';

type FileSize = 'full' | 'thumbnail';
type Arrived = { sha256: string; bytes: number; name: string };
type FileRow = NonNullable<Awaited<ReturnType<typeof files.find>>>;

/** Where a file is fetched from. */
export function fileUrl(id: number, size: FileSize = 'full'): string {
  return `/api/core/file/${id}/${size === 'thumbnail' ? '?size=thumbnail' : ''}`;
}

/** A row for the one file that came, and a job for its small version. */
export async function storeUpload(context: Context, uploads: readonly ReceivedUpload[]): Promise<Upload> {
  const [upload, ...others] = uploads;
  if (!upload || others.length > 0 || upload.field !== 'file') throw invalid({ file: 'Send exactly one file, in a part named "file".' });
  return storeArrived(context, upload);
}

/** A row for bytes that came from outside and lie in the store already; what they are is read from themselves. */
export async function storeArrived(context: Writing, { sha256, bytes, name }: Arrived): Promise<Upload> {
  const { tx, actor, now, adapters } = context;
  const mime_type = await lookAtType(adapters.files, sha256, bytes);
  const row = await files.insert(tx, { sha256, bytes, name, mime_type, created_on: now, created_by: actor.id });
  if (isPicture(mime_type)) await adapters.queue.send(tx, 'thumbnail', { file: row.id }, String(row.id));
  return toUpload(row);
}

/** The same for many at once, whose types are known already; answers their ids in the order given. */
export async function storeAllArrived(context: Writing, arrived: readonly (Arrived & { mime_type: string })[]): Promise<number[]> {
  const { tx, actor, now, adapters } = context;
  const stamps = { created_on: now, created_by: actor.id };
  const ids = await files.insertMany(
    tx,
    arrived.map(({ sha256, bytes, name, mime_type }) => ({ sha256, bytes, name, mime_type, ...stamps })),
  );
  const pictures = ids.filter((_, at) => isPicture(arrived[at]!.mime_type));
  await adapters.queue.sendAll(
    tx,
    'thumbnail',
    pictures.map((file) => ({ data: { file }, key: String(file) })),
  );
  return ids;
}

/** What bytes are that are at hand whole. */
export function typeOfBytes(content: Buffer): string {
  if (content.length === 0) return 'text/plain';
  return fileType(content.subarray(0, LOOK_AT_BYTES), content.subarray(Math.max(0, content.length - LOOK_AT_BYTES)));
}

/** A row for bytes that we made ourselves and that lie in the store already. */
export async function storeMade(
  context: Pick<Writing, 'tx' | 'actor' | 'now'>,
  made: { sha256: string; bytes: number; name: string; mime_type: string },
): Promise<Upload> {
  const { tx, actor, now } = context;
  return toUpload(await files.insert(tx, { ...made, created_on: now, created_by: actor.id }));
}

async function lookAtType(store: FileStore, sha256: string, bytes: number): Promise<string> {
  if (bytes === 0) return 'text/plain';
  const look = (start: number, end: number) => buffer(store.open(sha256, { start, end: Math.min(end, bytes) - 1 }));
  return fileType(await look(0, LOOK_AT_BYTES), await look(Math.max(0, bytes - LOOK_AT_BYTES), bytes));
}

function toUpload(row: FileRow): Upload {
  const { id, name, mime_type, bytes, sha256 } = row;
  const thumbnail_url = hasThumbnail(row) ? fileUrl(id, 'thumbnail') : null;
  return { id, name, mime_type, bytes, sha256, url: fileUrl(id), thumbnail_url };
}

/** Files as records that refer to them show them. The record's reader is the file's reader, so nobody is asked here. */
export async function describeFiles(tx: Context['tx'], ids: readonly (number | null)[]): Promise<Map<number, Upload>> {
  const wanted = ids.filter((id) => id !== null);
  const rows = wanted.length > 0 ? await files.findMany(tx, wanted) : [];
  return new Map(rows.map((row) => [row.id, toUpload(row)]));
}

/** Only the uploader reads a file until a record refers to it; from then on whoever may read the record. */
async function findReadable({ tx, actor }: Context, id: number): Promise<FileRow | null> {
  const row = await files.findFor(tx, id, actor);
  if (!row) return null;
  const isAllowed = row.is_referred_to ? row.is_readable : row.created_by === actor.id;
  return isAllowed ? row : null;
}

export async function mayReadFile(context: Context, id: number): Promise<boolean> {
  return (await findReadable(context, id)) !== null;
}

export async function openFile(context: Context, id: number, size: FileSize): Promise<FileAnswer> {
  const row = await findReadable(context, id);
  if (!row) throw notFound();
  return size === 'thumbnail' ? openThumbnail(context.adapters.files, row) : openStored(context.adapters.files, row);
}

/** A file that whoever asks may read by the record it belongs to. */
export async function openKept(tx: Context['tx'], store: FileStore, id: number): Promise<FileAnswer> {
  const row = await files.find(tx, id);
  if (!row) throw notFound();
  return openStored(store, row);
}

/** The small version of a picture that whoever asks was found to be allowed to see; null when there is none. */
export async function openPicture(tx: Context['tx'], store: FileStore, id: number): Promise<FileAnswer | null> {
  const row = await files.find(tx, id);
  return row && hasThumbnail(row) ? openThumbnail(store, row) : null;
}

async function openStored(store: FileStore, { sha256, name, mime_type }: FileRow): Promise<FileAnswer> {
  const bytes = await store.size(sha256);
  if (bytes === null) throw new Refusal('FAILED', 'The bytes of this file are missing on the server. Tell IT.');
  const range = { open: (start: number, end: number) => store.open(sha256, { start, end }) };
  return { stream: store.open(sha256), name, mime_type: servedType(mime_type), bytes, range, etag: sha256 };
}

/** The small version that we made; while the queue has not come to it yet, the picture itself. */
async function openThumbnail(store: FileStore, row: FileRow): Promise<FileAnswer> {
  if (!hasThumbnail(row)) throw notFound();
  const sha256 = row.thumbnail_sha256;
  const bytes = sha256 && (await store.size(sha256));
  if (!sha256 || !bytes) return openStored(store, row);
  const name = `${row.name.replace(/\.[^.]*$/, '')}.webp`;
  return { stream: store.open(sha256), name, mime_type: 'image/webp', inline: true, bytes, etag: sha256 };
}

/** A width of nothing is what a picture has that could not be read. */
function hasThumbnail({ mime_type, width }: FileRow): boolean {
  return isPicture(mime_type) && width !== 0;
}

/**
 * Called when a record starts to refer to a file: it must be the person's own upload, or one they may read already. The field is to
 * blame otherwise, in the same words for a file that is not there and one that is not theirs.
 */
export async function claimUpload(
  context: Context,
  id: number,
  field: string,
  accepts: 'anything' | 'picture' = 'anything',
): Promise<void> {
  await files.hold(context.tx, id);
  const row = await findReadable(context, id);
  if (!row) throw invalid({ [field]: 'This file is not there, or not yours. Upload it again.' });
  if (accepts === 'picture' && !isPicture(row.mime_type)) throw invalid({ [field]: 'Choose a picture: PNG, JPEG, GIF, WebP or TIFF.' });
}
