import { useEffect, useEffectEvent } from 'react';
import { useSelf } from '../../session/self.ts';

/** A single key means itself wherever text can be typed, and where a menu or a dialog is listening. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]')) return true;
  return (
    target instanceof Element &&
    target.closest('input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"]') !==
      null
  );
}

/** A letter alone, not with Ctrl, ⌘ or Alt, and not a part of a word that is being composed. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTaken(event.target));
}

/**
 * Single keys of a page, by their letter in lower case. They are silent where they are switched off in Preferences, and while one
 * is held down. Answers whether they are on, for the hints on the buttons.
 */
export function useSingleKeys(keys: Readonly<Record<string, (() => void) | undefined>>): boolean {
  const { single_key_shortcuts } = useSelf().preferences;
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key.toLowerCase()];
    if (!act || event.repeat || !isPlainKey(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!single_key_shortcuts) return;
    const onKey = (event: KeyboardEvent) => listen(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [single_key_shortcuts]);
  return single_key_shortcuts;
}
