import type { Item } from '../item.ts';
import type { RunsTx } from '../ports.ts';
import { cascadeRestore } from '../rules/cascade.ts';
import { captureItem } from '../rules/new-item.ts';
import { nextPointNumber } from '../rules/numbering.ts';
import type { Session } from '../session.ts';
import { stamp, withTrueTime } from '../session-core.ts';
import type { Fields } from '../wire.ts';
import { discardDraft } from './draft.ts';
import { type Patch, type Saved, touchRun, updateItem, whyUnfit } from './edit.ts';
import { type Photo, preparePhotos, readBackPhotos } from './image.ts';
import { type Refusal, refusal, saveOnDevice } from './storage.ts';

export type NewPoint = {
  readonly id?: string;
  readonly field_run: string;
  /** without a name the point gets the next number */
  readonly fields: Fields;
  readonly typed?: Fields;
  readonly photos?: readonly Photo[];
  /** the draft this point was typed into; it goes once the point is safe */
  readonly draft?: string;
};

/** The point and its photos, all or nothing (B3). */
export async function createPoint(session: Session, input: NewPoint): Promise<Saved> {
  const unfit = whyUnfit('point', input.fields);
  if (unfit !== null) return unfit;
  const id = input.id ?? session.tools.newId();
  const { field_run, typed } = input;
  const now = stamp(session);
  const photos = await preparePhotos(session, field_run, id, input.photos ?? []);
  const timed = await withTrueTime(session, input.fields);
  const saved = await saveOnDevice(session, async (tx) => {
    const name = input.fields.name ?? (await nextName(tx, field_run));
    const fields = { ...timed, name };
    const point = captureItem({ kind: 'point', id, field_run, fields, owner: session.tools.user(), now, ...(typed && { typed }) });
    await tx.table('point').put(point);
    for (const photo of photos) await tx.table('image').put(photo);
    await touchRun(tx, field_run, now);
    return point;
  });
  if (!saved.saved) return saved;
  const broken = await readBackPhotos(session, photos);
  if (broken !== null) return broken;
  if (input.draft !== undefined) await discardDraft(session, input.draft);
  return { saved: true, item: saved.value };
}

/** The number the next point without a name gets. */
export async function nextName(tx: RunsTx, run: string): Promise<string> {
  const row = await tx.table('run').get(run);
  return String(nextPointNumber(await tx.table('point').list({ field_run: run }), row?.run?.start_number ?? null));
}

export function updatePoint(session: Session, id: string, patch: Patch): Promise<Saved> {
  return updateItem(session, 'point', id, patch);
}

export type SavedMany = { readonly saved: true; readonly items: readonly Item[] } | Refusal;

/** P6, B7: the shot, its images and its pipes, in one transaction over the three stores. */
export async function deletePoint(session: Session, id: string): Promise<SavedMany> {
  return changeWithChildren(session, id, session.laws.cascadeDelete);
}

/** Takes the deletion back, with everything that went along. */
export async function restorePoint(session: Session, id: string): Promise<SavedMany> {
  return changeWithChildren(session, id, cascadeRestore);
}

async function changeWithChildren(session: Session, id: string, change: typeof cascadeRestore): Promise<SavedMany> {
  const now = stamp(session);
  const saved = await saveOnDevice(session, async (tx) => {
    const point = await tx.table('point').get(id);
    if (point === undefined) return undefined;
    const images: Item[] = [];
    for (const light of await tx.table('image').list({ fieldrun_shot: id })) pushFound(images, await tx.table('image').get(light.id));
    const pipes: Item[] = [];
    for (const light of await tx.table('pipe').list({ structure: id })) pushFound(pipes, await tx.table('pipe').get(light.id));
    const items = change(point, images, pipes, now, session.tools.user());
    for (const item of items) await tx.table(item.kind).put(item);
    await touchRun(tx, point.field_run, now);
    return items;
  });
  if (!saved.saved) return saved;
  return saved.value === undefined ? refusal('GONE') : { saved: true, items: saved.value };
}

function pushFound(items: Item[], item: Item | undefined): void {
  if (item !== undefined) items.push(item);
}
