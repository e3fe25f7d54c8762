import { sayCount } from '../text/counts.ts';

/** What came back. Without a status nothing came back, or nothing that could be read: it may have taken effect or not. */
export type Answer = {
  status: number | null;
  /** Seconds, from Retry-After. */
  retry_after: number | null;
  /** What the accounting system has against the document, in its own words. */
  messages: readonly string[];
};

export type NextStep =
  | { step: 'done' }
  /** A new token, and the same again. */
  | { step: 'refresh' }
  /** It has surely not taken effect: the same again, after so many seconds. */
  | { step: 'retry'; wait: number }
  /** It may have taken effect: look for the document before anything is sent again. */
  | { step: 'look up'; wait: number }
  | { step: 'failed'; says: string; remedy: string };

const FIRST_WAIT = 30;
const LONGEST_WAIT = 3600;
export const MAX_ATTEMPTS = 12;

/** Seconds before the next attempt, after so many: twice as long each time, up to an hour. `spread` (0 to 1) keeps many from coming at once. */
export function backOff(attempts: number, spread: number): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (1 + spread / 4));
}

const RETRY = 'Correct it, then press Retry.';
const CONNECT = 'Connect the accounting system again.';

/** What helps against what is known to be said. */
const REMEDIES: readonly { pattern: RegExp; remedy: string }[] = [
  {
    pattern: /payment or credit note allocated/i,
    remedy: 'Take the payment or credit off the document over there, press Retry, and put it back.',
  },
  { pattern: /lock date|period is locked/i, remedy: 'Open the period over there, or date the document after it, then press Retry.' },
  {
    pattern: /must be unique|already exists/i,
    remedy: 'Another document has this number over there; delete or renumber it, then press Retry.',
  },
  { pattern: /archived/i, remedy: 'Restore the contact or account over there, then press Retry.' },
];

function failed(messages: readonly string[], status: number): NextStep {
  const says = messages.length > 0 ? messages.join(' ') : `The accounting system answered ${status} without a reason.`;
  return { step: 'failed', says, remedy: REMEDIES.find(({ pattern }) => pattern.test(says))?.remedy ?? RETRY };
}

type Tried = { attempts: number; has_refreshed: boolean; spread: number };

/**
 * What to do after an answer to something that was written. Only a refusal of the document, or attempts that came to nothing, is a failure
 * that people see; everything else is tried again by itself.
 */
export function stepAfter({ status, retry_after, messages }: Answer, { attempts, has_refreshed, spread }: Tried): NextStep {
  const wait = Math.max(retry_after ?? 0, backOff(attempts, spread));
  if (status !== null && status >= 200 && status < 300) return messages.length > 0 ? failed(messages, status) : { step: 'done' };
  if (status === 429) return { step: 'retry', wait };
  if (status === 401 && !has_refreshed) return { step: 'refresh' };
  // A new token that is refused too may be a moment's fault; that the connection has ended is said when a token is asked for, or by 403.
  if (status === 401 && attempts < MAX_ATTEMPTS) return { step: 'retry', wait };
  if (status === 401 || status === 403)
    return { step: 'failed', says: 'The accounting system no longer accepts the connection.', remedy: CONNECT };
  const isRefused = status !== null && status >= 400 && status < 500 && status !== 408;
  if (isRefused) return failed(messages, status);
  if (attempts < MAX_ATTEMPTS) return { step: 'look up', wait };
  const says = `The accounting system did not answer ${sayCount(attempts, 'time')}.`;
  return { step: 'failed', says, remedy: 'Look whether it can be reached, then press Retry.' };
}
