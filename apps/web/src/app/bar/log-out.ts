import { csrfToken } from '../../api/call.ts';
import { showToast } from '../../parts/toast/toast-store.ts';
import { settleSaves } from '../../session/pending-saves.ts';
import { createStore } from '../../session/store.ts';
import { forgetStored } from '../../session/stored.ts';
import { countUnsynced } from '../../session/unsynced.ts';

/** Caches of answers begin so. The app's own files and the field databases are not theirs to clear. */
const API_CACHES = 'api-';

/** How many items the person is being warned about, or null while nobody is. */
export const logOutWarning = createStore<number | null>(null);

async function forgetPerson(): Promise<void> {
  forgetStored();
  if (typeof caches === 'undefined') return;
  for (const name of await caches.keys()) if (name.startsWith(API_CACHES)) await caches.delete(name);
}

/** Ends the session, forgets the person on this device and reloads. Field data that has not been synced stays where it is. */
export async function logOut(reload: () => void = () => window.location.reload()): Promise<void> {
  await settleSaves();
  const response = await fetch('/auth/logout/', {
    method: 'POST',
    headers: { 'X-CSRFToken': csrfToken() },
    credentials: 'same-origin',
    redirect: 'manual',
  }).catch(() => null);
  if (!response) {
    showToast({
      text: 'The server cannot be reached, so you are still signed in.',
      subtitle: 'Log out again once there is a network.',
      icon: 'cloud_off',
      colour: 'warning',
    });
    return;
  }
  const isOut = response.ok || response.type === 'opaqueredirect' || response.status === 401;
  if (!isOut) {
    showToast({ text: 'You could not be logged out. Reload the page and try again.', icon: 'error', colour: 'error' });
    return;
  }
  await forgetPerson();
  reload();
}

/** What the Logout entries do: first a warning when field data on this device has not reached the server. */
export async function requestLogOut(): Promise<void> {
  const unsynced = await countUnsynced().catch(() => 0);
  if (unsynced > 0) logOutWarning.set(unsynced);
  else await logOut();
}
