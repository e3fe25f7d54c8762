import { useEffect } from 'react';
import { isPlainKey } from '../parts/page/single-keys.ts';
import { useSelf } from '../session/self.ts';
import { paletteOpen, shortcutsOpen, showPalette } from './shell-state.ts';

export type Shortcut = { keys: string; does: string; single: boolean };

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Ctrl K or ⌘ K', does: 'Find anything', single: false },
  { keys: '/', does: 'Go to the search box of the page', single: true },
  { keys: '?', does: 'Show this list', single: true },
  { keys: 'Ctrl S or ⌘ S', does: 'Save the form', single: false },
  { keys: 'Esc', does: 'Close what is open, or restore the cell', single: false },
  { keys: 'Arrow keys', does: 'Move in menus, lists and grids', single: false },
];

/** The search box of the page; where there is none, the palette searches everything. */
function goToSearch(): void {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"], main [role="search"] input, main [role="searchbox"]');
  if (!box) showPalette(true);
  box?.focus();
  box?.select();
}

export function handleShortcut(event: KeyboardEvent, singleKeys: boolean): void {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    showPalette(!paletteOpen.get());
    return;
  }
  if (!singleKeys || !isPlainKey(event)) return;
  if (event.key === '/') goToSearch();
  else if (event.key === '?') shortcutsOpen.set(true);
  else return;
  event.preventDefault();
}

/** Listens on the whole window. Single keys can be switched off in Preferences. */
export function useShortcuts(): void {
  const { single_key_shortcuts } = useSelf().preferences;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleShortcut(event, single_key_shortcuts);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [single_key_shortcuts]);
}
