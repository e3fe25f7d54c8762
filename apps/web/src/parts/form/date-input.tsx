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
            sx: {
              ...(isWide ? { gridColumn: '1 / -1' } : {}),
              // The calendar brings an input of its own; it is to look like the others.
              '& .MuiPickersInputBase-root': { minHeight: 36, borderRadius: '8px', backgroundColor: 'background.paper' },
              '& .MuiPickersSectionList-root': { py: '7px' },
              '& .MuiPickersOutlinedInput-notchedOutline legend': { fontSize: '0.75rem' },
              '& .MuiPickersInputBase-root:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiPickersOutlinedInput-notchedOutline': {
                borderColor: 'inputLine',
              },
              '& svg': { fontSize: 20 },
            },
          },
          field: { clearable: !isRequired },
        }}
      />
    </LocalizationProvider>
  );
}
