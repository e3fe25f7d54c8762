import { getSelf, type Self } from '@dmse/contract/people/user';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { ProblemError, UnreachableError } from '../api/problem-error.ts';
import { goToSignIn, isFieldRoute } from '../api/sign-in.ts';
import { markReachable, markUnreachable } from '../session/connection.ts';
import { keptSince } from '../session/kept-since.ts';
import { readKeptSelf, rememberSelf } from '../session/self.ts';
import { loadSettings } from '../session/settings.ts';

/** How start-up ended. `leaving`: the browser is on its way to the sign-in page. */
export type Started =
  | { kind: 'ready'; self: Self }
  | { kind: 'leaving' }
  | { kind: 'fatal'; why: 'forbidden' | 'unreachable' | 'failed'; detail: string };

/** With a kept person at hand, a network that only pretends to be one is not waited for any longer. */
const PATIENCE = 4000;

async function askServer(client: QueryClient): Promise<Started> {
  try {
    const self = await call(getSelf, {}, undefined, { stayOn401: true });
    markReachable();
    rememberSelf(client, self);
    return { kind: 'ready', self };
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) {
      // Collecting needs no session: in the field the kept person goes on, and the field app asks to sign in before it sends.
      const kept = isFieldRoute() ? takeKept(client) : null;
      if (kept) return kept;
      goToSignIn();
      return { kind: 'leaving' };
    }
    // Refused in person: what was kept does not count, but nothing on the device is touched.
    if (error instanceof ProblemError && error.status === 403) return { kind: 'fatal', why: 'forbidden', detail: error.message };
    if (error instanceof UnreachableError) markUnreachable();
    return (
      takeKept(client) ?? {
        kind: 'fatal',
        why: error instanceof UnreachableError ? 'unreachable' : 'failed',
        detail: String(error instanceof Error ? error.message : error),
      }
    );
  }
}

function takeKept(client: QueryClient): Started | null {
  const kept = readKeptSelf();
  if (!kept) return null;
  rememberSelf(client, kept.self, kept.stored_on);
  keptSince.set(kept.stored_on);
  return { kind: 'ready', self: kept.self };
}

/**
 * Finds out who is here. The server is asked first; the person kept on the device stands in when it cannot be reached or does not
 * answer in time. An answer that comes late is reported to `onLate`: it may still be a refusal, or somebody else.
 */
export async function startUp(client: QueryClient, onLate: (started: Started) => void, patience = PATIENCE): Promise<Started> {
  const asking = askServer(client);
  void loadSettings(client);
  if (!readKeptSelf()) return asking;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience);
  });
  const first = await Promise.race([asking, tooLate]);
  clearTimeout(timer);
  if (first) return first;
  markUnreachable();
  void asking.then(onLate);
  return takeKept(client) ?? asking;
}
