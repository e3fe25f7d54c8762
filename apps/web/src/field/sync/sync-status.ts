import type { Stop } from '@dmse/sync/pass';
import { createStore } from '../../session/store.ts';

/** What the last passes of the engine said. Every tab knows it, whichever of them ran the pass. */
export type SyncStatus = {
  readonly isSyncing: boolean;
  /** the engine's own word in its last whole pass, taken back as soon as anything unsent is written */
  readonly isGreen: boolean;
  /** why the last pass ended early */
  readonly stopped: Stop | 'BUSY' | null;
  /** the session has ended: collecting goes on, sending waits */
  readonly needsSignIn: boolean;
  /** when a pass last went through, by this device's clock */
  readonly passed_on: string | null;
  /** automatic sending waits: for Wi-Fi, or for somebody to say whether this is Wi-Fi */
  readonly waitsFor: 'WIFI' | 'ASK_WIFI' | null;
};

const START: SyncStatus = { isSyncing: false, isGreen: false, stopped: null, needsSignIn: false, passed_on: null, waitsFor: null };
const CHANNEL = 'dmse-field-sync';

export const syncStatus = createStore<SyncStatus>(START);

let channel: BroadcastChannel | null | undefined;

/** Hears from other tabs; called once by the driver. */
export function shareSyncStatus(): void {
  if (channel !== undefined) return;
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  channel?.addEventListener('message', (event: MessageEvent<Partial<SyncStatus>>) => {
    syncStatus.set({ ...syncStatus.get(), ...event.data });
  });
}

export function resetSyncStatus(): void {
  syncStatus.set(START);
}

/** `isOwn`: concerns this tab alone. */
export function noteSync(change: Partial<SyncStatus>, isOwn = false): void {
  const now = syncStatus.get();
  const news = Object.entries(change).filter(([name, value]) => now[name as keyof SyncStatus] !== value);
  if (news.length === 0) return;
  syncStatus.set({ ...now, ...change });
  if (!isOwn) channel?.postMessage(change);
}
