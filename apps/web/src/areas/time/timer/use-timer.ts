import type { NamedTarget } from '@dmse/contract/time/entry';
import { getTimer, startTimer, type Timer } from '@dmse/contract/time/week';
import { typedDuration } from '@dmse/domain/dates/duration';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { useNow } from '../../../parts/date/use-now.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useConnected } from '../../../session/connection.ts';
import { useCan } from '../../../session/self.ts';
import { nameTarget, targetOf } from '../week/target.ts';

/** Another device may start or stop it: it is asked for again after this long. */
const EVERY = 60_000;

/** h:mm since the timer was started. The clocks of server and device may differ, so only what passed since the answer is measured here. */
export function sayElapsed({ started_on }: Pick<Timer, 'started_on'>, answered: string, answeredAt: number, now: string): string {
  const passed = Math.max(0, Date.parse(now) - answeredAt);
  return typedDuration(Math.max(0, Math.floor((Date.parse(answered) - Date.parse(started_on) + passed) / 60_000)));
}

/** The person's one timer: null while none runs. One query for everybody who asks. */
export function useTimer(): { timer: Timer; elapsed: string } | null {
  const isUser = useCan('time.own');
  const isConnected = useConnected();
  const now = useNow();
  const { data, dataUpdatedAt } = useCall(
    getTimer,
    {},
    { enabled: isUser && isConnected, refetchInterval: EVERY, staleTime: EVERY / 2, retry: false },
  );
  return data?.timer ? { timer: data.timer, elapsed: sayElapsed(data.timer, data.now, dataUpdatedAt, now) } : null;
}

/** Starts the timer for some work, where this person enters time; one that runs is stopped by that. Undefined for others. */
export function useStartTimer(): ((target: NamedTarget) => Promise<void>) | undefined {
  const client = useQueryClient();
  const isUser = useCan('time.own');
  if (!isUser) return undefined;
  return async (target) => {
    try {
      await call(startTimer, {}, targetOf(target));
      await invalidateArea(client, 'timesheet');
      showToast({ text: `The timer runs for ${nameTarget(target)}.`, icon: 'timer' });
    } catch (error) {
      showProblem(error);
    }
  };
}
