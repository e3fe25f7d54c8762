import type { KeyboardEvent } from 'react';
import type { Spot } from './grid-selection.ts';

/** What a key asks for in a table that is typed into. */
export type GridCommand =
  | { do: 'move'; by: Spot; isExtending: boolean }
  | { do: 'tab' | 'enter'; by: 1 | -1 }
  | { do: 'type'; text: string }
  | { do: 'edit' | 'clear' | 'dismiss' | 'all' };

/** Further than any table reaches. */
const FAR = 1_000_000;
const PAGE = 10;

const ARROWS: Record<string, Spot> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

function readMove({ key }: KeyboardEvent, isFar: boolean): Spot | null {
  const arrow = ARROWS[key];
  if (arrow) return isFar ? { row: arrow.row * FAR, column: arrow.column * FAR } : arrow;
  if (key === 'Home') return { row: isFar ? -FAR : 0, column: -FAR };
  if (key === 'End') return { row: isFar ? FAR : 0, column: FAR };
  if (key === 'PageUp') return { row: -PAGE, column: 0 };
  return key === 'PageDown' ? { row: PAGE, column: 0 } : null;
}

/** The keys of a spreadsheet, while a cell is selected and nobody types in it. */
export function readGridKey(event: KeyboardEvent): GridCommand | null {
  const { key, shiftKey, altKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (altKey) return null;
  const by = readMove(event, isControl);
  if (by) return { do: 'move', by, isExtending: shiftKey };
  if (isControl) return key.toLowerCase() === 'a' ? { do: 'all' } : null;
  if (key === 'Tab' || key === 'Enter') return { do: key === 'Tab' ? 'tab' : 'enter', by: shiftKey ? -1 : 1 };
  if (key === 'F2') return { do: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { do: 'clear' };
  if (key === 'Escape') return { do: 'dismiss' };
  // The search box and the list of shortcuts are asked for with these; no figure begins with them.
  return key.length === 1 && !' /?'.includes(key) ? { do: 'type', text: key } : null;
}

/**
 * Where the keys of the field in a cell lead. Who began by typing goes on with the arrows as in a spreadsheet; who opened the cell to
 * mend it moves in the text with them.
 */
export function readFieldKey({ key, shiftKey }: KeyboardEvent, isTyping: boolean): GridCommand | null {
  if (key === 'Tab' || key === 'Enter') return { do: key === 'Tab' ? 'tab' : 'enter', by: shiftKey ? -1 : 1 };
  const by = isTyping ? ARROWS[key] : undefined;
  return by ? { do: 'move', by, isExtending: false } : null;
}
