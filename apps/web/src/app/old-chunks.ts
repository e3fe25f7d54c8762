import { settleSaves } from '../session/pending-saves.ts';

const KEY = 'dmse.reloaded-for-chunks';
const MINUTE = 60_000;

/**
 * A tab left open over an update asks for files that are gone. Reloading brings the new ones; once a minute at most, so that a file
 * that is really missing shows its error instead of reloading for ever.
 */
export function recoverFromOldChunks(reload: () => void = () => window.location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < MINUTE) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    void settleSaves().then(reload);
  });
}
