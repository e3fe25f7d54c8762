const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function count(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

/** "3 hours ago", "just now" under a minute, "in 2 days" for what is to come. */
export function relativeTime(instant: string, now: string): string {
  const gap = Date.parse(now) - Date.parse(instant);
  const size = Math.abs(gap);
  if (size < MINUTE) return 'just now';
  const words =
    size < HOUR
      ? count(Math.floor(size / MINUTE), 'minute')
      : size < DAY
        ? count(Math.floor(size / HOUR), 'hour')
        : size < 60 * DAY
          ? count(Math.floor(size / DAY), 'day')
          : size < 730 * DAY
            ? count(Math.floor(size / (30.44 * DAY)), 'month')
            : count(Math.floor(size / (365.25 * DAY)), 'year');
  return gap > 0 ? `${words} ago` : `in ${words}`;
}
