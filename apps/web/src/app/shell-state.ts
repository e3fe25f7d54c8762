import { createStore } from '../session/store.ts';

/** What floats over the page at the moment. */
export const paletteOpen = createStore(false);
/** What is typed into the palette. Kept outside of it: typing begins before its code has arrived. */
export const paletteQuery = createStore('');
export const shortcutsOpen = createStore(false);

export function showPalette(isOpen: boolean): void {
  paletteQuery.set('');
  paletteOpen.set(isOpen);
}
