import { localDate, proseDate } from '@dmse/domain/dates/local-date';
import { relativeTime } from '@dmse/domain/dates/relative';

/** "14 Nov 2026, 16:20 (2 days ago)": how old something is that cannot be asked for just now. */
export function sayAge(instant: string, now: string, zone: string): string {
  const time = new Intl.DateTimeFormat('en-CA', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: zone });
  return `${proseDate(localDate(instant, zone))}, ${time.format(new Date(instant))} (${relativeTime(instant, now)})`;
}
