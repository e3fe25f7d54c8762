import { createStore } from '../session/store.ts';

/** What floats over the page at the moment. */
export const paletteOpen = createStore(false);
export const shortcutsOpen = createStore(false);
