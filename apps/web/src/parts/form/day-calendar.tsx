import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';

export type DayCalendarProps = {
  /** "2026-03-04"; null shows the month of today. */
  value: string | null;
  onChange: (day: string) => void;
};

/** A month to choose a day from. No time and no zone ever come near it. */
export function DayCalendar({ value, onChange }: DayCalendarProps) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DateCalendar
        autoFocus
        value={value ? dayjs(value) : null}
        onChange={(day, state) => {
          if (day && state === 'finish') onChange(day.format('YYYY-MM-DD'));
        }}
      />
    </LocalizationProvider>
  );
}
