import { readDate } from '@dmse/domain/dates/read-date';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { type KeyboardEvent, useState } from 'react';
import { DateInput } from './date-input.tsx';
import { useToday } from './firm-zone.ts';
import { LazyCalendar } from './lazy-calendar.tsx';

export type DatePopoverProps = {
  anchor: HTMLElement;
  /** Names the popover: "Due date of Field work". */
  title: string;
  /** Names the input: "Due date". */
  label: string;
  value: string | null;
  /** Offers to clear it; by itself where there is a date. */
  canClear?: boolean;
  onChoose: (date: string | null) => void;
  onClose: () => void;
};

/**
 * A date that is changed where it stands: an input beside a calendar. Enter takes what is typed, a click in the calendar the day, Esc
 * leaves everything as it was. A click elsewhere takes what is typed too, and stays open where it is no date.
 */
export function DatePopover({ anchor, title, label, value, canClear = value !== null, onChoose, onClose }: DatePopoverProps) {
  const today = useToday();
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string>();
  const reading = draft === null ? null : readDate(draft, today);
  const day = reading && 'value' in reading ? reading.value : null;

  function take(): void {
    if (draft === value) onClose();
    else if (reading && 'problem' in reading) setProblem(reading.problem);
    else onChoose(day);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take();
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={(_, reason) => (reason === 'escapeKeyDown' ? onClose() : take())}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': title } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, px: 4, pt: 4, width: 320 }}>
        <DateInput
          label={label}
          value={draft}
          onChange={(next) => {
            setDraft(next);
            setProblem(undefined);
          }}
          error={problem}
          hasCalendar
          autoFocus
          onKeyDown={onKeyDown}
        />
        {canClear ? (
          <Button onClick={() => onChoose(null)} sx={{ flexShrink: 0 }}>
            Clear
          </Button>
        ) : null}
      </Box>
      <LazyCalendar value={day} onChange={onChoose} />
    </Popover>
  );
}
