import type { LightItem } from '@dmse/sync/item';
import type { Session } from '@dmse/sync/session';
import { watchFieldChanges } from '../../session/field-changes.ts';

/**
 * The pictures of this device without their bytes. A picture's bytes lie in its row, so a list of them reads them all; here each is read
 * once, and again only when it has changed. For screens: the engine reads for itself, inside its transactions.
 */
let known: Map<string, LightItem> | null = null;
let knownOf: Session | null = null;
const stale = new Set<string>();
let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  watchFieldChanges(({ images }) => {
    for (const id of images) stale.add(id);
  });
  // A tab that slept may have missed something.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') known = null;
  });
}

/** All of them, or those of one run; deleted ones too. */
export async function listLocalImages(session: Session, runId?: string): Promise<readonly LightItem[]> {
  watch();
  const images = await refresh(session);
  return [...images.values()].filter((image) => runId === undefined || image.field_run === runId);
}

async function refresh(session: Session): Promise<ReadonlyMap<string, LightItem>> {
  const from = known;
  if (from === null || knownOf !== session) {
    stale.clear();
    const all = await session.store.runs((tx) => tx.table('image').list({}));
    known = new Map(all.map((image) => [image.id, image]));
    knownOf = session;
    return known;
  }
  const ids = [...stale];
  stale.clear();
  if (ids.length === 0) return from;
  const found = await session.store.runs((tx) => Promise.all(ids.map((id) => tx.table('image').get(id))));
  const next = new Map(from);
  ids.forEach((id, at) => {
    const item = found[at];
    if (item === undefined) next.delete(id);
    else {
      const { file: _, ...light } = item;
      next.set(id, light);
    }
  });
  // Two readings at once: what the other has seen stays stale for the next.
  if (known === from) known = next;
  else for (const id of ids) stale.add(id);
  return next;
}
