import type { WipItem } from '@dmse/contract/wip/wip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { useWork } from '../board/use-work.ts';
import { listTargets } from '../task/move-dialog.tsx';
import { OwnerPicker } from '../task/owner-picker.tsx';
import { WipDialogFrame } from './wip-act-dialog.tsx';

export type WipMoveDialogProps = {
  job: { id: number; num: string };
  items: readonly WipItem[];
  onDone: (to: { to_job: number; to_task: number; reason: string | null }) => Promise<void>;
  onClose: () => void;
};

/** To which job and task work is moved; the amounts go along. */
export function WipMoveDialog({ job, items, onDone, onClose }: WipMoveDialogProps) {
  const [to, setTo] = useState<PickerChoice | null>({ id: job.id, label: job.num });
  const [task, setTask] = useState<number | ''>('');
  const to_job = Number(to?.id ?? 0);
  const work = useWork({ job: to_job }, to === null);
  // Work that is all on one task does not go there again.
  const here = new Set(items.map((item) => item.task?.id));
  const targets = to && work.data ? listTargets(work.data, 'milestone').filter(({ id }) => !(here.size === 1 && here.has(id))) : [];
  return (
    <WipDialogFrame
      verb="Move"
      items={items}
      text="The amounts go along as they are. Both jobs keep it in their history."
      isReady={to !== null && task !== ''}
      onDone={async (reason) => {
        if (task !== '') await onDone({ to_job, to_task: task, reason });
      }}
      onClose={onClose}
    >
      <OwnerPicker
        of="job"
        value={to}
        onChange={(next) => {
          setTo(next);
          setTask('');
        }}
      />
      <TextField
        select
        required
        label="Task"
        value={task}
        disabled={targets.length === 0}
        helperText={work.data && to && targets.length === 0 ? 'This job has no other task.' : undefined}
        onChange={(event) => setTask(Number(event.target.value))}
      >
        {targets.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </WipDialogFrame>
  );
}
