import { sayAge } from '@dmse/domain/sites/position-age';
import type { LightItem } from '@dmse/sync/item';
import { createImage, type Photo } from '@dmse/sync/local/image';
import { createPoint, type NewPoint, updatePoint } from '@dmse/sync/local/point';
import type { Refusal } from '@dmse/sync/local/storage';
import type { Session } from '@dmse/sync/session';
import type { Fields } from '@dmse/sync/wire';
import type { Fix } from '../../../parts/map/own-position.ts';
import type { DraftPhoto } from '../photo/photo-drafts.ts';
import { readPoint, sayPoint } from './field-record.ts';
import { ageOf, isStaleFix } from './fix-text.ts';
import { changesOf, geometryOf } from './point-changes.ts';
import { fieldsOf, type PointValues, withoutEmpty } from './point-values.ts';

/** The position to save, and whether the crew held it on purpose; null for none (new) or for the one the point has (known). */
export type Taken = { readonly fix: Fix; readonly isHeld: boolean } | null;

/** The form of a point, as much of it as saving needs. */
export type PointEntry = {
  readonly id: string;
  readonly values: PointValues;
  readonly photos: readonly DraftPhoto[];
  /** Null: a new one. */
  readonly base: LightItem | null;
};

export type Entered =
  | { readonly saved: true; readonly item: LightItem; readonly says: string; readonly tone: 'success' | 'warning' }
  | { readonly refused: Refusal; readonly saved: false };

export function photosOf(photos: readonly DraftPhoto[]): Photo[] {
  return photos.map(({ id, bytes, mime, captured_at }) => ({ id, bytes, mime, fields: { captured_at } }));
}

/** With how old it was, unless it was held on purpose. */
function positionOf(taken: Taken, now: number): Fields {
  if (!taken) return {};
  const { fix, isHeld } = taken;
  return { geometry: geometryOf(fix), accuracy: fix.accuracy, position_age: isHeld ? null : ageOf(fix, now) };
}

/** A new point as the device keeps it. */
export function newPointOf(run: string, { id, values, photos }: PointEntry, taken: Taken, now: number): NewPoint {
  const age = taken ? ageOf(taken.fix, now) : 0;
  return {
    id,
    field_run: run,
    fields: withoutEmpty({ ...fieldsOf(values), ...positionOf(taken, now), captured_at: new Date(now).toISOString() }),
    typed: { position_source: taken === null ? 'none' : taken.isHeld ? 'held' : 'device', position_age: age },
    photos: photosOf(photos),
  };
}

export async function saveNewPoint(session: Session, run: string, entry: PointEntry, taken: Taken, draft: string): Promise<Entered> {
  const now = session.clock.now();
  const saved = await createPoint(session, { ...newPointOf(run, entry, taken, now), draft });
  if (!saved.saved) return { saved: false, refused: saved };
  const isOld = taken !== null && isStaleFix(taken.fix, now);
  const words = isOld ? ` Its position was ${sayAge(ageOf(taken.fix, now))} old.` : taken ? '' : ' It has no position.';
  const says = `Saved on device: ${sayPoint(readPoint(saved.item))}.${words}`;
  return { saved: true, item: saved.item, says, tone: isOld || !taken ? 'warning' : 'success' };
}

export function editOf(base: LightItem, values: PointValues, taken: Taken, now: number): { fields: Fields; seen: Fields } {
  const { fields, seen } = changesOf(base, values);
  return { fields: { ...fields, ...positionOf(taken, now) }, seen };
}

/** The changes of a known point, and the pictures that could not be kept when they were taken. */
export async function saveKnownPoint(
  session: Session,
  { values, photos }: PointEntry,
  base: LightItem,
  taken: Taken,
  onPhoto: (id: string) => Promise<void>,
): Promise<Entered> {
  const saved = await updatePoint(session, base.id, editOf(base, values, taken, session.clock.now()));
  if (!saved.saved) return { saved: false, refused: saved };
  for (const photo of photosOf(photos)) {
    const kept = await createImage(session, { ...photo, field_run: base.field_run, fieldrun_shot: base.id });
    if (!kept.saved) return { saved: false, refused: kept };
    await onPhoto(String(photo.id));
  }
  const age = taken ? ageOf(taken.fix, session.clock.now()) : 0;
  const words = taken && isStaleFix(taken.fix, session.clock.now()) ? ` Its position was ${sayAge(age)} old.` : '';
  return { saved: true, item: saved.item, says: `Saved on device: ${sayPoint(readPoint(saved.item))}.${words}`, tone: 'success' };
}
