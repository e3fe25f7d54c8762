import { Problem } from './refusal.ts';

export type Limits = { perMinute: number; perDay: number; atOnce: number };

export const REAL_LIMITS: Limits = { perMinute: 60, perDay: 5000, atOnce: 5 };
const MINUTE = 60_000;
const DAY = 86_400_000;

export function tooMany(problem: 'minute' | 'day' | 'concurrent', retryAfter: number): Problem {
  const headers = { 'Retry-After': String(retryAfter), 'X-Rate-Limit-Problem': problem };
  return new Problem({
    status: 429,
    headers,
    body: { Title: 'Too Many Requests', Status: 429, Detail: `The ${problem} limit is used up.` },
  });
}

/** Counts the calls of the last minute and day, and those that are under way. A call over a limit is not counted. */
export function openLimits(limits: Limits, now: () => number) {
  let times: number[] = [];
  let underWay = 0;
  const since = (span: number) => times.filter((time) => time > now() - span);
  const waitFor = (span: number, used: number[]) => Math.max(1, Math.ceil(((used[0] ?? now()) + span - now()) / 1000));

  return {
    /** Lets a call in; what is given back is called when it has been answered. */
    enter(): () => void {
      times = since(DAY);
      const minute = since(MINUTE);
      if (underWay >= limits.atOnce) throw tooMany('concurrent', 1);
      if (times.length >= limits.perDay) throw tooMany('day', waitFor(DAY, times));
      if (minute.length >= limits.perMinute) throw tooMany('minute', waitFor(MINUTE, minute));
      times.push(now());
      underWay += 1;
      return () => {
        underWay -= 1;
      };
    },
    headers: (): Record<string, string> => ({
      'X-MinLimit-Remaining': String(Math.max(0, limits.perMinute - since(MINUTE).length)),
      'X-DayLimit-Remaining': String(Math.max(0, limits.perDay - since(DAY).length)),
      'X-AppMinLimit-Remaining': String(10_000 - since(MINUTE).length),
    }),
  };
}
