import { MAX_DATE, MIN_DATE } from '@dmse/domain/dates/date-range';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';
import en from 'dayjs/locale/en';
import { use } from 'react';
import { FirmWeekStart, useToday } from './firm-zone.ts';

// The same English twice, with weeks that begin on either day. `true`: known, and not made the language of everything.
dayjs.locale({ ...en, name: 'weeks-from-sunday', weekStart: 0 }, undefined, true);
dayjs.locale({ ...en, name: 'weeks-from-monday', weekStart: 1 }, undefined, true);

export type DayCalendarProps = {
  /** "2026-03-04"; null shows the month of today. */
  value: string | null;
  onChange: (day: string) => void;
  /** Takes the focus when it opens: where no input beside it does. */
  autoFocus?: boolean;
};

/** A month to choose a day from. No time and no zone ever come near it. */
export function DayCalendar({ value, onChange, autoFocus = false }: DayCalendarProps) {
  const weekStart = use(FirmWeekStart);
  const today = useToday();
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={`weeks-from-${weekStart.toLowerCase()}`}>
      <DateCalendar
        autoFocus={autoFocus}
        value={value ? dayjs(value) : null}
        referenceDate={dayjs(today)}
        minDate={dayjs(MIN_DATE)}
        maxDate={dayjs(MAX_DATE)}
        onChange={(day, state) => {
          if (day && state === 'finish') onChange(day.format('YYYY-MM-DD'));
        }}
      />
    </LocalizationProvider>
  );
}
