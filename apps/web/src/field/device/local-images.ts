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
/** Readings stand in a line: a second one that overtook the first would not see what the first has taken upon itself. */
let line: Promise<unknown> = Promise.resolve();
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
  const reading = line.then(() => refresh(session));
  line = reading.catch(() => undefined);
  const images = await reading;
  return [...images.values()].filter((image) => runId === undefined || image.field_run === runId);
}

async function refresh(session: Session): Promise<ReadonlyMap<string, LightItem>> {
  const ids = [...stale];
  stale.clear();
  try {
    const next = known === null || knownOf !== session ? await readAll(session) : await readSome(session, known, ids);
    known = next;
    knownOf = session;
    return next;
  } catch (error) {
    for (const id of ids) stale.add(id);
    throw error;
  }
}

async function readAll(session: Session): Promise<Map<string, LightItem>> {
  const all = await session.store.runs((tx) => tx.table('image').list({}));
  return new Map(all.map((image) => [image.id, image]));
}

async function readSome(session: Session, from: Map<string, LightItem>, ids: readonly string[]): Promise<Map<string, LightItem>> {
  if (ids.length === 0) return from;
  const found = await session.store.runs((tx) => Promise.all(ids.map((id) => tx.table('image').get(id))));
  const next = new Map(from);
  for (const [at, id] of ids.entries()) {
    const item = found[at];
    if (item === undefined) {
      next.delete(id);
      continue;
    }
    const { file: _, ...light } = item;
    next.set(id, light);
  }
  return next;
}
