import { isOnline } from '../session/connection.ts';
import { settleSaves } from '../session/pending-saves.ts';
import { createStore } from '../session/store.ts';

const CHECK_EVERY = 60 * 60_000;
const TAKES_OVER = 8_000;

/** Has a newer version been fetched, and is it waiting to be used? */
export const updateReady = createStore(false);

let registration: ServiceWorkerRegistration | undefined;

function watchInstalling(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    // Without a controller this is the very first install: nothing is replaced, so there is nothing to ask.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) updateReady.set(true);
  });
}

/** Registers the service worker and looks for a newer one every hour. Where there is none to be had (an insecure origin, a browser that blocks them), nothing happens. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    registration = await navigator.serviceWorker.register('/app/sw.js', { scope: '/app/' });
  } catch (error) {
    console.warn('The service worker could not be registered; the app will not open offline.', error);
    return;
  }
  // A browser that blocks service workers may answer with nothing instead of refusing.
  if (!registration) return;
  if (registration.waiting && navigator.serviceWorker.controller) updateReady.set(true);
  watchInstalling(registration.installing);
  registration.addEventListener('updatefound', () => watchInstalling(registration?.installing ?? null));
  setInterval(() => void checkForUpdate(), CHECK_EVERY);
}

export async function checkForUpdate(): Promise<void> {
  if (isOnline()) await registration?.update().catch((error: unknown) => console.warn('No update could be looked for.', error));
}

/** Lets what is being saved end, then hands over to the waiting version and reloads once it is in charge. */
export async function applyUpdate(reload: () => void = () => window.location.reload()): Promise<void> {
  await settleSaves();
  const waiting = registration?.waiting ?? (await navigator.serviceWorker.getRegistration('/app/'))?.waiting;
  if (!waiting) return reload();
  const inCharge = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });
  waiting.postMessage({ type: 'SKIP_WAITING' });
  // A browser lets a worker that is still busy end first, for minutes if need be. The page does not wait for that: it loads anew, and is
  // offered the version again should it not be in charge by then.
  await Promise.race([inCharge, new Promise((resolve) => setTimeout(resolve, TAKES_OVER))]);
  reload();
}
