import type { Tools } from '@dmse/sync/ports';
import { tellSaved } from '../../session/field-changes.ts';
import { readKeptSelf } from '../../session/self.ts';

/** Not among what logging out forgets: it names the installation, not the person. */
const NONCE_KEY = 'field.install_nonce';
let nonceInMemory: string | null = null;

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** UUID version 7: the time first, so that ids sort by when they were made. */
export function newUuid(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let at = 5, rest = now; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const text = hex(bytes);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
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
