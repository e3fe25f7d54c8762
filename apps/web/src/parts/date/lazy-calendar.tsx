import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { lazy, Suspense } from 'react';
import type { DayCalendarProps } from './day-calendar.tsx';

const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }));

/** The calendar, which is heavy: it arrives when it is first opened. */
export function LazyCalendar(props: DayCalendarProps) {
  return (
    <Suspense
      fallback={
        <Box sx={{ width: 320, height: 336, display: 'grid', placeItems: 'center' }}>
          <CircularProgress aria-label="Loading the calendar" />
        </Box>
      }
    >
      <DayCalendar {...props} />
    </Suspense>
  );
}
