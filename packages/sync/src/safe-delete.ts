import { isEqual } from '@dmse/domain/values/is-equal';
import { CHILD_KINDS, type Item, type LightItem } from './item.ts';
import type { ItemTable, Store } from './ports.ts';
import { raiseFloor } from './rev-floor.ts';
import { isBaseMapKey } from './rules/base-map-key.ts';
import { startAgain } from './rules/loaded.ts';
import { isNeverSent } from './rules/next-step.ts';
import type { Proof } from './rules/retention.ts';
import type { SessionCore } from './session-core.ts';
import type { Shelf } from './shelf.ts';

/**
 * Everything on the device that can end a record's existence. A test reads the source and finds `delete`, `clear`, `erase` and
 * `deleteDatabase` nowhere else. Each function asks its question and erases inside one transaction, so that an edit in between
 * cannot be erased with it (A7).
 */

/** The one place where a store implementation removes a row. */
export function eraseFrom<T>(native: { delete(id: string): T }, id: string): T {
  return native.delete(id);
}

/** P7: soft-deleted and confirmed as such. Answers how many went. */
export async function purgeDeleted(session: SessionCore, run: string, proof: Proof): Promise<number> {
  const floor = await raiseFloor(session, await listRun(session, run));
  return session.store.runs(async (tx) => {
    let purged = 0;
    for (const kind of CHILD_KINDS) {
      const table = tx.table(kind);
      for (const item of await table.list({ field_run: run })) {
        if (session.laws.whyNotPurge(item, proof) !== null || item._rev > floor) continue;
        await table.erase(item.id);
        purged++;
      }
    }
    return purged;
  });
}

/** A rescued record leaves when the server has confirmed it. */
export async function purgeRescue(session: SessionCore, run: string, proof: Proof): Promise<number> {
  const floor = await raiseFloor(session, await session.store.safety(({ rescue }) => rescue.list({ field_run: run })));
  return session.store.safety(async ({ rescue }) => {
    let purged = 0;
    for (const item of await rescue.list({ field_run: run })) {
      if (session.laws.whyNotErase(item, proof) !== null || item._rev > floor) continue;
      await rescue.erase(item.id);
      purged++;
    }
    return purged;
  });
}

/**
 * The run and everything in it, if and only if the server has all of it. Else the records that stand in the way, and nothing is
 * erased.
 */
export async function eraseRun(session: SessionCore, run: string, proof: Proof | null): Promise<readonly LightItem[]> {
  const floor = await raiseFloor(session, await listRun(session, run));
  return session.store.runs(async (tx) => {
    const here: LightItem[] = [];
    for (const kind of CHILD_KINDS) here.push(...(await tx.table(kind).list({ field_run: run })));
    const row = await tx.table('run').get(run);
    if (row !== undefined) here.push(row);
    const unsafe = here.filter((item) => session.laws.whyNotErase(item, proof) !== null || item._rev > floor);
    if (unsafe.length > 0) return unsafe;
    for (const item of here) await tx.table(item.kind).erase(item.id);
    return [];
  });
}

/** P12: what is old and confirmed. The run's cursors start again, so that what is wanted later comes back. */
export async function eraseOld(
  session: SessionCore,
  run: string,
  proof: Proof | null,
  isOld: (item: LightItem) => boolean,
): Promise<number> {
  const floor = await raiseFloor(session, await listRun(session, run));
  return session.store.runs(async (tx) => {
    let erased = 0;
    let left = 0;
    for (const kind of CHILD_KINDS) {
      for (const item of await tx.table(kind).list({ field_run: run })) {
        if (!isOld(item) || session.laws.whyNotErase(item, proof) !== null || item._rev > floor) left++;
        else {
          await tx.table(kind).erase(item.id);
          erased++;
        }
      }
    }
    const row = await tx.table('run').get(run);
    if (row === undefined || row.run === null) return erased;
    if (left === 0 && isOld(row) && session.laws.whyNotErase(row, proof) === null && row._rev <= floor) {
      await tx.table('run').erase(run);
      return erased + 1;
    }
    if (erased > 0) await tx.table('run').put({ ...row, run: startAgain(row.run) });
    return erased;
  });
}

/** The last step of a move: the original goes only if it is still what was copied. */
export function eraseCopied(store: Store, from: Shelf, copied: Item): Promise<boolean> {
  const inTable = async (table: ItemTable) => {
    const now = await table.get(copied.id);
    if (now === undefined) return true;
    if (!isSameRecord(now, copied)) return false;
    await table.erase(copied.id);
    return true;
  };
  return from === 'runs' ? store.runs((tx) => inTable(tx.table(copied.kind))) : store.safety((tx) => inTable(tx.rescue));
}

