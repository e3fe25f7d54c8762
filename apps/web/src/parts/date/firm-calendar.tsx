import type { ReactNode } from 'react';
import { FirmWeekStart, FirmZone } from './firm-zone.ts';

export type FirmCalendarProps = { time_zone: string; week_starts_on: 'Monday' | 'Sunday'; children: ReactNode };

/** Gives a page the firm's time zone and the beginning of its weeks, from the settings. */
export function FirmCalendar({ time_zone, week_starts_on, children }: FirmCalendarProps) {
  return (
    <FirmZone value={time_zone}>
      <FirmWeekStart value={week_starts_on}>{children}</FirmWeekStart>
    </FirmZone>
  );
}
