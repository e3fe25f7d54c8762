import { leaseProcessing, type Processing } from '@dmse/contract/sites/processing/run';
import { LEASE_MINUTES } from '@dmse/domain/sites/processing';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';

const RENEW = (LEASE_MINUTES * 60_000) / 3;

/**
 * Holds the run for who works on it: takes it where it is free, renews it while the page is open, and lets it go on leaving. Somebody
 * else's stays theirs until it ends or is taken over.
 */
export function useLease(run: Processing, isWanted: boolean, refresh: () => Promise<unknown>): { takeOver: () => Promise<void> } {
  const { id, lease } = run;
  const isTheirs = lease !== null && !lease.is_mine;
  const isHeld = isWanted && !isTheirs;
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!isHeld) return;
    // Where somebody was quicker, the next reading of the run says who.
    const hold = () => call(leaseProcessing, { id }, {}).then(latest.current, latest.current);
    void hold();
    const timer = setInterval(() => void hold(), RENEW);
    return () => {
      clearInterval(timer);
      void call(leaseProcessing, { id }, { release: true }, { stayOn401: true }).catch(() => {});
    };
  }, [id, isHeld]);
  return {
    takeOver: async () => {
      try {
        await call(leaseProcessing, { id }, { take_over: true });
      } catch (error) {
        showProblem(error, 'The run could not be taken over.');
      }
      await refresh();
    },
  };
}
