import type { Tools } from '@dmse/sync/ports';
import { v7 as newUuid } from 'uuid';
import { tellSaved } from '../../session/field-changes.ts';
import { readKeptSelf } from '../../session/self.ts';

/** Not among what logging out forgets: it names the installation, not the person. */
const NONCE_KEY = 'field.install_nonce';
let nonceInMemory: string | null = null;

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Kept outside IndexedDB: a database copied to another phone does not bring it along. */
function installNonce(): string {
  try {
    const known = localStorage.getItem(NONCE_KEY);
    if (known !== null) return known;
    const fresh = newUuid();
    localStorage.setItem(NONCE_KEY, fresh);
    return fresh;
  } catch {
    nonceInMemory ??= newUuid();
    return nonceInMemory;
  }
}

export const DEVICE_TOOLS: Tools = {
  random: () => Math.random(),
  newId: () => newUuid(),
  digest: async (bytes) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))),
  installNonce,
  // All tabs share the session's cookie, so they also share who it belongs to.
  user: () => readKeptSelf()?.self.id ?? null,
  noteSaved: tellSaved,
};
