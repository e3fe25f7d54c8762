import { useEffect } from 'react';
import { hasFieldData } from '../session/unsynced.ts';

const AFTER_START = 2000;

/** On a device that holds field data every page of the app sends it; on all others the field app's code is not even loaded. */
export function useFieldSync(): void {
  useEffect(() => {
    const timer = setTimeout(async () => {
      if (await hasFieldData()) (await import('../field/sync/sync-driver.ts')).startSyncDriver();
    }, AFTER_START);
    return () => clearTimeout(timer);
  }, []);
}
