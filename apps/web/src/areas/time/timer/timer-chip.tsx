import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { nameTarget } from '../week/target.ts';
import { useTimer } from './use-timer.ts';

const StopTimerDialog = lazyPart(() => import('./stop-timer-dialog.tsx').then((file) => file.StopTimerDialog));

/** On every page while the timer runs: how long, and the way to stop it. */
export function TimerChip() {
  const running = useTimer();
  const [isStopping, setStopping] = useState(false);
  if (!running) return null;
  const { timer, elapsed } = running;
  const words = `Timer ${elapsed}, ${nameTarget(timer)}. Stop`;
  return (
    <>
      <Chip
        size="small"
        clickable
        color="primary"
        icon={<Icon name="schedule" size={16} />}
        label={elapsed}
        aria-label={words}
        title={words}
        aria-haspopup="dialog"
        onClick={() => setStopping(true)}
        sx={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}
      />
      {isStopping ? <StopTimerDialog timer={timer} elapsed={elapsed} onClose={() => setStopping(false)} /> : null}
    </>
  );
}
