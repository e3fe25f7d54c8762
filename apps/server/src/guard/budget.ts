import { Refusal } from '../call/refusal.ts';

type Bucket = { tokens: number; at: number };

/** Whoever was not seen for longest is forgotten first, and begins with a full bucket again. */
const MOST_BUCKETS = 10_000;

/**
 * A budget of calls per key that refills steadily: a person in a hurry never meets it, a loop does. Counted per process, which is
 * enough to keep one person from starving the others; what must hold across processes (sign-in) is counted in the database. Time is
 * that of a stopwatch: a clock that is set back must not empty everybody's bucket.
 */
export function createBudget(perSecond: number, burst: number, elapsed: () => number) {
  const buckets = new Map<string, Bucket>();
  return function spend(key: string): void {
    const now = elapsed();
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    // Taken out and put in again, so that the map is in the order of the last use.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > MOST_BUCKETS) buckets.delete(buckets.keys().next().value!);
    if (bucket.tokens < 1) {
      const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      throw new Refusal('THROTTLED', `Too many requests. Try again in ${wait} s.`, {}, { 'Retry-After': String(wait) });
    }
    bucket.tokens -= 1;
  };
}
