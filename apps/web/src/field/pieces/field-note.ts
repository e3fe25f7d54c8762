import type { Refusal } from '@dmse/sync/local/storage';
import { createStore } from '../../session/store.ts';

/** The one line under the field app's head: what has just happened, and how to take it back. It never covers a button. */
export type FieldNote = {
  readonly id: number;
  readonly tone: 'success' | 'warning' | 'error';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
};

export const fieldNote = createStore<FieldNote | null>(null);
let lastId = 0;

export function say(tone: FieldNote['tone'], text: string, action?: FieldNote['action']): void {
  lastId += 1;
  fieldNote.set({ id: lastId, tone, text, action });
}

export function hush(): void {
  fieldNote.set(null);
}

const WORDS: Readonly<Record<Refusal['why'], string>> = {
  STORAGE_FULL: 'Not saved: the storage of this device is full. What you typed stays here. Export it now, or free some space and save again.',
  STORE_BROKEN: 'Not saved: the browser would not write. What you typed stays here. Close other tabs of this app and save again.',
  CHANGED: 'Not saved: somebody else has changed this meanwhile. What you typed stays here; look at both and save again.',
  GONE: 'Not saved: this record is no longer on the device. What you typed stays here.',
  UNSOUND: 'Not saved: one of the numbers is none. Look at it and save again.',
  READ_BACK: 'The photo could not be read back as it was taken. Take it again.',
};

/** Why something was not saved, in a sentence that says what to do. */
export function sayRefusal({ why, field }: Refusal): string {
  return field === undefined ? WORDS[why] : `${WORDS[why]} (${field.replaceAll('_', ' ')})`;
}
