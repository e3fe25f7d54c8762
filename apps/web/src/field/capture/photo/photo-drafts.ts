import { discardDraft, isOwnDraft, keyOf as keyOfDraft, listDrafts, saveDraft } from '@dmse/sync/local/draft';
import type { Session } from '@dmse/sync/session';

/** Pictures of a point that is still being typed. They lie among the drafts until the point is saved with them, so no crash loses one. */
export type DraftPhoto = { readonly id: string; readonly bytes: Uint8Array; readonly mime: string; readonly captured_at: string };

const PIECE = 0x8000;

/** Drafts are JSON: bytes travel as base64. */
function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

function decode(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

const keyOf = (form: string, id: string) => `${form}/photo:${id}`;

export async function keepPhoto(session: Session, run: string, form: string, photo: DraftPhoto): Promise<void> {
  const { bytes, mime, captured_at } = photo;
  await saveDraft(session, keyOf(form, photo.id), run, { bytes: encode(bytes), mime, captured_at });
}

export async function readPhotos(session: Session, form: string): Promise<DraftPhoto[]> {
  const begins = `${form}/photo:`;
  const own = (await listDrafts(session)).filter((draft) => isOwnDraft(session, draft));
  const photos = own.flatMap((draft) => {
    const { bytes, mime, captured_at } = draft.data;
    const id = keyOfDraft(draft);
    if (!id.startsWith(begins) || typeof bytes !== 'string' || typeof mime !== 'string' || typeof captured_at !== 'string') return [];
    return [{ id: id.slice(begins.length), bytes: decode(bytes), mime, captured_at }];
  });
  return photos.sort((a, b) => (a.captured_at < b.captured_at ? -1 : 1));
}

export async function dropPhotos(session: Session, form: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await discardDraft(session, keyOf(form, id));
}
