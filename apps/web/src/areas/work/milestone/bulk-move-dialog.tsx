import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import type { WorkData } from '../board/work-data.ts';
import { listTargets } from '../task/move-dialog.tsx';

export type BulkMoveDialogProps = { count: string; data: WorkData; onMove: (task: number) => void; onClose: () => void };

/** Says into which task several milestones go; they keep their order and stand behind what is there. */
export function BulkMoveDialog({ count, data, onMove, onClose }: BulkMoveDialogProps) {
  const [task, setTask] = useState<number | ''>('');
  return (
    <Dialog
      open
      title={`Move ${count}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={task === ''} onClick={() => task !== '' && onMove(task)}>
            Move {count}
          </Button>
        </>
      }
    >
      <TextField
        select
        fullWidth
        label="Into the task"
        helperText="They go to its end, in the order they have."
        value={task}
        onChange={(event) => setTask(Number(event.target.value))}
        sx={{ mt: 2 }}
      >
        {listTargets(data, 'milestone').map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Dialog>
  );
}
