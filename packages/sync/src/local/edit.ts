import { isEqual } from '@dmse/domain/values/is-equal';
import type { Item } from '../item.ts';
import type { RunsTx } from '../ports.ts';
import { isSound, WRITABLE } from '../rules/fields.ts';
import { type Edit, editItem } from '../rules/new-item.ts';
import type { Session } from '../session.ts';
import { stamp } from '../session-core.ts';
import { changeItem } from '../shelf.ts';
import type { Fields, Kind } from '../wire.ts';
import { type Refusal, refusal, saveOnDevice } from './storage.ts';

export type Saved = { readonly saved: true; readonly item: Item } | Refusal;

/** What a form sends: the fields it changed, and what they were when it was opened. */
export type Patch = {
  readonly fields?: Fields;
  readonly typed?: Fields;
  readonly seen?: Fields;
};

/** A field that could never be sent must not be accepted as saved. That is a mistake in the screen, not in the field. */
export function whyUnfit(kind: Kind, fields: Fields): Refusal | null {
  for (const field in fields) {
    if (!WRITABLE[kind].includes(field)) throw new TypeError(`A device does not write ${kind}.${field}.`);
    if (!isSound(fields[field])) return refusal('UNSOUND', field);
  }
  return null;
}

/** A2: the run being worked on is the newest. */
export async function touchRun(tx: RunsTx, run: string, now: string): Promise<void> {
  const row = await tx.table('run').get(run);
  if (row !== undefined && row.stored_on !== now) await tx.table('run').put({ ...row, stored_on: now });
}

/** L6: a patch of changed fields, read, changed and written in one transaction. */
export async function updateItem(session: Session, kind: Kind, id: string, patch: Patch): Promise<Saved> {
  const unfit = whyUnfit(kind, patch.fields ?? {});
  if (unfit !== null) return unfit;
  return applyEdit(session, kind, id, { fields: patch.fields ?? {}, ...(patch.typed && { typed: patch.typed }) }, patch.seen);
}

/** Soft delete of a record that takes nothing with it. */
export function deleteItem(session: Session, kind: 'pipe' | 'image', id: string): Promise<Saved> {
  return applyEdit(session, kind, id, { is_deleted: 1 });
}

export function restoreItem(session: Session, kind: 'pipe' | 'image', id: string): Promise<Saved> {
  return applyEdit(session, kind, id, { is_deleted: 0 });
}

async function applyEdit(session: Session, kind: Kind, id: string, edit: Edit, seen?: Fields): Promise<Saved> {
  const now = stamp(session);
  const owner = session.tools.user();
  const change = (item: Item): { item: Item; result: Saved } => {
    const field = changedSince(item, edit.fields ?? {}, seen);
    if (field !== null) return { item, result: refusal('CHANGED', field) };
    const edited = editItem(item, edit, now, owner);
    return { item: edited, result: { saved: true, item: edited } };
  };
  const saved = await saveOnDevice(session, async (tx) => {
    const item = await tx.table(kind).get(id);
    if (item === undefined) return undefined;
    const changed = change(item);
    if (changed.item !== item) await tx.table(kind).put(changed.item);
    if (kind !== 'run' && changed.item !== item) await touchRun(tx, item.field_run, now);
    return changed.result;
  });
  if (!saved.saved) return saved;
  // a wipe may have moved it to rescue while its form was open
  return saved.value ?? (await changeItem(session.store, 'rescue', kind, id, change)) ?? refusal('GONE');
}

/** B8: the field that somebody else has changed since the form was opened, if any. */
function changedSince(item: Item, fields: Fields, seen: Fields | undefined): string | null {
  if (seen === undefined) return null;
  for (const field in fields) {
    if (field in seen && !isEqual(item.fields[field], seen[field]) && !isEqual(item.fields[field], fields[field])) return field;
  }
  return null;
}

/** The server reported two values, and the user has looked at them. */
export async function dismissConflict(session: Session, kind: Kind, id: string): Promise<boolean> {
  const done = await changeItem(session.store, 'runs', kind, id, (item) => ({ item: { ...item, _conflict: [] }, result: true }));
  return done ?? false;
}
