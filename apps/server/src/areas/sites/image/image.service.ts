import type { PushHeaders } from '@dmse/contract/sites/field-item';
import type { Image, ImageFilter, ImagePatch, NewImage } from '@dmse/contract/sites/image';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import type { ReceivedUpload } from '../../../call/multipart.ts';
import { invalid, notFound, Refusal } from '../../../call/refusal.ts';
import { fileUrl } from '../../files/file/file.service.ts';
import { isPicture } from '../../files/file/file-type.ts';
import { createCaptured } from '../capture/captured-create.service.ts';
import * as items from '../capture/captured-item.queries.ts';
import { type Listed, listCaptured, placeColumns } from '../capture/captured-list.queries.ts';
import { asDocument, type CapturedRow } from '../capture/captured-noun.ts';
import { type NewBytes, updateCaptured } from '../capture/captured-update.service.ts';
import { pointGeometry } from '../shot/shot-noun.ts';
import * as images from './image.queries.ts';
import { type Brought, claimBytes, readExifOf, verifyBytes } from './image-bytes.ts';
import { IMAGE } from './image-noun.ts';

type FileHeaders = PushHeaders & { 'x-sha256'?: string | undefined };

/** A width of nothing is what a picture has that could not be read; no width yet is one the queue has not come to. */
function toFeature(listed: Listed<images.ImageRow>): Image {
  const { file_facts, place, file, ...row } = listed.row;
  const { mime_type, bytes, width, height } = file_facts;
  const isShown = isPicture(mime_type) && width !== 0;
  // Documents were checked against the contract when they came in; the row types know them only as JSON.
  const properties = {
    ...row,
    file: fileUrl(file),
    thumbnail_url: isShown ? fileUrl(file, 'thumbnail') : null,
    mime_type,
    bytes,
    width: width || null,
    height: height || null,
    is_unreadable: !isShown,
    ...placeColumns(listed),
  } as unknown as Image['properties'];
  return { type: 'Feature', id: row.id, geometry: place && pointGeometry(place), properties };
}

export async function getImage({ tx }: Pick<Context, 'tx'>, id: string): Promise<Image> {
  const row = await images.find(tx, id);
  if (!row) throw notFound();
  return toFeature({ row, moved: null });
}

export async function listImages({ tx }: Context, filter: z.infer<typeof ImageFilter>) {
  const { fieldrun_shot__field_run: run, ...rest } = filter;
  if (run && rest.field_run && run !== rest.field_run) throw invalid({ field_run: 'Name one field run.' });
  const field_run = rest.field_run ?? run;
  const { count, rows, cursor } = await listCaptured(tx, images.IMAGES, { ...rest, field_run }, images.conditionsOf(rest));
  return { count, results: rows.map(toFeature), cursor };
}

/** The bytes beside the request: in its form, or as a file that is stored already. */
type Source = { uploads: readonly ReceivedUpload[]; file?: number | null };

function broughtBy(headers: FileHeaders, source: Source, upload: string | undefined): Brought {
  return { ...source, upload, sha256: headers['x-sha256'] };
}

/** The hash of a stored picture, if its bytes are truly there: a tablet that is told so may forget its copy (SYNC-C19). */
async function sha256Of({ adapters }: Context, row: CapturedRow): Promise<string | null> {
  const sha256 = row.sha256 as string;
  return (await adapters.files.size(sha256)) === null ? null : sha256;
}

/** As said, else the run of its shot; none is right only for a picture of a control point. */
async function runOf({ tx }: Context, { field_run, fieldrun_shot, control_point }: z.infer<typeof NewImage>): Promise<string | null> {
  const shot = !field_run && fieldrun_shot ? await items.find(tx, 'shot', fieldrun_shot) : undefined;
  const run = field_run ?? shot?.field_run ?? null;
  if (run !== null || control_point) return run;
  throw invalid({
    field_run: fieldrun_shot
      ? 'Its shot is not on the server yet: say to which field run it belongs.'
      : 'Say to which field run, or which control point, it belongs.',
  });
}

export async function createImage(
  context: Context,
  headers: FileHeaders,
  { upload, ...given }: z.infer<typeof NewImage>,
  source: Source,
): Promise<Image> {
  const values = { ...given, field_run: await runOf(context, given) };
  const brought = broughtBy(headers, source, upload);
  return createCaptured(context, IMAGE, {
    values,
    headers,
    get: (id) => getImage(context, id),
    sha256Of: (row) => sha256Of(context, row),
    verify: () => verifyBytes(context, brought),
    prepare: async () => {
      const sha256 = await verifyBytes(context, brought);
      if (sha256 === null) throw new Refusal('HASH_MISMATCH', 'There is no file.');
      return { sha256, file: await claimBytes(context, brought), exif: asDocument(await readExifOf(context, sha256)) };
    },
    finish: (row) => images.insertBytes(context.tx, { image: row.id, version: row.version, file: row.file as number }),
  });
}

export function updateImage(
  context: Context,
  id: string,
  headers: FileHeaders,
  patch: z.infer<typeof ImagePatch>,
  source: Source,
): Promise<Image> {
  const brought = broughtBy(headers, source, patch.upload);
  return updateCaptured(context, IMAGE, {
    id,
    patch,
    headers,
    get: () => getImage(context, id),
    bytes: (row) => newBytes(context, row, brought),
  });
}

/** Other bytes become another file and another version; the same bytes were only put back where they belong (SYNC-C21). */
async function newBytes(context: Context, row: CapturedRow, brought: Brought): Promise<NewBytes | null> {
  const sha256 = await verifyBytes(context, brought);
  if (sha256 === null || sha256 === row.sha256) return null;
  const file = await claimBytes(context, brought);
  return {
    sha256,
    columns: { file, exif: asDocument(await readExifOf(context, sha256)) },
    finish: (after) => images.insertBytes(context.tx, { image: after.id, version: after.version, file }),
  };
}

export async function removeImage(context: Context, id: string): Promise<void> {
  await updateCaptured(context, IMAGE, { id, patch: { is_deleted: true }, headers: {}, get: () => getImage(context, id) });
}
