import type { LightItem } from './item.ts';
import type { SessionCore } from './session-core.ts';

/**
 * A revision number may be used once per record and device, for ever: the server knows a push by it, and would answer a reused one
 * from memory. A record that was erased here and is pulled again therefore begins above every revision this device has erased.
 */
export async function readFloor(session: SessionCore): Promise<number> {
  const known = await session.store.safety(({ meta }) => meta.get('rev_floor'));
  return typeof known?.value.rev === 'number' ? known.value.rev : 0;
}

/** Written before anything is erased, so that a crash in between only leaves the floor higher than it need be. */
export async function raiseFloor(session: SessionCore, items: readonly LightItem[]): Promise<number> {
  const highest = items.reduce((rev, item) => Math.max(rev, item._rev), 0);
  return session.store.safety(async ({ meta }) => {
    const known = (await meta.get('rev_floor'))?.value.rev;
    const floor = typeof known === 'number' ? known : 0;
    if (highest > floor) await meta.put({ id: 'rev_floor', value: { rev: highest } });
    return Math.max(floor, highest);
  });
}
