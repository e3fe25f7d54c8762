import { getWeek } from '@dmse/contract/time/week';
import { sayDuration, typedDuration } from '@dmse/domain/dates/duration';
import { startOfWeek } from '@dmse/domain/dates/week';
import { balanceOf } from '@dmse/domain/time/week-grid';
import Skeleton from '@mui/material/Skeleton';
import { useContext } from 'react';
import { useCall } from '../../api/use-call.ts';
import { FirmWeekStart, useToday } from '../../parts/date/firm-zone.ts';
import { LinkButton } from '../../parts/links.tsx';
import { useConnected } from '../../session/connection.ts';
import { WorkCard } from './work-card.tsx';

/** The hours of this week against what is expected, and what is missing. Without a network it only leads there. */
export function TimesheetCard() {
  const isConnected = useConnected();
  const first_day = startOfWeek(useToday(), useContext(FirmWeekStart));
  const { data, isError } = useCall(getWeek, { date: first_day }, { enabled: isConnected });
  const balance = data ? balanceOf(data.entries, data.weekly_minutes) : null;
  return (
    <WorkCard
      icon="schedule"
      title="My open timesheet"
      action={
        <LinkButton to="/timesheet" size="small" variant="outlined">
          Open my week
        </LinkButton>
      }
    >
      {isError || (!data && !isConnected) ? 'The hours of this week are shown here when the server can be reached.' : null}
      {!data && isConnected && !isError ? <Skeleton variant="text" width="80%" /> : null}
      {data && balance ? (
        <>
          <div>
            {balance.expected === 0
              ? `${typedDuration(balance.minutes)} this week`
              : `${typedDuration(balance.minutes)} of ${typedDuration(balance.expected)} this week`}
            {balance.missing > 0 ? `, ${sayDuration(balance.missing)} to go` : ''} · {data.state}
          </div>
          {data.exceptions.length > 0 ? (
            <ul style={{ margin: 0, paddingLeft: 20 }}>
              {data.exceptions.slice(0, 4).map(({ kind, date, task, says }) => (
                <li key={`${kind} ${date} ${task} ${says}`}>{says}</li>
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
    </WorkCard>
  );
}
