import type { SitesSettings } from '@dmse/contract/sites/settings';
import { createContext, useContext } from 'react';
import type { SyncState } from '../device/use-field.tsx';

/** The run whose pages are open, and what all of them need to know. */
export type OpenRun = {
  readonly id: string;
  readonly name: string;
  /** Metres beyond which a position is warned of. */
  readonly gate: number;
  /** Null until they have reached this device. */
  readonly settings: SitesSettings | null;
  readonly openSync: () => void;
};

export const FieldRunContext = createContext<OpenRun | null>(null);

export function useFieldRun(): OpenRun {
  const run = useContext(FieldRunContext);
  if (!run) throw new Error('A page of the field app was drawn outside of a run.');
  return run;
}

/** Counted once for all parts of a page; apart from the run, because it changes with every step of a sync. */
export const RunSyncContext = createContext<SyncState | null>(null);

export function useRunSync(): SyncState {
  const state = useContext(RunSyncContext);
  if (!state) throw new Error('A page of the field app was drawn outside of a run.');
  return state;
}
