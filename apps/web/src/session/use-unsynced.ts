import { useEffect, useState } from 'react';
import { watchFieldChanges } from './field-changes.ts';
import { readUnsynced, type Unsynced } from './unsynced.ts';

const GAP = 500;

/** What waits on this device, counted again after every change in any tab; undefined until counted. Loads nothing of the field app. */
export function useUnsynced(): Unsynced | undefined {
  const [counted, setCounted] = useState<Unsynced>();
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = async () => {
      timer = undefined;
      const now = await readUnsynced().catch(() => null);
      if (!isGone && now) setCounted((old) => (old?.unsynced === now.unsynced && old.failed === now.failed ? old : now));
    };
    const soon = () => {
      timer ??= setTimeout(() => void count(), GAP);
    };
    const stop = watchFieldChanges(soon);
    const onVisible = () => document.visibilityState === 'visible' && soon();
    document.addEventListener('visibilitychange', onVisible);
    void count();
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
  return counted;
}
