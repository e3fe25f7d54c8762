import { getTimeLock, setTimeLock } from '@dmse/contract/time/week';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { PeriodLock } from '../../../parts/period-lock.tsx';

const WORDS = {
  rule: 'Nothing on a locked day can be entered, changed or taken back.',
  lock: 'Approved weeks up to that day become LOCKED. Nobody can enter or change time on these days any more.',
  open: 'LOCKED weeks become APPROVED again, and people can enter time on these days.',
};

/** Locks time through a day: nothing dated on or before it can change then. */
export function TimeLock() {
  const client = useQueryClient();
  const { data } = useCall(getTimeLock, {});
  async function save(through: string | null): Promise<void> {
    await call(setTimeLock, {}, { locked_through: through }, data ? { ifMatch: data.version } : {});
    await invalidateArea(client, 'timesheet');
  }
  return <PeriodLock noun="Time" short="time" lockedThrough={data?.locked_through} save={save} words={WORDS} />;
}
