import type { NamedTarget } from '@dmse/contract/time/entry';
import { stopTimer, type Timer } from '@dmse/contract/time/week';
import { sayDuration } from '@dmse/domain/dates/duration';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { lacksTask, nameTarget, targetOf } from '../week/target.ts';
import { TaskSelect, useTasksOf } from '../week/task-dialog.tsx';

/** Stops the timer: asks for the note, and for the task where only the job is known. */
export function StopTimerDialog({ timer, elapsed, onClose }: { timer: Timer; elapsed: string; onClose: () => void }) {
  const client = useQueryClient();
  const needsTask = lacksTask(timer);
  const tasks = useTasksOf(needsTask ? timer.job : null);
  const [chosen, setChosen] = useState<NamedTarget | null>(null);
  const [note, setNote] = useState(timer.note);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isReady = !needsTask || chosen !== null;

  async function stop(): Promise<void> {
    if (!isReady || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const task = chosen ? targetOf({ ...timer, task: chosen.task }) : {};
      const { entries } = await call(stopTimer, {}, { ...task, note: note.trim() });
      await Promise.all([invalidateArea(client, 'timesheet'), invalidateArea(client, 'jobs')]);
      const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0);
      showToast({
        text: entries.length === 0 ? 'The timer had just begun; nothing was entered.' : `Entered ${sayDuration(minutes)}.`,
        icon: 'check',
        colour: 'success',
      });
      onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      width="sm"
      title={`Stop the timer at ${elapsed}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Let it run</Button>
          <Button variant="contained" disabled={!isReady} loading={isBusy} onClick={() => void stop()}>
            Stop timer
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        sx={{ gap: 3, pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          void stop();
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{nameTarget(timer)}</Typography>
        {needsTask ? <TaskSelect tasks={tasks} value={chosen?.task?.id ?? null} onChange={setChosen} /> : null}
        <TextField
          autoFocus
          label="What was done"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
        {problem ? <Alert severity="error">{errorText(problem)}</Alert> : null}
      </Stack>
    </Dialog>
  );
}
