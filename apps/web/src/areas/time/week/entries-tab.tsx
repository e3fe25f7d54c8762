import { getWeek } from '@dmse/contract/time/week';
import { startOfWeek } from '@dmse/domain/dates/week';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useContext, useEffect, useMemo } from 'react';
import { UnreachableError } from '../../../api/problem-error.ts';
import { useCall } from '../../../api/use-call.ts';
import { FirmWeekStart, useFirmZone, useToday } from '../../../parts/date/firm-zone.ts';
import { sayAge } from '../../../parts/date/say-age.ts';
import { useNow } from '../../../parts/date/use-now.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { useConnected } from '../../../session/connection.ts';
import { useSelf } from '../../../session/self.ts';
import { useStartTimer } from '../timer/use-timer.ts';
import { type KeptWeek, readKeptWeeks, storeWeek } from './kept-weeks.ts';
import { WeekBoard } from './week-board.tsx';
import { countCells, sayCells } from './week-notices.tsx';
import { useOutbox, weekInput } from './week-outbox.ts';
import { sayWeek, useWeekAddress, WeekChooser } from './week-toolbar.tsx';

/** The first day of the week the address names; this week's unless it names a day. */
export function useFirstDay(): string {
  const date = useWord('date');
  const today = useToday();
  const starts = useContext(FirmWeekStart);
  return startOfWeek(typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? date : today, starts);
}

/** A week nobody can ask for just now and that is not on this device: said, with what is. */
function WeekNotHere({ first_day, kept }: { first_day: string; kept: readonly KeptWeek[] }) {
  const go = useWeekAddress();
  const zone = useFirmZone();
  const now = useNow();
  const waiting = countCells(useOutbox().state);
  return (
    <Stack sx={{ gap: 3 }}>
      <WeekChooser first_day={first_day} />
      <EmptyState
        icon="cloud_off"
        title="There is no connection, and this week is not on this device."
        text={
          <>
            {waiting > 0
              ? `${sayCells(waiting)} you typed ${waiting === 1 ? 'is' : 'are'} kept here and sent when the connection is back. `
              : ''}
            {kept.length > 0
              ? 'The weeks you opened last are kept here, and can be typed into:'
              : 'The weeks you open are kept for when there is none; so far you have opened none here. It comes by itself with the connection.'}
          </>
        }
      >
        {kept.map(({ week, kept_on }) => (
          <Button
            key={week.first_day}
            variant="outlined"
            title={`As of ${sayAge(kept_on, now, zone)}`}
            onClick={() => go({ date: week.first_day })}
          >
            {sayWeek(week.first_day)}
          </Button>
        ))}
      </EmptyState>
    </Stack>
  );
}

/** The week as the server tells it; while it cannot, as it told it last. */
function useWeek(first_day: string) {
  const { id } = useSelf();
  const isConnected = useConnected();
  const { data, dataUpdatedAt, error, refetch } = useCall(getWeek, weekInput(first_day));
  useEffect(() => {
    if (data) storeWeek(id, { kept_on: new Date(dataUpdatedAt).toISOString(), week: data });
  }, [id, data, dataUpdatedAt]);
  const isCutOff = !data && (!isConnected || error instanceof UnreachableError);
  const kept = useMemo(() => (isCutOff ? readKeptWeeks(id) : null), [isCutOff, id]);
  const shown = data
    ? { week: data, kept_on: new Date(dataUpdatedAt).toISOString() }
    : kept?.find(({ week }) => week.first_day === first_day);
  return { shown, kept, error, refetch };
}

/** The Entries tab: the person's own week. */
export function EntriesTab() {
  const first_day = useFirstDay();
  const start = useStartTimer();
  const { shown, kept, error, refetch } = useWeek(first_day);
  if (shown) return <WeekBoard key={first_day} {...shown} {...(start ? { onStartTimer: (target) => void start(target) } : {})} />;
  if (kept) return <WeekNotHere first_day={first_day} kept={kept} />;
  if (error) return <ErrorState title="The week could not be loaded." error={error} onRetry={() => void refetch()} />;
  return (
    <Stack sx={{ gap: 3 }}>
      <WeekChooser first_day={first_day} />
      <Stack role="progressbar" aria-busy aria-label="Loading the week" sx={{ gap: 3 }}>
        <Skeleton variant="rounded" height={40} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    </Stack>
  );
}
