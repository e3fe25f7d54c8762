import type { Item } from '../item.ts';
import { captureItem, editItem } from '../rules/new-item.ts';
import type { Session } from '../session.ts';
import { stamp, withTrueTime } from '../session-core.ts';
import type { Fields } from '../wire.ts';
import { type Photo, preparePhotos } from './image.ts';
import { type NewPoint, nextName } from './point.ts';

/**
 * What stands in a form that the storage would not take, as records for the export (B3). They carry revision 0, which no push ever uses:
 * whatever is saved and sent under these ids later is a write of its own, not a repetition of the export.
 */
const UNSAVED_REVISION = 0;

const asUnsaved = (item: Item): Item => ({ ...item, _rev: UNSAVED_REVISION });

/** `owner`: who typed it, whoever exports it. */
export async function packUnsavedPoint(
  session: Session,
  { id, field_run, fields, typed, photos }: NewPoint,
  owner: number | null = session.tools.user(),
): Promise<readonly Item[]> {
  const shot = id ?? session.tools.newId();
  const pictures = await preparePhotos(session, field_run, shot, photos ?? [], owner);
  const name = fields.name ?? (await session.store.runs((tx) => nextName(tx, field_run)));
  const point = captureItem({
    kind: 'point',
    id: shot,
    field_run,
    fields: { ...(await withTrueTime(session, fields)), name },
    owner,
    now: stamp(session),
    ...(typed && { typed }),
  });
  return [point, ...pictures].map(asUnsaved);
}

export async function packUnsavedEdit(
  session: Session,
  id: string,
  fields: Fields,
  photos: readonly Photo[],
  owner: number | null = session.tools.user(),
): Promise<readonly Item[]> {
  const point = await session.store.runs((tx) => tx.table('point').get(id));
  if (point === undefined) return [];
  const edited = editItem(point, { fields }, stamp(session), owner);
  const pictures = await preparePhotos(session, point.field_run, id, photos, owner);
  return [...(edited === point ? [] : [edited]), ...pictures].map(asUnsaved);
}
