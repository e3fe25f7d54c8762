import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Popover from '@mui/material/Popover';
import { lazy, Suspense } from 'react';

const DayCalendar = lazy(async () => ({ default: (await import('../../parts/form/day-calendar.tsx')).DayCalendar }));

export type DueDatePopoverProps = {
  anchor: HTMLElement;
  /** Of what the date is. */
  name: string;
  due_date: string | null;
  onChoose: (due_date: string | null) => void;
  onClose: () => void;
};

/** A calendar beside the date it changes. */
export function DueDatePopover({ anchor, name, due_date, onChoose, onClose }: DueDatePopoverProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': `Due date of ${name}` } }}
    >
      <Suspense
        fallback={
          <Box sx={{ width: 320, height: 336, display: 'grid', placeItems: 'center' }}>
            <CircularProgress aria-label="Loading the calendar" />
          </Box>
        }
      >
        <DayCalendar value={due_date} onChange={onChoose} />
      </Suspense>
      {due_date ? (
        <Box sx={{ px: 3, pb: 3, textAlign: 'right' }}>
          <Button size="small" onClick={() => onChoose(null)}>
            Clear
          </Button>
        </Box>
      ) : null}
    </Popover>
  );
}
