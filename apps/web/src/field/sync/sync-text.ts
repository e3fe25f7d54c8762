import { relativeTime } from '@dmse/domain/dates/relative';
import { FIELD_RECORDS, sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import type { SyncResult } from '@dmse/sync/engine';
import type { LightItem } from '@dmse/sync/item';
import { isRestarting } from '../../session/connection.ts';
import type { SyncState } from '../device/use-field.tsx';
import type { ItemState } from './sync-counts.ts';

export function countItems(count: number): string {
  return count === 1 ? 'One item' : `${count} items`;
}

export const STATE_WORDS: Readonly<Record<ItemState, string>> = {
  local: 'Only on this device',
  sent: 'Sent, not confirmed yet',
  error: 'Refused by the server',
  confirmed: 'Confirmed by the server',
};

/** What the record is called where people talk about it. */
export function nameItem(item: LightItem, all: ReadonlyMap<string, LightItem>): string {
  const name = typeof item.fields.name === 'string' && item.fields.name !== '' ? item.fields.name : null;
  const shot = typeof item.fields.fieldrun_shot === 'string' ? all.get(item.fields.fieldrun_shot) : undefined;
  const structure = (id: unknown) => (typeof id === 'string' ? String(all.get(id)?.fields.name ?? '?') : 'open end');
  switch (item.kind) {
    case 'run':
      return `Run ${name ?? 'without a name'}`;
    case 'point':
      return ['Point', name ?? 'without a number', item.fields.code].filter(Boolean).join(' ');
    case 'pipe':
      return `Pipe ${structure(item.fields.start_structure)} – ${structure(item.fields.end_structure)}`;
    case 'image':
      return shot ? `Photo of point ${String(shot.fields.name ?? '')}`.trim() : `Photo ${name ?? ''}`.trim();
  }
}

/** Why the server would not have it, and what becomes of it. */
export function sayError({ error_status_code: status, error_reason, _quarantined }: LightItem): string {
  const reason = error_reason?.trim() ?? '';
  const copy = _quarantined === null ? '' : ' The office holds a copy of it.';
  if (status === 403) return `You may not send this any more: ${reason || 'your role has changed.'}${copy}`;
  if (status === 413) return 'It is too large for a machine on the way. It will be sent in pieces.';
  if (status === 507) return 'The server’s storage is full. It stays on this device and is tried again.';
  if (status !== null && status >= 500) return 'The server had a problem of its own. It stays on this device and is tried again.';
  return `${reason || `The server answered ${status}.`}${copy} It stays on this device until it is put right.`;
}

/** Why the last attempt did not go through; null when there is nothing to say. */
export function sayStop(state: Pick<SyncState, 'stopped' | 'link' | 'needsSignIn' | 'waitsFor'>): string | null {
  if (state.needsSignIn) return 'Your session has ended. Go on collecting; sign in to sync.';
  if (state.link === 'offline' && isRestarting())
    return 'The server is being restarted. Everything is kept on this device and goes up by itself in a moment.';
  if (state.link === 'offline')
    return 'There is no connection to the server. Everything is kept on this device and goes up by itself later.';
  if (state.waitsFor === 'WIFI') return 'You asked to upload on Wi-Fi only. Press “Sync now” to send over this connection.';
  if (state.waitsFor === 'ASK_WIFI')
    return 'You asked to upload on Wi-Fi only, and this browser does not tell whether this is one. Press “Sync now” if it is.';
  switch (state.stopped) {
    case 'NO_ANSWER':
      return 'The server did not answer. It is tried again by itself.';
    case 'LIMITED':
      return 'The server asks to be slower. It is tried again by itself.';
    case 'CSRF':
      return 'The server does not trust this page any more. Reload it.';
    case 'STORAGE_FULL':
      return 'This device’s storage is full. Export, or free some space.';
    case 'STORE_BROKEN':
      return 'The browser could not read this device’s data. Reload the app; if the problem continues, export.';
    case 'BUSY':
    case 'LOCK_LOST':
      return 'Another tab is syncing.';
    default:
      return null;
  }
}

/** The line on top of everything else. */
export function saySummary(state: SyncState): string {
  if (!state.isCounted) return 'Counting…';
  if (state.isGreen) return 'Everything on this device is on the server.';
  if (state.unsynced === 0 && sayNotLoaded(state.not_loaded, FIELD_RECORDS) !== null) return 'Nothing is waiting to be sent.';
  if (state.unsynced === 0)
    return state.link === 'offline' ? 'Nothing is waiting; the server could not be asked.' : 'Nothing is waiting; asking the server…';
  const refused = state.errors > 0 ? `, ${state.errors} of them refused` : '';
  return `${countItems(state.unsynced)} not on the server yet${refused}.`;
}

/** When the server's list was last compared. It never covers what is still on the device only. */
export function sayTimes(state: Pick<SyncState, 'verified' | 'last_sync' | 'unsynced' | 'confirmed'>, now: string): string {
  const { verified, last_sync, unsynced, confirmed } = state;
  if (!verified) return last_sync ? `Last sync ${relativeTime(last_sync, now)}.` : 'Not synced yet.';
  const when = `verified on the server ${relativeTime(verified.at, now)}`;
  if (unsynced === 0) return `V${when.slice(1)} (${verified.matched} of ${verified.total} records).`;
  if (confirmed === 0) return `Last ${when}.`;
  return confirmed === 1 ? `The other record was ${when}.` : `The other ${confirmed} records were ${when}.`;
}

/** What came of a press on "Sync now", for those who look away from the sheet. */
export function sayResult(result: SyncResult): string {
  if (!result.ran) {
    if (result.why === 'OFFLINE') return 'The server cannot be reached. Everything stays on this device.';
    return result.why === 'BUSY' ? 'Another tab is syncing already.' : 'The data on this device could not be read.';
  }
  if (result.stopped === 'SIGN_IN') return 'Sign in to sync. Everything stays on this device.';
  if (result.green) return 'Everything on this device is on the server.';
  const left = (result.counts?.waiting ?? 0) + (result.counts?.failed ?? 0);
  return left > 0 ? `${countItems(left)} could not be sent yet.` : 'Sent; the server’s list is still being compared.';
}
