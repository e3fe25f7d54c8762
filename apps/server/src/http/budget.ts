import { Refusal } from './refusal.ts';

type Bucket = { tokens: number; at: number };

/**
 * A budget of calls per key that refills steadily: a person in a hurry never meets it, a loop does. Counted per process, which is
 * enough to keep one person from starving the others; what must hold across processes (sign-in) is counted in the database.
 */
export function createBudget(perSecond: number, burst: number) {
  const buckets = new Map<string, Bucket>();
  return function spend(key: string, nowMs: number): void {
    const bucket = buckets.get(key) ?? { tokens: burst, at: nowMs };
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.at) / 1000) * perSecond);
    bucket.at = nowMs;
    buckets.set(key, bucket);
    if (buckets.size > 10_000) for (const [old, { at }] of buckets) if (nowMs - at > 600_000) buckets.delete(old);
    if (bucket.tokens < 1) {
      const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      throw new Refusal(429, { detail: `Too many requests. Try again in ${wait} s.`, code: 'THROTTLED' }, { 'Retry-After': String(wait) });
    }
    bucket.tokens -= 1;
  };
}
