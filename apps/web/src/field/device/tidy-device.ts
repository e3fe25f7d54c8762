import { fillBallast } from '@dmse/sync/local/storage';
import { forcedClean } from '@dmse/sync/retention';
import type { Session } from '@dmse/sync/session';

/** What the checklist asks for; below it, what is old and confirmed makes room. */
const ENOUGH_BYTES = 500 * 1024 * 1024;

async function freeBytes(): Promise<number | null> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0);
}

/**
 * After a pass: the four-day clean when space is short. Not otherwise, because a crew that loads its run on Thursday wants to find it on
 * the device on Tuesday. It removes only what the server has confirmed.
 */
export async function makeRoom(session: Session): Promise<number> {
  const free = await freeBytes();
  if (free === null || free >= ENOUGH_BYTES) return 0;
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
