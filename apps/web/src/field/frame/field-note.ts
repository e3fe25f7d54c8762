import type { Refusal } from '@dmse/sync/local/storage';
import type { Session } from '@dmse/sync/session';
import { createStore } from '../../session/store.ts';
import { saveUnsynced } from '../device/export-zip.ts';
import { sayRefusal } from '../device/save-text.ts';

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

/** Why something was not saved; where the storage is full, with the way out. What was typed is still in the form. */
export function sayNotSaved(session: Session, refusal: Refusal): void {
  const save = () => void saveUnsynced(session).catch(() => say('error', 'The export could not be made. Free some space and try again.'));
  say('error', sayRefusal(refusal), refusal.why === 'STORAGE_FULL' ? { label: 'Export', run: save } : undefined);
}
