import { createStore } from './store.ts';

/** The browser's offer to install the app, as Chromium makes it; other browsers do not. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

export const installPrompt = createStore<InstallPrompt | null>(null);

/** The offer comes once and early, so it is caught at start-up and kept for the checklist. */
export function catchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => installPrompt.set(null));
}
