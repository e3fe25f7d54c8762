import { daysBetween, localDate, proseDate } from '@dmse/domain/dates/local-date';
import { relativeTime } from '@dmse/domain/dates/relative';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useFirmZone } from '../date/firm-zone.ts';
import { useNow } from '../date/use-now.ts';

export type DateTextProps = {
  /** An instant ("2026-03-04T12:00:00.000Z") or a day ("2026-03-04"). */
  value: string | null | undefined;
  /**
   * `table`: 2026-03-04. `minute`: 2026-03-04 14:05. `prose`: 4 Mar 2026. `relative`: 3 days ago, with the date in the tooltip. `days`: the same, but what is older
   * than a day is counted in days however long ago it is, so that a column of them can be compared.
   */
  as?: 'table' | 'minute' | 'prose' | 'relative' | 'days';
  /** Shown, muted, when there is no date. */
  unset?: string;
};

const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

function relativeDay(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days === 1 ? 'tomorrow' : 'yesterday';
  return relativeTime(`${day}T00:00:00.000Z`, `${today}T00:00:00.000Z`);
}

const DAY = 86_400_000;

function inDays(instant: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(instant)) / DAY);
  return days < 1 ? relativeTime(instant, now) : `${days} ${days === 1 ? 'day' : 'days'} ago`;
}

/** A date the way the place wants it; the tooltip tells how long ago, or which day and minute it was. Days are the firm's. */
export function DateText({ value, as = 'table', unset = '–' }: DateTextProps) {
  const zone = useFirmZone();
  const now = useNow();
  if (!value)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {unset}
      </Box>
    );
  const isDay = value.length === 10;
  const day = isDay ? value : localDate(value, zone);
  const relative = isDay ? relativeDay(day, localDate(now, zone)) : as === 'days' ? inDays(value, now) : relativeTime(value, now);
  const isRelative = as === 'relative' || as === 'days';
  const time = isDay ? '' : `, ${new Intl.DateTimeFormat('en-CA', { ...TIME, timeZone: zone }).format(new Date(value))}`;
  const shown = isRelative ? relative : as === 'prose' ? proseDate(day) : as === 'minute' ? `${day}${time.replace(',', '')}` : day;
  const hint = isRelative ? `${proseDate(day)}${time}` : `${relative}${isDay ? '' : ` (${proseDate(day)}${time})`}`;
  return (
    <Tooltip title={hint}>
      <Box component="time" dateTime={value} sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {shown}
      </Box>
    </Tooltip>
  );
}
