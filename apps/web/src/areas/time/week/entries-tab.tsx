import { getWeek } from '@dmse/contract/time/week';
import { startOfWeek } from '@dmse/domain/dates/week';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useContext } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { FirmWeekStart, useToday } from '../../../parts/date/firm-zone.ts';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { useStartTimer } from '../timer/use-timer.ts';
import { WeekBoard } from './week-board.tsx';
import { weekInput } from './week-outbox.ts';
import { WeekChooser } from './week-toolbar.tsx';

/** The first day of the week the address names; this week's unless it names a day. */
export function useFirstDay(): string {
  const date = useWord('date');
  const today = useToday();
  const starts = useContext(FirmWeekStart);
  return startOfWeek(typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? date : today, starts);
}

/** The Entries tab: the person's own week. */
export function EntriesTab() {
  const first_day = useFirstDay();
  const start = useStartTimer();
  const week = useCall(getWeek, weekInput(first_day));
  if (week.isError && !week.data)
    return <ErrorState title="The week could not be loaded." error={week.error} onRetry={() => void week.refetch()} />;
  if (!week.data)
    return (
      <Stack sx={{ gap: 3 }}>
        <WeekChooser first_day={first_day} />
        <Stack role="progressbar" aria-busy aria-label="Loading the week" sx={{ gap: 3 }}>
          <Skeleton variant="rounded" height={40} />
          <Skeleton variant="rounded" height={320} />
        </Stack>
      </Stack>
    );
  return <WeekBoard key={first_day} week={week.data} {...(start ? { onStartTimer: (target) => void start(target) } : {})} />;
}
