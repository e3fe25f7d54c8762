import { ALL_LOADED, addNotLoaded, type NotLoaded } from '@dmse/domain/sites/not-loaded';
import type { LightItem } from '@dmse/sync/item';
import { countMissing, isLoadedWhole } from '@dmse/sync/rules/loaded';
import { isUnsettled } from '@dmse/sync/rules/new-item';
import type { Session } from '@dmse/sync/session';
import { listLocalImages } from '../device/local-images.ts';
import { listLocalLayers } from '../device/local-layers.ts';

/** One record's way: only here · sent, not answered · refused · on the server by its own word. */
export type ItemState = 'local' | 'sent' | 'error' | 'confirmed';

export function stateOf(item: LightItem): ItemState {
  if (item.error_status_code !== null) return 'error';
  if (item._sent !== null) return 'sent';
  return isUnsettled(item) ? 'local' : 'confirmed';
}

export type SyncCounts = {
  readonly local: number;
  readonly sent: number;
  readonly errors: number;
  readonly confirmed: number;
  /** local, sent and refused together: what would be lost with the device */
  readonly unsynced: number;
  readonly conflicts: number;
  /** of the unsynced, those put aside when their run left the device */
  readonly rescue: number;
  /** of the unsynced, those captured by somebody other than who is signed in */
  readonly others: number;
  readonly oldest_unsynced: string | null;
  readonly last_sync: string | null;
  /** what the server's own list said in the last whole comparison of the run */
  readonly verified: { readonly at: string; readonly matched: number; readonly total: number } | null;
  /** what the server has of the run, or of all runs on this device, and this device has not */
  readonly not_loaded: NotLoaded;
};

export const NO_COUNTS: SyncCounts = {
  local: 0,
  sent: 0,
  errors: 0,
  confirmed: 0,
  unsynced: 0,
  conflicts: 0,
  rescue: 0,
  others: 0,
  oldest_unsynced: null,
  last_sync: null,
  verified: null,
  not_loaded: ALL_LOADED,
};

/** Everything on this device, or of one run, without the bytes; what lies in rescue included. */
export async function listItems(session: Session, runId?: string): Promise<{ here: readonly LightItem[]; aside: readonly LightItem[] }> {
  const filter = runId === undefined ? {} : { field_run: runId };
  const images = await listLocalImages(session, runId);
  const here = await session.store.runs(async (tx) => {
    const items: LightItem[] = [];
    for (const kind of ['run', 'point', 'pipe'] as const) items.push(...(await tx.table(kind).list(filter)));
    return [...items, ...images];
  });
  const known = new Set(here.map(({ id }) => id));
  const aside = await session.store.safety(({ rescue }) => rescue.list(filter));
  // a move that was interrupted leaves two copies of one record
  return { here, aside: aside.filter(({ id }) => !known.has(id)) };
}

export async function readCounts(session: Session, runId?: string): Promise<SyncCounts> {
  const { here, aside } = await listItems(session, runId);
  const user = session.tools.user();
  const count = { local: 0, sent: 0, error: 0, confirmed: 0 };
  let [conflicts, others, rescue] = [0, 0, 0];
  let oldest: string | null = null;
  for (const item of [...here, ...aside]) {
    const state = stateOf(item);
    count[state] += 1;
    if (item._conflict.length > 0) conflicts += 1;
    if (state === 'confirmed') continue;
    if (item._owner !== null && item._owner !== user) others += 1;
    if (item._moved_on !== null) rescue += 1;
    const since = item.updated_on ?? item.stored_on;
    if (oldest === null || since < oldest) oldest = since;
  }
  const runs = here.filter((item) => item.kind === 'run');
  const last = runs.map((run) => run.run?.last_sync ?? null);
  return {
    local: count.local,
    sent: count.sent,
    errors: count.error,
    confirmed: count.confirmed,
    unsynced: count.local + count.sent + count.error,
    conflicts,
    rescue,
    others,
    oldest_unsynced: oldest,
    // the run that has waited longest speaks for the device
    last_sync: last.includes(null) ? null : (last.sort()[0] ?? null),
    verified: runId === undefined ? null : (runs[0]?.run?.verified ?? null),
    not_loaded: addNotLoaded(await Promise.all(runs.map((run) => readNotLoaded(session, run, here)))),
  };
}

/** SYNC-D14: what of a run is not on this device. `items`: those that are, of any run. */
export async function readNotLoaded(session: Session, run: LightItem, items: readonly LightItem[]): Promise<NotLoaded> {
  const held = run.run?.held ?? null;
  const missing = countMissing(
    held,
    items.filter(({ field_run }) => field_run === run.id),
  );
  const layers = await listLocalLayers(session, run.id);
  const here = layers.filter((layer) => layer.isHere).length;
  return {
    points: missing.point,
    pipes: missing.pipe,
    photos: missing.image,
    layers: Math.max(held?.layer ?? 0, layers.length) - here,
    is_whole: isLoadedWhole(run),
  };
}
