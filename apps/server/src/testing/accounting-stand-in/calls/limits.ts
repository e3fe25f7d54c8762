import { Problem } from './refusal.ts';

export type Limits = { perMinute: number; perDay: number; atOnce: number };

export const REAL_LIMITS: Limits = { perMinute: 60, perDay: 5000, atOnce: 5 };
const MINUTE = 60_000;
const DAY = 86_400_000;
/** What is said to be left where there is no limit. */
const PLENTY = 1_000_000;

export function tooMany(problem: 'minute' | 'day' | 'concurrent', retryAfter: number): Problem {
  const headers = { 'Retry-After': String(retryAfter), 'X-Rate-Limit-Problem': problem };
  return new Problem({
    status: 429,
    headers,
    body: { Title: 'Too Many Requests', Status: 429, Detail: `The ${problem} limit is used up.` },
  });
}

/** The times of the calls within a span that ends now. The oldest is taken away when it has left the span. */
function openWindow(span: number, now: () => number) {
  let times: number[] = [];
  let gone = 0;
  function forget(): void {
    while (gone < times.length && times[gone]! <= now() - span) gone += 1;
    if (gone * 2 < times.length) return;
    times = times.slice(gone);
    gone = 0;
  }
  return {
    add: () => void times.push(now()),
    count(): number {
      forget();
      return times.length - gone;
    },
    /** Seconds until there is room for one more. */
    wait: () => Math.max(1, Math.ceil(((times[gone] ?? now()) + span - now()) / 1000)),
  };
}

/** Counts the calls of the last minute and day, and those that are under way. A call over a limit is not counted. */
export function openLimits({ perMinute, perDay, atOnce }: Limits, now: () => number) {
  const [minute, day] = [openWindow(MINUTE, now), openWindow(DAY, now)];
  let underWay = 0;
  const left = (limit: number, used: number) => String(Math.max(0, Math.min(limit, PLENTY) - used));

  return {
    /** Lets a call in; what is given back is called when it has been answered. */
    enter(): () => void {
      if (underWay >= atOnce) throw tooMany('concurrent', 1);
      if (day.count() >= perDay) throw tooMany('day', day.wait());
      if (minute.count() >= perMinute) throw tooMany('minute', minute.wait());
      for (const window of [minute, day]) window.add();
      underWay += 1;
      return () => {
        underWay -= 1;
      };
    },
    headers: (): Record<string, string> => ({
      'X-MinLimit-Remaining': left(perMinute, minute.count()),
      'X-DayLimit-Remaining': left(perDay, day.count()),
      'X-AppMinLimit-Remaining': left(10_000, minute.count()),
    }),
  };
}
