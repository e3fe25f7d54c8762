import { useSyncExternalStore } from 'react';

/**
 * Are we online? The browser knows whether there is a network, not whether the server answers, so both are asked: a server that could
 * not be reached counts as offline until it answers again.
 */
const PROBE_EVERY = 15_000;

let serverAnswers = true;
let isBeingRestarted = false;
let probe: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export function isOnline(): boolean {
  return navigator.onLine && serverAnswers;
}

/** Out of reach because something in front of the server says that it is not up: it comes back by itself. */
export function isRestarting(): boolean {
  return isBeingRestarted;
}

export function markReachable(): void {
  clearInterval(probe);
  probe = undefined;
  isBeingRestarted = false;
  if (serverAnswers) return;
  serverAnswers = true;
  tell();
}

/** `status` is that of an answer which was not the server's own; none when nothing answered. */
export function markUnreachable(status?: number): void {
  probe ??= setInterval(() => void probeServer(), PROBE_EVERY);
  const wasRestarting = isBeingRestarted;
  isBeingRestarted = status !== undefined && status >= 500;
  if (!serverAnswers && wasRestarting === isBeingRestarted) return;
  serverAnswers = false;
  tell();
}

/** Asks the server for a sign of life, and believes only the server: a hotel's sign-in page is no answer. */
export async function probeServer(): Promise<boolean> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store' });
    const answers = response.headers.get('X-App') === 'dmse';
    if (answers) markReachable();
    else markUnreachable(response.status);
    return answers;
  } catch {
    markUnreachable();
    return false;
  }
}

/** Calls back whenever the answer of isOnline() may have changed; answers how to stop. */
export function watchConnection(listener: () => void): () => void {
  const back = () => {
    if (!serverAnswers) void probeServer();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', back);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', back);
    window.removeEventListener('offline', listener);
  };
}

/** Is the server within reach? Stricter than the browser's own opinion, and what the shell and Home go by. */
export function useConnected(): boolean {
  return useSyncExternalStore(watchConnection, isOnline);
}
