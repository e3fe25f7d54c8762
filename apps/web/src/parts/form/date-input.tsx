import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs from 'dayjs';

export type DateInputProps = {
  label: string;
  /** "2026-03-04", or what was typed of a date so far. */
  value: string | null;
  onChange: (day: string | null) => void;
  onBlur?: () => void;
  isRequired?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  isWide?: boolean;
};

const DAY = 'YYYY-MM-DD';

/** A day on the firm's calendar; no time and no zone ever come near it. */
export function DateInput({ label, value, onChange, onBlur, isRequired = false, error, hint, isWide = false }: DateInputProps) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DatePicker
        label={label}
        format={DAY}
        value={value ? dayjs(value) : null}
        onChange={(day) => onChange(day === null ? null : day.isValid() ? day.format(DAY) : 'incomplete')}
        slotProps={{
          textField: {
            size: 'small',
            fullWidth: true,
            required: isRequired,
            error: Boolean(error),
            helperText: error ?? hint,
            onBlur: onBlur ?? (() => {}),
            sx: isWide ? { gridColumn: '1 / -1' } : {},
          },
          field: { clearable: !isRequired },
        }}
      />
    </LocalizationProvider>
  );
}
