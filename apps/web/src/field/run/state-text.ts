import type { ItemState } from '../sync/sync-counts.ts';

const WORDS: Readonly<Record<ItemState, string>> = {
  local: 'On this device only',
  sent: 'Sent, not yet answered',
  error: 'Refused by the server',
  confirmed: 'On the server',
};

/** How far a record has come, in words. */
export function sayState(state: ItemState, reason: string | null): string {
  return state === 'error' && reason ? `${WORDS.error}: ${reason}` : WORDS[state];
}
