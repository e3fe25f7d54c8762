import type { LightItem } from '../item.ts';
import { moveBack, underMoves } from '../moves.ts';
import { editItem } from '../rules/new-item.ts';
import { eraseRestored } from '../safe-delete.ts';
import type { Session } from '../session.ts';
import { stamp } from '../session-core.ts';

/** For the dashboard: "3 items from Run 12 waiting to upload". */
export function listRescue(session: Session): Promise<readonly LightItem[]> {
  return session.store.safety(({ rescue }) => rescue.list({}));
}

export function listTrash(session: Session): Promise<readonly LightItem[]> {
  return session.store.safety(({ trash }) => trash.list({}));
}

/** Restore: the records go back into their run. Null: another tab is moving records right now. */
export function restoreRescue(session: Session, field_run: string): Promise<number | null> {
  return underMoves(session, async () => {
    const aside = await session.store.safety(({ rescue }) => rescue.list({ field_run }));
    let restored = 0;
    for (const item of aside) if (await moveBack(session, item.id)) restored++;
    return restored;
  });
}

/** Out of the trash: a new revision of a record that was never sent. */
export async function restoreTrash(session: Session, id: string): Promise<boolean> {
  const item = await session.store.safety(({ trash }) => trash.get(id));
  if (item === undefined) return false;
  const now = stamp(session);
  const owner = session.tools.user();
  await session.store.runs(async (tx) => {
    const table = tx.table(item.kind);
    const there = await table.get(id);
    await table.put(editItem(there ?? { ...item, _moved_on: null }, { is_deleted: 0 }, now, owner));
  });
  await eraseRestored(session.store, id);
  return true;
}
