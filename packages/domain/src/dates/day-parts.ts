import type { Instant, Minutes } from '../values/brand.ts';
import { addDays, type LocalDate, localDate } from './local-date.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** No zone is further than this from UTC. */
const FARTHEST_ZONE = 16 * HOUR;

/** The first minute of a day in a time zone. Found by looking for it, so that nights when the clock changes need no rule of their own. */
export function startOfDay(date: LocalDate, timeZone: string): Instant {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  let [before, from] = [midnight - FARTHEST_ZONE, midnight + FARTHEST_ZONE];
  while (from - before > MINUTE) {
    const middle = before + Math.floor((from - before) / MINUTE / 2) * MINUTE;
    if (localDate(new Date(middle).toISOString(), timeZone) < date) before = middle;
    else from = middle;
  }
  return new Date(from).toISOString();
}

export type DayPart = { date: LocalDate; start: Instant; end: Instant; minutes: Minutes };

/**
 * A stretch of time cut at every midnight of the zone, in whole minutes. A minute that was begun counts where it ends, so the parts
 * together have the whole minutes of the stretch. Empty when it ends before it starts.
 */
export function splitByDay(start: Instant, end: Instant, timeZone: string): DayPart[] {
  const [first, last] = [Date.parse(start), Date.parse(end)];
  const parts: DayPart[] = [];
  const minutesTo = (moment: number) => Math.floor((moment - first) / MINUTE);
  for (let at = first; at < last; ) {
    const date = localDate(new Date(at).toISOString(), timeZone);
    const midnight = Date.parse(startOfDay(addDays(date, 1), timeZone));
    // Where the clock was set back over midnight, a day has its last hour twice and its end lies behind us.
    const until = Math.min(last, midnight > at ? midnight : at + HOUR);
    const minutes = minutesTo(until) - minutesTo(at);
    parts.push({ date, start: new Date(at).toISOString(), end: new Date(until).toISOString(), minutes });
    at = until;
  }
  return parts;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clock on the wall shows at an instant: "08:05". */
export function localTime(instant: Instant, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return clock.format(new Date(instant));
}
