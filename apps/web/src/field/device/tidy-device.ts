import { KEPT_FREE_BYTES } from '@dmse/domain/places/base-map-pack';
import { fillBallast } from '@dmse/sync/local/storage';
import { forcedClean } from '@dmse/sync/retention';
import { eraseBaseMaps } from '@dmse/sync/safe-delete';
import type { Session } from '@dmse/sync/session';

/** What the browser has left for us; null where it does not say. */
export async function freeBytes(): Promise<number | null> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0);
}

/**
 * After a pass, when space is short: base maps go first, then follows the four-day clean. Not otherwise, because a crew that loads its run on Thursday wants to find it on
 * the device on Tuesday. It removes only what the server has confirmed.
 */
export async function makeRoom(session: Session): Promise<number> {
  const free = await freeBytes();
  if (free === null || free >= KEPT_FREE_BYTES) return 0;
  const tiles = await eraseBaseMaps(session.store);
  if (tiles > 0) return tiles;
  return (await forcedClean(session)).erased;
}

/** Asks the browser to keep the data, and lays the ballast that is thrown out first when the storage is full. Once per page. */
let isPrepared = false;
export async function prepareStorage(session: Session): Promise<void> {
  if (isPrepared) return;
  isPrepared = true;
  await navigator.storage?.persist?.().catch(() => false);
  await fillBallast(session).catch(() => false);
}
