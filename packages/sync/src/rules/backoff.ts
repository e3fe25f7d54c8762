export const MAX_WAIT_MS = 5 * 60_000;

/** `min(5 min, 2^tries s) ± 50 %`; `chance` in [0, 1). */
export function backOff(tries: number, now: number, chance: number): number {
  const wait = Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(tries, 20));
  return now + Math.round(wait * (0.5 + chance));
}

/** A time further away than the longest wait can only come from a clock that was changed since: due at once. */
export function isDue(next: number, now: number): boolean {
  return next <= now || next - now > MAX_WAIT_MS * 1.5;
}
