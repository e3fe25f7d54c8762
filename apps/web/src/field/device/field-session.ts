/**
 * The field app's session: one per page, over the two databases of this device.
 *
 *   const session = openFieldSession();                         // cheap, at once, always the same one
 *   await createPoint(session, { field_run, fields, photos });   // @dmse/sync/local/*: capture, edit, drafts, rescue …
 *
 * Reading and writing need no network and no signed-in session. Screens use the hooks of use-field.tsx instead of this. Sending is the
 * driver's business (sync-driver.ts): never call the engine's `sync` from a screen, call `syncNow`.
 */
import { openDexieStore } from '@dmse/sync/dexie/dexie-store';
import { LAWS } from '@dmse/sync/laws';
import { openSession, type Session } from '@dmse/sync/session';
import { tellFieldChange } from '../../session/field-changes.ts';
import { trackSave } from '../../session/pending-saves.ts';
import { createStore } from '../../session/store.ts';
import { HTTP_REMOTE } from '../sync/http-remote.ts';
import { openWebLock } from '../sync/web-lock.ts';
import { DEVICE_TOOLS } from './device-tools.ts';
import { watchStore } from './watch-store.ts';

/** Another tab holds an older version of the databases open: the person must close it. */
export const storeBlocked = createStore(false);

let opened: Session | null = null;

export function openFieldSession(): Session {
  opened ??= openSession(
    {
      store: watchStore(openDexieStore({ onBlocked: () => storeBlocked.set(true) }), tellFieldChange, trackSave),
      remote: HTTP_REMOTE,
      lock: openWebLock(),
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      tools: DEVICE_TOOLS,
    },
    LAWS,
  );
  return opened;
}

/** For tests, which have a device of their own each. */
export function replaceFieldSession(session: Session | null): void {
  opened = session;
}
