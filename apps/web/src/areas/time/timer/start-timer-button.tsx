import type { NamedTarget } from '@dmse/contract/time/entry';
import Button from '@mui/material/Button';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useStartTimer } from './use-timer.ts';

/** Starts the timer for a job; which task it was is asked for when it is stopped. */
export function StartTimerButton({ job }: { job: NonNullable<NamedTarget['job']> }) {
  const start = useStartTimer();
  if (!start) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<Icon name="timer" size={18} />}
      onClick={() => void start({ job, task: null, milestone: null, overhead_code: null, is_billable: true })}
    >
      Start timer
    </Button>
  );
}
