import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { lazyPart } from '../lazy-part.tsx';

/** The calendar, which is heavy: it arrives when it is first opened. */
export const LazyCalendar = lazyPart(
  () => import('./day-calendar.tsx').then((file) => file.DayCalendar),
  <Box sx={{ width: 320, height: 336, display: 'grid', placeItems: 'center' }}>
    <CircularProgress aria-label="Loading the calendar" />
  </Box>,
);
