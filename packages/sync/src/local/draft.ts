import type { Draft } from '../item.ts';
import { eraseDraft } from '../safe-delete.ts';
import type { Session } from '../session.ts';
import { stamp } from '../session-core.ts';
import type { Fields } from '../wire.ts';

/** D15: a form has one draft for each person. What nobody owns lies under the form's own key. */
function idOf(key: string, owner: number | null): string {
  return owner === null ? key : `${key}@${owner}`;
}

/** B6: what is being typed, saved before the camera may kill the page. Drafts are not records: they are never sent. */
export async function saveDraft(session: Session, key: string, field_run: string, data: Fields): Promise<void> {
  const owner = session.tools.user();
  const draft = { id: idOf(key, owner), key, owner, field_run, saved_on: stamp(session), data };
  const isFirst = await session.store.safety(async ({ drafts }) => {
    const before = await drafts.get(draft.id);
    await drafts.put(draft);
    return before === undefined;
  });
  // the draft without an owner that was offered goes on as this one
  if (isFirst && owner !== null) await eraseDraft(session.store, key);
}

/** The person's own, else one that nobody owns. */
export function readDraft(session: Session, key: string): Promise<Draft | undefined> {
  const own = idOf(key, session.tools.user());
  return session.store.safety(async ({ drafts }) => (await drafts.get(own)) ?? drafts.get(key));
}

/** Everybody's. */
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

export function keyOf({ id, key }: Draft): string {
  return key ?? id;
}

/** Whether it may be offered to who is signed in. */
export function isOwnDraft(session: Session, { owner = null }: Draft): boolean {
  return owner === null || owner === session.tools.user();
}

/** Who else has a draft of this form on this device; each is offered theirs when they sign in again. */
export async function listOtherOwners(session: Session, key: string): Promise<readonly number[]> {
  const others = (await listDrafts(session)).filter((draft) => keyOf(draft) === key && !isOwnDraft(session, draft));
  return others.flatMap(({ owner }) => (typeof owner === 'number' ? [owner] : []));
}

/** The one that `readDraft` offers; nobody else's. */
export async function discardDraft(session: Session, key: string): Promise<void> {
  const offered = await readDraft(session, key);
  if (offered !== undefined) await eraseDraft(session.store, offered.id);
}
