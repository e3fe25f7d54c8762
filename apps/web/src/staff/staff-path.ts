import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The panel is small: a path, pushed and listened to, is all the routing it needs. */
export function goToStaff(address: string): void {
  window.history.pushState(null, '', address);
  for (const listener of listeners) listener();
}

export function useStaffPath(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname);
}

/** The query string, for pages that keep their filters there. */
export function useStaffSearch(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search));
}
