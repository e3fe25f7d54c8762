import type { Bit, Item, LightItem } from './item.ts';
import type { Store } from './ports.ts';
import { raiseFloor } from './rev-floor.ts';
import { joinCopies } from './rules/join-copies.ts';
import { forgetCursors, startAgain } from './rules/loaded.ts';
import { eraseCopied, eraseOlderCopies, eraseTrashed, isSameBytes, isSameRecord } from './safe-delete.ts';
import { type SessionCore, stamp } from './session-core.ts';
import type { Shelf } from './shelf.ts';
import type { Kind } from './wire.ts';

/**
 * Records change databases by copy, read-back, erase; a crash leaves both copies and never none. Two tabs must not move the same
 * record in opposite directions, and a record that ends for good must not leave an older copy in rescue that would speak for it
 * again. So whoever moves or erases records holds this lock, and older copies go first. It is not the sync lock, and nobody steals it.
 */
const MOVES = 'fieldrun-moves';

/** Null: another tab is at it; nothing was done. */
export async function underMoves<T>(session: SessionCore, work: () => Promise<T>): Promise<T | null> {
  return session.lock.hold(MOVES, { mode: 'exclusive', steal: false }, async () => {
    await eraseOlderCopies(session.store);
    return work();
  });
}

const ROUNDS = 8;

/** Into rescue. False: the record kept changing, or the copy could not be read back. */
export async function moveToRescue(session: SessionCore, kind: Kind, id: string): Promise<boolean> {
  const { store } = session;
  for (let round = 0; round < ROUNDS; round++) {
    const found = await store.runs(async (tx) => {
      const item = await tx.table(kind).get(id);
      return item && { item, run: (await tx.table('run').get(item.field_run))?.fields.name };
    });
    if (found === undefined) return true;
    // the run may be pulled again while the record lies in rescue: that copy must not use its revisions
    await raiseFloor(session, [found.item]);
    const labels = { _moved_on: stamp(session), _run_name: typeof found.run === 'string' ? found.run : null };
    const copy = await store.safety(async ({ rescue }) => {
      const there = await rescue.get(id);
      const whole = { ...asRescued(there === undefined ? found.item : joinCopies(found.item, there)), ...labels };
      await rescue.put(whole);
      return whole;
    });
    const readBack = await store.safety(({ rescue }) => rescue.get(id));
    if (readBack === undefined || !isSameRecord(readBack, copy)) return false;
    if (await eraseCopied(store, 'runs', found.item)) return true;
  }
  return false;
}

function asRescued(item: Item): Item {
  return item.run === null ? item : { ...item, run: { ...startAgain(item.run), leaving: 0 } };
}

/** Out of rescue, into its run. */
export async function moveBack(session: SessionCore, id: string): Promise<boolean> {
  const { store } = session;
  for (let round = 0; round < ROUNDS; round++) {
    const aside = await store.safety(({ rescue }) => rescue.get(id));
    if (aside === undefined) return true;
    const put = await store.runs(async (tx) => {
      const table = tx.table(aside.kind);
      const there = await table.get(id);
      const whole: Item = there === undefined ? { ...aside, _moved_on: null, _run_name: null } : joinCopies(there, aside);
      if (whole !== there) await table.put(whole);
      const run = aside.kind === 'run' ? undefined : await tx.table('run').get(aside.field_run);
      if (run?.run && there === undefined) await tx.table('run').put({ ...run, run: forgetCursors(run.run) });
      return whole;
    });
    const readBack = await store.runs((tx) => tx.table(aside.kind).get(id));
    if (readBack === undefined || readBack._rev < put._rev || !isSameBytes(readBack.file, put.file)) return false;
    if (await eraseCopied(store, 'rescue', aside)) return true;
  }
  return false;
}

/** While its records leave, a run takes none in; and since it lets go of rows, its cursors no longer count. */
export async function markLeaving(store: Store, run: string, leaving: Bit): Promise<void> {
  await store.runs(async (tx) => {
    const row = await tx.table('run').get(run);
    if (row?.run && row.run.leaving !== leaving) await tx.table('run').put({ ...row, run: { ...startAgain(row.run), leaving } });
  });
}

/**
 * Ends moves that were left half done, by a crash or by a full storage: rescue is only for records whose run is not on the device.
 * What lies in both places is joined in its run. Answers what is left in rescue.
 */
export async function settleMoves(session: SessionCore): Promise<readonly LightItem[]> {
  const { store } = session;
  const aside = await store.safety(({ rescue }) => rescue.list({}));
  const left = (await store.runs((tx) => tx.table('run').list({}))).filter((run) => run.run?.leaving === 1);
  if (aside.length === 0 && left.length === 0) return aside;
  await underMoves(session, async () => {
    for (const run of left) await markLeaving(store, run.id, 0);
    const atHome = await store.runs(async (tx) => {
      const ids: string[] = [];
      for (const { kind, id, field_run } of aside) {
        if ((await tx.table('run').get(field_run)) !== undefined || (await tx.table(kind).get(id)) !== undefined) ids.push(id);
      }
      return ids;
    });
    for (const id of atHome) await moveBack(session, id);
  });
  return store.safety(({ rescue }) => rescue.list({}));
}

/** A10: created and deleted before anything was sent. */
export async function moveToTrash(session: SessionCore, shelf: Shelf, kind: Kind, id: string): Promise<boolean> {
  const { store } = session;
  const item = shelf === 'runs' ? await store.runs((tx) => tx.table(kind).get(id)) : await store.safety((tx) => tx.rescue.get(id));
  if (item === undefined) return true;
  const copy = { ...item, _moved_on: stamp(session) };
  await store.safety(({ trash }) => trash.put(copy));
  const readBack = await store.safety(({ trash }) => trash.get(id));
  return readBack !== undefined && isSameRecord(readBack, copy) && eraseTrashed(store, shelf, item);
}
