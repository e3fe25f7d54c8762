import { copyMilestones } from '@dmse/contract/work/milestone';
import { copyTasks } from '@dmse/contract/work/task';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import type { PickerChoice } from '../../../parts/picker/picker-choice.ts';
import { useWork } from '../board/use-work.ts';
import { groupTasks, type WorkData, type WorkOwner } from '../board/work-data.ts';
import { OwnerPicker } from './owner-picker.tsx';

export type CopySource = { kind: 'task' | 'milestone'; ids: readonly number[]; title: string };

export type CopyDialogProps = {
  source: CopySource;
  owner: WorkOwner;
  num: string;
  /** May it be copied within this job or quote too? */
  canStay: boolean;
  run: <T>(send: () => Promise<T>) => Promise<T>;
  /** What was copied, where to, and the page to see it on. */
  onCopied: (where: { num: string; path: string; isHere: boolean }) => void;
  onClose: () => void;
};

type Where = 'here' | 'job' | 'quote';
/** What the copies can go into: groups for tasks, tasks for milestones. */
function listTargets(data: WorkData | undefined, kind: CopySource['kind']): { id: number; name: string }[] {
  const nodes = data ? groupTasks(data) : [];
  if (kind === 'task') return nodes.map(({ group }) => group);
  return nodes.flatMap(({ group, tasks }) => tasks.map(({ id, name }) => ({ id, name: `${group.name} – ${name}` })));
}

/** Copies tasks or milestones with their budget, within this job or quote or to another one. */
export function CopyDialog({ source, owner, num, canStay, run, onCopied, onClose }: CopyDialogProps) {
  const [where, setWhere] = useState<Where>(canStay ? 'here' : 'job');
  const [other, setOther] = useState<PickerChoice | null>(null);
  const [target, setTarget] = useState<number | ''>('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const own = 'job' in owner ? 'job' : 'quote';
  const id = Number(other?.id ?? 0);
  const goal: WorkOwner | null = where === 'here' ? owner : other === null ? null : where === 'job' ? { job: id } : { quote: id };
  const work = useWork(goal ?? owner, goal === null);
  const targets = goal ? listTargets(work.data, source.kind) : [];
  const isReady = goal !== null && (source.kind === 'task' || target !== '');

  async function copy(): Promise<void> {
    if (goal === null) return;
    setBusy(true);
    try {
      const ids = [...source.ids];
      if (source.kind === 'task')
        await run(() => call(copyTasks, {}, { tasks: ids, ...goal, ...(target === '' ? {} : { task_group: target }) }));
      else await run(() => call(copyMilestones, {}, { milestones: ids, task: Number(target) }));
      const path = 'job' in goal ? `/job/${goal.job}/tasks` : `/quote/${goal.quote}/tasks`;
      onCopied({ num: where === 'here' ? num : (other?.label.split(' ')[0] ?? ''), path, isHere: where === 'here' });
      onClose();
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  }
  function choose(next: PickerChoice | null): void {
    setOther(next);
    setTarget('');
    setRefusal(null);
  }

  const into = source.kind === 'task' ? 'Into the group' : 'Into the task';
  return (
    <Dialog
      open
      isTall
      width="sm"
      title={`Copy ${source.title}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" loading={isBusy} disabled={!isReady} onClick={() => void copy()}>
            Copy {source.ids.length === 1 ? source.kind : `${source.kind}s`}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ color: 'text.secondary' }}>
          The copies have the same {source.kind === 'task' ? 'milestones, dependencies' : 'dependencies'} and budget. People, dates and time
          stay behind.
        </Typography>
        {refusal ? <Alert severity="error">{refusal}</Alert> : null}
        <RadioGroup
          row
          aria-label="Where to"
          value={where}
          onChange={(_, value) => {
            setWhere(value as Where);
            choose(null);
          }}
        >
          {canStay ? <FormControlLabel value="here" control={<Radio />} label={`This ${own} (${num})`} /> : null}
          <FormControlLabel value="job" control={<Radio />} label={own === 'job' ? 'Another job' : 'A job'} />
          <FormControlLabel value="quote" control={<Radio />} label={own === 'quote' ? 'Another quote' : 'A quote'} />
        </RadioGroup>
        {where === 'here' ? null : <OwnerPicker of={where} value={other} onChange={choose} />}
        {goal && work.isError ? <Alert severity="error">{errorText(work.error)}</Alert> : null}
        {targets.length > 0 ? (
          <TextField
            select
            label={into}
            value={target}
            required={source.kind === 'milestone'}
            onChange={(event) => setTarget(event.target.value === '' ? '' : Number(event.target.value))}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{sayNoTarget(source.kind, where)}</MenuItem>
            {targets.map(({ id: one, name }) => (
              <MenuItem key={one} value={one}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
        {goal && work.data && targets.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>
            {source.kind === 'task' ? 'It has no group yet; one is made.' : 'It has no task yet that milestones could go into.'}
          </Typography>
        ) : null}
      </Stack>
    </Dialog>
  );
}

function sayNoTarget(kind: CopySource['kind'], where: Where): string {
  if (kind === 'milestone') return 'Choose a task';
  return where === 'here' ? 'The group each stands in' : 'The last group';
}
