import { findTargets, type NamedTarget } from '@dmse/contract/time/entry';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { namedTargetOf, sayTarget } from './target.ts';

const MANY = 50;

/** The tasks of a job that take time. */
export function useTasksOf(job: NamedTarget['job']): readonly NamedTarget[] {
  const found = useCall(findTargets, { query: job?.num ?? '', limit: MANY }, { enabled: job !== null });
  const ofJob = (found.data?.results ?? []).filter((one) => one.job?.id === job?.id && one.task !== null);
  return [...new Map(ofJob.map((one) => [one.task!.id, namedTargetOf({ ...one, milestone: null })])).values()];
}

export type TaskSelectProps = { tasks: readonly NamedTarget[]; value: number | null; onChange: (target: NamedTarget) => void };

/** The tasks of a job to choose from. */
export function TaskSelect({ tasks, value, onChange }: TaskSelectProps) {
  return (
    <TextField
      select
      required
      fullWidth
      label="Task"
      value={value ?? ''}
      onChange={(event) => {
        const chosen = tasks.find(({ task }) => task?.id === Number(event.target.value));
        if (chosen) onChange(chosen);
      }}
      helperText={tasks.length === 0 ? 'This job has no task to enter time for.' : undefined}
    >
      {tasks.map(({ task }) => (
        <MenuItem key={task!.id} value={task!.id}>
          {task!.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

export type TaskDialogProps = { target: NamedTarget; onChoose: (target: NamedTarget) => void; onClose: () => void };

/** Asks which task of a job time is for, where only the job is known. */
export function TaskDialog({ target, onChoose, onClose }: TaskDialogProps) {
  const tasks = useTasksOf(target.job);
  const [chosen, setChosen] = useState<NamedTarget | null>(null);
  return (
    <Dialog
      open
      title="Which task is this for?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={!chosen}
            onClick={() => {
              if (!chosen) return;
              onClose();
              onChoose({ ...target, task: chosen.task });
            }}
          >
            Use this task
          </Button>
        </>
      }
    >
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{sayTarget(target).title}</Typography>
      <TaskSelect tasks={tasks} value={chosen?.task?.id ?? null} onChange={setChosen} />
    </Dialog>
  );
}
