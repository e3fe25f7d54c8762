import { createLockSpace, openMemoryLock } from '@dmse/sync/memory/memory-lock';
import type { Lock } from '@dmse/sync/ports';

/**
 * The engine's locks over all tabs and workers of this origin. Where the browser has none (an insecure address), they hold within
 * this tab; the server's own rules keep two tabs from doing harm.
 */
export function openWebLock(locks: LockManager | undefined = globalThis.navigator?.locks): Lock {
  if (locks === undefined) return openMemoryLock(createLockSpace(), {});
  return {
    hold: async (name, { mode, steal }, work) => {
      let isHeld = true;
      let working: ReturnType<typeof work> | null = null;
      try {
        return await locks.request(name, steal ? { mode: 'exclusive', steal: true } : { mode, ifAvailable: true }, (lock) => {
          if (lock === null) return null;
          working = work({ isHeld: () => isHeld });
          return working;
        });
      } catch (error) {
        // Robbed: the request ends at once while the work goes on, until it asks its lease.
        if (working === null || !(error instanceof DOMException) || error.name !== 'AbortError') throw error;
        isHeld = false;
        return await working;
      }
    },
    isHeld: async (name) => ((await locks.query()).held ?? []).some((lock) => lock.name === name),
  };
}
