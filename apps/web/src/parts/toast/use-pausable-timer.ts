import { useEffect, useRef } from 'react';

/** Runs `done` once after so many milliseconds of not being paused; what had run before a pause still counts. */
export function usePausableTimer(milliseconds: number, isPaused: boolean, done: () => void): void {
  const left = useRef(milliseconds);
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    if (isPaused) return;
    const started = performance.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [isPaused]);
}
