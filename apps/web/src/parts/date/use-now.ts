import { useSyncExternalStore } from 'react';

const TICK = 30_000;
const listeners = new Set<() => void>();
let now = new Date().toISOString();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = new Date().toISOString();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, TICK);
    tick();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The instant it is, moving every half minute: the one place where a screen asks the clock. */
export function useNow(): string {
  return useSyncExternalStore(subscribe, () => now);
}
