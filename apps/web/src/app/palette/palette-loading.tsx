import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useStore } from '../../session/store.ts';
import { paletteQuery, showPalette } from '../shell-state.ts';

export const PALETTE_LABEL = 'Find a page or a record, or type what to do: time 26-0050 2:30 drafting';

/** Takes what is typed while the palette loads. The palette shows it, and gives the focus back to where it was before. */
export function PaletteLoading() {
  const box = useRef<HTMLInputElement>(null);
  const query = useStore(paletteQuery);
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'Escape') showPalette(false);
  }
  return (
    <input
      ref={box}
      aria-label={PALETTE_LABEL}
      value={query}
      onChange={(event) => paletteQuery.set(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      style={{ position: 'fixed', top: 0, left: 0, opacity: 0, pointerEvents: 'none' }}
    />
  );
}