/** What an interrupted move left in rescue although the record went on living in its run. */
export async function eraseOlderCopies(store: Store): Promise<void> {
  const aside = await store.safety(({ rescue }) => rescue.list({}));
  if (aside.length === 0) return;
  const older = await store.runs(async (tx) => {
    const found: LightItem[] = [];
    for (const copy of aside) if ((await tx.table(copy.kind).get(copy.id))?._since === copy._since) found.push(copy);
    return found;
  });
  if (older.length === 0) return;
  await store.safety(async ({ rescue }) => {
    for (const copy of older) if ((await rescue.get(copy.id))?._since === copy._since) await rescue.erase(copy.id);
  });
}

/** A10: lies in the trash already; leaves its place if it is still deleted and still unknown to the server. */
export function eraseTrashed(store: Store, from: Shelf, trashed: Item): Promise<boolean> {
  const inTable = async (table: ItemTable) => {
    const now = await table.get(trashed.id);
    if (now === undefined) return true;
    if (now.is_deleted === 0 || !isNeverSent(now) || now._rev !== trashed._rev) return false;
    await table.erase(now.id);
    return true;
  };
  return from === 'runs' ? store.runs((tx) => inTable(tx.table(trashed.kind))) : store.safety((tx) => inTable(tx.rescue));
}

/** What the user has thrown away and now, knowingly, throws away for good. */
export function emptyTrash(store: Store): Promise<number> {
  return store.safety(async ({ trash }) => {
    const items = await trash.list({});
    for (const item of items) await trash.erase(item.id);
    return items.length;
  });
}

/** Takes a record out of the trash whose return to its run has been committed. */
export function eraseRestored(store: Store, id: string): Promise<void> {
  return store.safety(({ trash }) => trash.erase(id));
}

export function eraseDraft(store: Store, id: string): Promise<void> {
  return store.safety(({ drafts }) => drafts.erase(id));
}

/** Rungs of the ladder when the storage is full (B3): ballast and layers can be made or fetched again. */
export function eraseBallast(store: Store): Promise<number> {
  return store.safety(async ({ ballast }) => {
    const ids = await ballast.ids();
    for (const id of ids) await ballast.erase(id);
    return ids.length;
  });
}

/** Pieces of base maps, which go before everything else that was fetched: of one run, or of all. */
export function eraseBaseMaps(store: Store, run?: string): Promise<number> {
  return store.safety(async ({ layers }) => {
    const ids = (await layers.ids()).filter((id) => isBaseMapKey(id, run));
    for (const id of ids) await layers.erase(id);
    return ids.length;
  });
}

export function eraseLayers(store: Store): Promise<number> {
  return store.safety(async ({ layers }) => {
    const ids = await layers.ids();
    for (const id of ids) await layers.erase(id);
    return ids.length;
  });
}

/** Layers of runs that have left the device. Their ids begin with their run's, so that no bytes are read to tell. */
export function eraseLayersExcept(store: Store, runs: ReadonlySet<string>): Promise<number> {
  return store.safety(async ({ layers }) => {
    const gone = (await layers.ids()).filter((id) => !runs.has(id.split('/')[0] ?? ''));
    for (const id of gone) await layers.erase(id);
    return gone.length;
  });
}

/** The bytes of photos that the server holds, by hash and by manifest; the records stay. */
export function eraseConfirmedBytes(session: SessionCore): Promise<number> {
  return session.store.runs(async (tx) => {
    let freed = 0;
    for (const light of await tx.table('image').list({})) {
      const image = await tx.table('image').get(light.id);
      if (image?.file == null || session.laws.whyNotErase(image, session.proofs.get(image.field_run) ?? null) !== null) continue;
      await tx.table('image').put({ ...image, file: null, _sha256: null });
      freed++;
    }
    return freed;
  });
}

/** Everything of a run that lies in its run, children first. */
export function listRun(session: SessionCore, run: string): Promise<readonly LightItem[]> {
  return session.store.runs(async (tx) => {
    const items: LightItem[] = [];
    for (const kind of CHILD_KINDS) items.push(...(await tx.table(kind).list({ field_run: run })));
    const row = await tx.table('run').get(run);
    return row === undefined ? items : [...items, row];
  });
}

export function isSameRecord(a: Item, b: Item): boolean {
  if (a === b) return true;
  const { file: x, _moved_on: _, _run_name: __, ...left } = a;
  const { file: y, _moved_on: ___, _run_name: ____, ...right } = b;
  return isEqual(left, right) && isSameBytes(x, y);
}

export function isSameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null || a.length !== b.length) return a === b;
  return a.every((byte, i) => byte === b[i]);
}
