import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../icon.tsx';
import type { InputProps } from './input-props.ts';
import { readDay } from './read-day.ts';

/** The calendar is heavy; it arrives when it is first opened. */
const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }));

/** It holds "2026-03-04", nothing, or whatever was typed that is no day: the schema says so. */
export type DateInputProps = InputProps<string | null>;

/**
 * A day, typed as 2026-03-04 or chosen from a calendar. What is typed stays typed: the date pickers' own input reports a half
 * typed date as no date at all, and saving that would have cleared the field without a word.
 */
export function DateInput(props: DateInputProps) {
  const { label, value, onChange, onBlur, name, inputRef, isRequired, error, hint, isWide } = props;
  const [typed, setTyped] = useState('');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const read = (text: string) => (text.trim() === '' ? null : (readDay(text) ?? text));
  const shown = read(typed) === value ? typed : (value ?? '');
  const day = value === null ? null : readDay(value);
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
          // Left alone, it reads as every date does.
          if (day) setTyped(day);
          onBlur?.();
        }}
        error={Boolean(error)}
        helperText={error ?? hint}
        sx={{ ...(isWide ? { gridColumn: '1 / -1' } : {}), maxWidth: { sm: 240 } }}
        slotProps={{
          htmlInput: { inputMode: 'numeric', autoComplete: 'off', placeholder: 'YYYY-MM-DD', maxLength: 20 },
          inputLabel: { shrink: true },
          input: {
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
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Suspense
          fallback={
            <Box sx={{ width: 320, height: 336, display: 'grid', placeItems: 'center' }}>
              <CircularProgress aria-label="Loading the calendar" />
            </Box>
          }
        >
          <DayCalendar
            value={day}
            onChange={(next) => {
              setTyped(next);
              onChange(next);
              setAnchor(null);
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
}
