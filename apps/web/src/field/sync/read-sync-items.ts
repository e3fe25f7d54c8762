import type { LightItem } from '@dmse/sync/item';
import type { Session } from '@dmse/sync/session';
import { type ItemState, listItems, stateOf } from './sync-counts.ts';
import { nameItem, sayError } from './sync-text.ts';

export type SyncItem = {
  readonly id: string;
  readonly item: LightItem;
  readonly name: string;
  readonly state: ItemState;
  readonly error: string | null;
  /** lies in rescue: its run has left the device */
  readonly isAside: boolean;
};

const ORDER: Readonly<Record<ItemState, number>> = { error: 0, sent: 1, local: 2, confirmed: 3 };

/** Every record of the device or of a run, what needs somebody first, newest first within. */
export async function readSyncItems(session: Session, runId?: string): Promise<readonly SyncItem[]> {
  const { here, aside } = await listItems(session, runId);
  const all = new Map([...here, ...aside].map((item) => [item.id, item]));
  return [...all.values()]
    .map((item): SyncItem => {
      const state = stateOf(item);
      const error = state === 'error' ? sayError(item) : null;
      return { id: item.id, item, name: nameItem(item, all), state, error, isAside: item._moved_on !== null };
    })
    .sort((a, b) => ORDER[a.state] - ORDER[b.state] || (b.item.updated_on ?? '').localeCompare(a.item.updated_on ?? ''));
}
