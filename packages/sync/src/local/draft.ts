import type { Draft } from '../item.ts';
import { eraseDraft } from '../safe-delete.ts';
import { type Session, stamp } from '../session.ts';
import type { Fields } from '../wire.ts';

/** B6: what is being typed, saved before the camera may kill the page. Drafts are not records: they are never sent. */
export async function saveDraft(session: Session, id: string, field_run: string, data: Fields): Promise<void> {
  const saved_on = stamp(session);
  await session.store.safety(({ drafts }) => drafts.put({ id, field_run, saved_on, data }));
}

export function readDraft(session: Session, id: string): Promise<Draft | undefined> {
  return session.store.safety(({ drafts }) => drafts.get(id));
}

export function listDrafts(session: Session): Promise<readonly Draft[]> {
  return session.store.safety(async ({ drafts }) => {
    const found: Draft[] = [];
    for (const id of await drafts.ids()) {
      const draft = await drafts.get(id);
      if (draft !== undefined) found.push(draft);
    }
    return found;
  });
}

export function discardDraft(session: Session, id: string): Promise<void> {
  return eraseDraft(session.store, id);
}
