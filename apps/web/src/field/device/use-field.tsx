/**
 * The field app's hooks. Using any of them starts the sync driver of the page.
 *
 *   const session = useFieldSession();                                    // for the actions of @dmse/sync/local/*
 *   const { value: points } = useLocalValue(['points', run],              // read again after every change, in any tab
 *     (session) => session.store.runs((tx) => tx.table('point').list({ field_run: run })));
 *   const sync = useSyncState(run);                                       // counts, last sync, link, isGreen; without a run: the device
 *   await syncNow(run);                                                   // the button; the run first, then everything
 *
 * `value` is undefined only until the first reading; it stays while it is read again. The key must name everything `read` depends on.
 * Pictures: read them with listLocalImages(session, run) of local-images.ts, which does not read all their bytes each time.
 * Drafts, settings and other small notes do not wake a value unless `also` names their place: { also: ['drafts'] }.
 */
import { FIELD_RECORDS, sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import type { Session } from '@dmse/sync/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { useConnected } from '../../session/connection.ts';
import type { FieldPlace } from '../../session/field-changes.ts';
import { useStore } from '../../session/store.ts';
import { NO_COUNTS, readCounts, type SyncCounts } from '../sync/sync-counts.ts';
import { startSyncDriver } from '../sync/sync-driver.ts';
import { type SyncStatus, syncStatus } from '../sync/sync-status.ts';
import { openFieldSession } from './field-session.ts';
import { followLocal } from './follow-local.ts';

export { syncNow } from '../sync/sync-driver.ts';

export function useFieldSession(): Session {
  useEffect(startSyncDriver, []);
  return openFieldSession();
}

export type LocalValue<T> = { readonly value: T | undefined; readonly error: unknown };
export type LocalOptions = { readonly also?: readonly FieldPlace[]; readonly gap?: number };

export function useLocalValue<T>(
  key: string | readonly unknown[],
  read: (session: Session) => Promise<T>,
  { also, gap }: LocalOptions = {},
): LocalValue<T> {
  const session = useFieldSession();
  const name = JSON.stringify(key);
  const places = also?.join(' ') ?? '';
  const [state, setState] = useState<LocalValue<T> & { name: string }>({ name, value: undefined, error: null });
  const readNow = useEffectEvent(() => read(session));
  useEffect(
    () =>
      followLocal<T>({
        read: () => readNow(),
        onValue: (value) => setState({ name, value, error: null }),
        onError: (error) => setState((old) => ({ name, value: old.name === name ? old.value : undefined, error })),
        also: places.split(' ') as FieldPlace[],
        gap,
      }),
    [name, places, gap],
  );
  // Of another key nothing is known yet; the old value would be somebody else's.
  return state.name === name ? state : { value: undefined, error: null };
}

export type SyncState = SyncCounts &
  Omit<SyncStatus, 'isGreen'> & {
    /** false until the records have been counted */
    readonly isCounted: boolean;
    readonly link: 'online' | 'offline' | 'checking';
    /** The engine has said so in its last whole pass, nothing has been written since that the server lacks, and the run is here whole. */
    readonly isGreen: boolean;
  };

/** Counting reads every record of the device, so not at each step of a sync. */
const COUNT_GAP = 400;

export function useSyncState(runId?: string): SyncState {
  const isConnected = useConnected();
  const status = useStore(syncStatus);
  const { value } = useLocalValue(['sync-counts', runId ?? null], (session) => readCounts(session, runId), { gap: COUNT_GAP });
  const counts = value ?? NO_COUNTS;
  const isWhole = sayNotLoaded(counts.not_loaded, FIELD_RECORDS) === null;
  return {
    ...counts,
    ...status,
    isCounted: value !== undefined,
    link: !isConnected ? 'offline' : status.isSyncing ? 'checking' : 'online',
    isGreen: status.isGreen && value !== undefined && counts.unsynced === 0 && counts.errors === 0 && isWhole,
  };
}
