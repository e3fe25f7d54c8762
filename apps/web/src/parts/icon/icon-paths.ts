import { useEffect } from 'react';
import { createStore, useStore } from '../../session/store.ts';
import { FIRST_ICONS } from './icons-first.generated.ts';
import type { LATER_ICONS } from './icons-later.generated.ts';

export type IconName = keyof typeof FIRST_ICONS | keyof typeof LATER_ICONS;

const paths = createStore<Partial<Record<IconName, string>>>(FIRST_ICONS);
let fetching: Promise<void> | null = null;

/**
 * Fetches the drawings that Home does not need, once. Screens wait for them with their own code, so that no page is drawn without
 * its icons; where they cannot be fetched, pages are usable without, and whoever needs one next asks again.
 */
export function fetchIcons(): Promise<void> {
  fetching ??= import('./icons-later.generated.ts').then(
    ({ LATER_ICONS }) => paths.set({ ...FIRST_ICONS, ...LATER_ICONS }),
    () => {
      fetching = null;
    },
  );
  return fetching;
}

export function pathOf(name: IconName): string | undefined {
  return paths.get()[name];
}

/** For a drawing that is not there yet: asks for it, and draws again when it has come. */
export function useLaterPath(name: IconName): string | undefined {
  useEffect(() => void fetchIcons(), []);
  return useStore(paths)[name];
}
