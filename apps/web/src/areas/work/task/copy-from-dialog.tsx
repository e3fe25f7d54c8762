import { copyTasks } from '@dmse/contract/work/task';
import { sayCount } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { useWork } from '../board/use-work.ts';
import { groupTasks, type WorkOwner } from '../board/work-data.ts';
import { OwnerPicker } from './owner-picker.tsx';

export type CopyFromDialogProps = {
  owner: WorkOwner;
  num: string;
  run: <T>(send: () => Promise<T>) => Promise<T>;
  /** "2 tasks", and where they came from. */
  onCopied: (what: string, from: string) => void;
  onClose: () => void;
};

/** Takes tasks of another job or quote over into this one, with their milestones and budget. */
export function CopyFromDialog({ owner, num, run, onCopied, onClose }: CopyFromDialogProps) {
  const [of, setOf] = useState<'job' | 'quote'>('job');
  const [other, setOther] = useState<PickerChoice | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = Number(other?.id ?? 0);
  const work = useWork(of === 'job' ? { job: id } : { quote: id }, other === null);
  const nodes = other && work.data ? groupTasks(work.data).filter(({ tasks }) => tasks.length > 0) : [];
  const here = 'job' in owner ? { of: 'job', id: owner.job } : { of: 'quote', id: owner.quote };
  const count = sayCount(chosen.length, 'task');

  function choose(next: PickerChoice | null): void {
    setOther(next);
    setChosen([]);
    setRefusal(null);
  }
  async function copy(): Promise<void> {
    setBusy(true);
    try {
      // In the order they stand there, whatever the order they were ticked in.
      const tasks = nodes.flatMap((node) => node.tasks.map((task) => task.id)).filter((task) => chosen.includes(task));
      await run(() => call(copyTasks, {}, { tasks, ...owner }));
      onCopied(count, other?.label.split(' ')[0] ?? '');
      onClose();
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      isTall
      width="sm"
      title={`Copy tasks to ${num}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" loading={isBusy} disabled={chosen.length === 0} onClick={() => void copy()}>
            {chosen.length === 0 ? 'Copy tasks' : `Copy ${count}`}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          The copies bring their milestones, dependencies and budget. People, dates and time stay behind.
        </Typography>
        {refusal ? <Alert severity="error">{refusal}</Alert> : null}
        <RadioGroup
          row
          aria-label="Where from"
          value={of}
          onChange={(_, value) => {
            setOf(value as typeof of);
            choose(null);
          }}
        >
          <FormControlLabel value="job" control={<Radio />} label={here.of === 'job' ? 'Another job' : 'A job'} />
          <FormControlLabel value="quote" control={<Radio />} label={here.of === 'quote' ? 'Another quote' : 'A quote'} />
        </RadioGroup>
        <OwnerPicker of={of} value={other} onChange={choose} without={here.of === of ? here.id : undefined} />
        {other && work.isPending ? <Skeleton variant="rounded" height={80} role="progressbar" aria-label="Loading the tasks" /> : null}
        {other && work.isError ? <Alert severity="error">{errorText(work.error)}</Alert> : null}
        {other && work.data && nodes.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>It has no tasks.</Typography> : null}
        {nodes.map(({ group, tasks }) => (
          <Box
            component="fieldset"
            key={group.id}
            sx={(theme) => ({ border: 0, m: 0, p: 0, fontSize: '0.8125rem', accentColor: theme.vars.palette.primary.main })}
          >
            <Box component="legend" sx={{ color: 'text.secondary', fontWeight: 500, p: 0 }}>
              {group.name}
            </Box>
            {tasks.map((task) => (
              <Box component="label" key={task.id} sx={{ display: 'flex', gap: 2, alignItems: 'center', minHeight: 32, cursor: 'pointer' }}>
                <input
                  type="checkbox"
                  checked={chosen.includes(task.id)}
                  onChange={({ target }) => setChosen(target.checked ? [...chosen, task.id] : chosen.filter((one) => one !== task.id))}
                />
                <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                  {task.name}
                </Box>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {sayCount(task.milestones.length, 'milestone')}
                </Box>
              </Box>
            ))}
          </Box>
        ))}
      </Stack>
    </Dialog>
  );
}
