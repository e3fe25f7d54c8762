import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ExportImport } from '@dmse/contract/sites/sync';
import type { Context } from '../../../call/context.ts';
import { translateDatabaseError } from '../../../call/database-complaint.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { invalid, Refusal } from '../../../call/refusal.ts';
import { inSavepoint } from '../../../db/savepoint.ts';
import { storeUpload } from '../../files/file/file.service.ts';
import * as ops from '../capture/applied-op.queries.ts';
import * as items from '../capture/captured-item.queries.ts';
import { type Outcome, storeCaptured } from '../capture/store-captured.ts';
import { type ExportedItem, readExport } from './export-file.ts';
import { holdRecord } from './quarantine.service.ts';

/**
 * Brings in what a tablet exported because nothing else worked (SYNC-A15). Ids and operations are the tablet's own: what is here already
 * is left alone, twice changes nothing, and should the tablet come back to life its pushes are the same writes. What cannot be stored
 * goes to quarantine with the reason; the rest is not held up by it.
 */
export async function importExport(context: Context, uploads: readonly ReceivedUpload[]): Promise<ExportImport> {
  const [upload, ...others] = uploads;
  if (!upload || others.length > 0 || upload.field !== 'file') throw invalid({ file: 'Send exactly one file, in a part named "file".' });
  const { device, items: exported } = readExport(await buffer(context.adapters.files.open(upload.sha256)));
  const result: ExportImport = {
    field_runs: [...new Set(exported.map((item) => item.field_run))],
    created: 0,
    updated: 0,
    unchanged: 0,
    problems: [],
  };
  for (const item of exported) {
    try {
      result[await inSavepoint(context.tx, () => storeItem(context, device, item))] += 1;
    } catch (error) {
      const reason = reasonOf(error);
      await hold(context, device, item, reason);
      result.problems.push({ kind: item.kind, id: item.id, name: nameOf(item), reason });
    }
  }
  return result;
}

/**
 * The name of the write. What stood in a form that the storage would not take has no revision yet: there each text is a write of its own,
 * because the person may have gone on typing and exported again.
 */
function operationOf({ id, rev, content }: ExportedItem, device: string): string {
  const text = rev === 0 ? `:${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)}` : '';
  return `${id}:${rev}:${device}${text}`;
}

function nameOf({ content }: ExportedItem): string {
  return typeof content.name === 'string' ? content.name : '';
}

async function storeItem(context: Context, device: string, item: ExportedItem): Promise<Outcome> {
  const op = operationOf(item, device);
  if (await ops.find(context.tx, op)) {
    await putBack(context, item);
    return 'unchanged';
  }
  const file = await storePicture(context, item);
  return storeCaptured(context, { ...item, op, item: item.id, device, captured_by: item.owner, file });
}

/** A picture's bytes as a file of their own; none for a row that is here already, whose bytes are only put back if they were lost. */
async function storePicture(context: Context, item: ExportedItem): Promise<number | null> {
  if (item.kind !== 'image' || item.file === null) return null;
  if (await items.find(context.tx, 'shot_image', item.id)) {
    await putBack(context, item);
    return null;
  }
  const stored = await put(context, item);
  if (!stored) throw new Refusal('HASH_MISMATCH', 'Its picture is not in the file, or damaged.');
  return (await storeUpload(context, [{ field: 'file', name: 'picture', mime_type: '', ...stored }])).id;
}

async function put({ adapters }: Context, item: ExportedItem): Promise<{ sha256: string; bytes: number } | null> {
  const bytes = item.readFile();
  return bytes && adapters.files.put(Readable.from([bytes]), bytes.length);
}

async function putBack(context: Context, item: ExportedItem): Promise<void> {
  if (item.kind !== 'image' || item.file === null) return;
  const row = await items.find(context.tx, 'shot_image', item.id);
  if (row?.sha256 === item.file.sha256 && (await context.adapters.files.size(item.file.sha256)) === null) await put(context, item);
}

async function hold(context: Context, device: string, item: ExportedItem, reason: string): Promise<void> {
  const stored = item.kind === 'image' ? await put(context, item) : null;
  const uploads = stored ? [{ field: 'file', name: 'picture', mime_type: '', ...stored }] : null;
  const { kind, field_run, rev, base, content } = item;
  const held = {
    op: operationOf(item, device),
    kind,
    item: item.id,
    field_run,
    device,
    rev,
    base,
    content: JSON.stringify(content),
    reason,
  };
  await holdRecord(context, { ...held, captured_by: await captorOf(context, item) }, uploads && { uploads });
}

async function captorOf({ tx, actor }: Context, { owner }: ExportedItem): Promise<number> {
  return (owner === null ? null : await ops.findPerson(tx, owner)) ?? actor.id;
}

/** Why a record could not be stored, for people; what is no refusal ends the import. */
function reasonOf(error: unknown): string {
  const refusal = error instanceof Refusal ? error : translateDatabaseError(error);
  if (!refusal || refusal.status >= 500) throw error;
  if (refusal.body.detail) return refusal.body.detail;
  return Object.entries(refusal.body)
    .map(([field, messages]) => `${field}: ${[messages].flat().join(' ')}`)
    .join('; ');
}
