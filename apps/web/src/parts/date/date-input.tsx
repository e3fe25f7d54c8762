import { proseDate } from '@dmse/domain/dates/local-date';
import { readDate, sayWeekday } from '@dmse/domain/dates/read-date';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useState } from 'react';
import type { InputProps } from '../form/input-props.ts';
import { Icon } from '../icon/icon.tsx';
import { useToday } from './firm-zone.ts';
import { LazyCalendar } from './lazy-calendar.tsx';

/** It holds "2026-03-04", nothing, or whatever was typed that is no date: the schema says so. */
export type DateInputProps = InputProps<string | null> & {
  /** The calendar stands beside it already. */
  hasCalendar?: boolean;
  autoFocus?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/**
 * A date, typed as 2026-03-04, +3d or fri, or chosen from a calendar. What is typed stays typed until it is left: the date pickers' own
 * input reports a half typed date as no date at all, and saving that would have cleared the field without a word.
 */
export function DateInput(props: DateInputProps) {
  const { label, value, onChange, onBlur, name, inputRef, isRequired, error, hint, isWide, hasCalendar, autoFocus, onKeyDown } = props;
  const today = useToday();
  /** What is being typed; null once the field has been left. */
  const [typed, setTyped] = useState<string | null>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const read = (text: string) => {
    if (text.trim() === '') return null;
    const reading = readDate(text, today);
    return 'value' in reading ? reading.value : text;
  };
  const shown = typed !== null && read(typed) === value ? typed : (value ?? '');
  const reading = value ? readDate(value, today) : null;
  const day = reading && 'value' in reading ? reading.value : null;
  const problem = reading && 'problem' in reading && typed === null ? reading.problem : undefined;
  // What was typed in short is read back in full, so that nobody has to trust it.
  const meaning = day && shown !== day ? `${sayWeekday(day)} ${proseDate(day)}` : undefined;
  return (
    <>
      <TextField
        label={label}
        required={isRequired ?? false}
        fullWidth
        value={shown}
        {...(name === undefined ? {} : { name })}
        {...(inputRef === undefined ? {} : { inputRef })}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value));
        }}
        onBlur={() => {
          setTyped(null);
          onBlur?.();
        }}
        {...(onKeyDown === undefined ? {} : { onKeyDown })}
        autoFocus={autoFocus ?? false}
        onFocus={(event) => autoFocus && (event.target as HTMLInputElement).select()}
        error={Boolean(error ?? problem)}
        helperText={error ?? problem ?? meaning ?? hint}
        sx={{ ...(isWide ? { gridColumn: '1 / -1' } : {}), maxWidth: { sm: 240 } }}
        slotProps={{
          htmlInput: { autoComplete: 'off', autoCapitalize: 'off', placeholder: 'YYYY-MM-DD, +3d, fri', maxLength: 30 },
          inputLabel: { shrink: true },
          input: hasCalendar
            ? {}
            : {
                endAdornment: (
                  <InputAdornment position="end">
                    <IconButton
                      size="small"
                      edge="end"
                      aria-label={`Choose ${label}`}
                      aria-haspopup="dialog"
                      onClick={(event) => setAnchor(event.currentTarget)}
                    >
                      <Icon name="calendar_month" />
                    </IconButton>
                  </InputAdornment>
                ),
              },
        }}
      />
      {anchor ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
        >
          <LazyCalendar
            autoFocus
            value={day}
            onChange={(next) => {
              onChange(next);
              setAnchor(null);
            }}
          />
        </Popover>
      ) : null}
    </>
  );
}
