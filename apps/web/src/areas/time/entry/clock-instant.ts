import { localTime, startOfDay } from '@dmse/domain/dates/day-parts';

const MINUTE = 60_000;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The instant a clock at the firm shows "08:30" on a day, also on the two days a year on which the clocks are set. */
export function instantOf(date: string, clock: string, timeZone: string): string {
  const start = Date.parse(startOfDay(date, timeZone)) + minutesOf(clock) * MINUTE;
  const shift = minutesOf(clock) - minutesOf(localTime(new Date(start).toISOString(), timeZone));
  return new Date(start + shift * MINUTE).toISOString();
}
