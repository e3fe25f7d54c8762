import { startTransition, useEffect, useState } from 'react';

/** Whoever has pressed no key for this long is not typing just now. */
const REST_MS = 200;
let lastKey = Number.NEGATIVE_INFINITY;
document.addEventListener('keydown', () => (lastKey = performance.now()), { capture: true });
document.addEventListener('pointerdown', () => (lastKey = Number.NEGATIVE_INFINITY), { capture: true });

/** Acts once nobody is typing, or at `latest` (by `performance.now()`) in any case. Answers how to give it up. */
export function onRest(act: () => void, latest = Number.POSITIVE_INFINITY): () => void {
  let timer: ReturnType<typeof setTimeout>;
  function look(): void {
    const left = Math.min(lastKey + REST_MS, latest) - performance.now();
    if (left > 0) timer = setTimeout(look, left);
    else act();
  }
  timer = setTimeout(look);
  return () => clearTimeout(timer);
}

/** The value as it was when nobody was typing: for what follows from what is typed and must not hold up the next key. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(() => value);
  useEffect(() => onRest(() => startTransition(() => setRested(() => value))), [value]);
  return rested;
}
