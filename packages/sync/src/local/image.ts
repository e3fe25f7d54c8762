import type { Item } from '../item.ts';
import { captureItem } from '../rules/new-item.ts';
import { isSameBytes } from '../safe-delete.ts';
import type { Session } from '../session.ts';
import { stamp, withTrueTime } from '../session-core.ts';
import type { Fields } from '../wire.ts';
import { type Patch, type Saved, touchRun, updateItem, whyUnfit } from './edit.ts';
import { type Refusal, refusal, saveOnDevice } from './storage.ts';

export type Photo = {
  readonly id?: string;
  /** the bytes themselves, not a handle to a file that may be gone tomorrow (B5) */
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly fields?: Fields;
};

/** Records ready to be written in the transaction of the user's action; hashing happens before it, since it may not wait inside. */
export async function preparePhotos(
  session: Session,
  field_run: string,
  shot: string | null,
  photos: readonly Photo[],
  owner: number | null = session.tools.user(),
): Promise<Item[]> {
  const now = stamp(session);
  const items: Item[] = [];
  for (const photo of photos) {
    const sha256 = await session.tools.digest(photo.bytes);
    const fields = { ...(await withTrueTime(session, photo.fields ?? {})), ...(shot === null ? {} : { fieldrun_shot: shot }) };
    const file = { bytes: photo.bytes, sha256, mime: photo.mime };
    items.push(captureItem({ kind: 'image', id: photo.id ?? session.tools.newId(), field_run, fields, owner, now, file }));
  }
  return items;
}

/** B5: what was written is read again and compared, once more after writing it again, and only then is it saved. */
export async function readBackPhotos(session: Session, photos: readonly Item[]): Promise<Refusal | null> {
  for (const photo of photos) {
    let isThere = await isStored(session, photo);
    if (!isThere) {
      await session.store.runs(async (tx) => {
        const now = await tx.table('image').get(photo.id);
        if (now !== undefined) await tx.table('image').put({ ...now, file: photo.file });
      });
      isThere = await isStored(session, photo);
    }
    if (!isThere) return refusal('READ_BACK');
  }
  return null;
}

/** A record that has left the run meanwhile left it by a rule that has looked after its bytes. */
async function isStored(session: Session, photo: Item): Promise<boolean> {
  const stored = await session.store.runs((tx) => tx.table('image').get(photo.id));
  if (stored === undefined || stored._sha256 !== photo._sha256) return true;
  return isSameBytes(stored.file, photo.file) && stored.file !== null && (await session.tools.digest(stored.file)) === photo._sha256;
}

export async function createImage(
  session: Session,
  input: Photo & { readonly field_run: string; readonly fieldrun_shot?: string },
): Promise<Saved> {
  const unfit = whyUnfit('image', input.fields ?? {});
  if (unfit !== null) return unfit;
  const [item] = await preparePhotos(session, input.field_run, input.fieldrun_shot ?? null, [input]);
  if (item === undefined) return refusal('GONE');
  const saved = await saveOnDevice(session, async (tx) => {
    await tx.table('image').put(item);
    await touchRun(tx, input.field_run, item.stored_on);
  });
  if (!saved.saved) return saved;
  return (await readBackPhotos(session, [item])) ?? { saved: true, item };
}

export function updateImage(session: Session, id: string, patch: Patch): Promise<Saved> {
  return updateItem(session, 'image', id, patch);
}
