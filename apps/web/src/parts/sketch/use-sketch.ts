import { useState } from 'react';
import type { Sketch } from './sketch.ts';

type Pile = { now: Sketch; before: readonly Sketch[]; after: readonly Sketch[] };

/** A sketch with the way back and forth through what was done to it. */
export function useSketch(initial: Sketch) {
  const [pile, setPile] = useState<Pile>({ now: initial, before: [], after: [] });
  return {
    sketch: pile.now,
    isChanged: pile.now !== initial,
    canUndo: pile.before.length > 0,
    canRedo: pile.after.length > 0,
    change: (next: Sketch) => setPile((old) => (next === old.now ? old : { now: next, before: [...old.before, old.now], after: [] })),
    undo: () =>
      setPile((old) => {
        const last = old.before.at(-1);
        return last ? { now: last, before: old.before.slice(0, -1), after: [old.now, ...old.after] } : old;
      }),
    redo: () =>
      setPile((old) => {
        const [next, ...after] = old.after;
        return next ? { now: next, before: [...old.before, old.now], after } : old;
      }),
  };
}
