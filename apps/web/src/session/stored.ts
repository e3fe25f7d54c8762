import type { z } from 'zod';

/** Everything the app keeps in localStorage begins so, and so does what logging out removes. */
const PREFIX = 'dmse.';

/** What a key holds, or null when it holds nothing readable. Storage can be refused altogether: then nothing is remembered. */
export function readStored<T>(key: string, schema: z.ZodType<T>): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch (error) {
    console.warn(`Could not remember ${key} on this device.`, error);
  }
}

/** What belongs to the device and not to the person. */
const STAYS = new Set([`${PREFIX}theme`]);
/** What somebody entered and the server does not have yet is kept under such keys, one for each person, until they are back. */
export const UNSENT = 'unsent.';

/** Removes everything kept for the person who logs out, except what only this device has. */
export function forgetStored(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !STAYS.has(key) && !key.startsWith(PREFIX + UNSENT)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept, so nothing has to go.
  }
}
