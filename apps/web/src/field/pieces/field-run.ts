import type { SitesSettings } from '@dmse/contract/sites/settings';
import { createContext, useContext } from 'react';

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
