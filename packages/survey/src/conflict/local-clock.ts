const HOUR = 3_600_000;

/**
 * Local wall-clock time of an instant, as milliseconds of a zoneless clock. Asking the calendar once an hour is enough:
 * no zone changes its offset within one.
 */
export function makeLocalClock(time_zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: time_zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const offsets = new Map<number, number>();
  return (instant) => {
    const hour = Math.floor(instant / HOUR);
    let offset = offsets.get(hour);
    if (offset === undefined) {
      const parts = Object.fromEntries(format.formatToParts(hour * HOUR).map(({ type, value }) => [type, Number(value)]));
      offset = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!) - hour * HOUR;
      offsets.set(hour, offset);
    }
    return instant + offset;
  };
}
