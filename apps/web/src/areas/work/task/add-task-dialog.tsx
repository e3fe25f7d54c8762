import { labelOf } from '@dmse/contract/common/field';
import { createTask, createTasksFromTemplates, type Task, taskFields } from '@dmse/contract/work/task';
import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { groupTasks, type WorkData, type WorkOwner } from '../board/work-data.ts';

type Template = { id: number; name: string; description: string; milestones: readonly string[] };

export type AddTaskDialogProps = {
  owner: WorkOwner;
  data: WorkData;
  templates: readonly Template[];
  /** The group it goes into unless another one is chosen. */
  group?: number | undefined;
  /** Sends in turn with the other changes of the page. */
  run: <T>(send: () => Promise<T>) => Promise<T>;
  onAdded: (tasks: readonly Task[]) => void;
  onClose: () => void;
};

/** New tasks: a blank one, or one for each chosen template with its milestones, budget and account code. */
export function AddTaskDialog({ owner, data, templates, group, run, onAdded, onClose }: AddTaskDialogProps) {
  const groups = groupTasks(data).map((node) => node.group);
  const [task_group, setGroup] = useState<number | undefined>(group ?? groups.at(-1)?.id);
  const [chosen, setChosen] = useState<readonly Template[]>([]);
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [template = null] = chosen;
  const isMany = chosen.length > 1;
  const isReady = name.trim() !== '' || template !== null;
  const verb = isMany ? `Add ${chosen.length} tasks` : 'Add task';

  async function add(): Promise<void> {
    if (!isReady || isBusy) return;
    setBusy(true);
    const words = name.trim();
    try {
      const where = { ...owner, ...(task_group === undefined ? {} : { task_group }) };
      const one = { ...where, ...(words ? { name: words } : {}), ...(template ? { template: template.id } : {}) };
      const many = { ...where, templates: chosen.map(({ id }) => id) };
      onAdded(await run(async () => (isMany ? (await call(createTasksFromTemplates, {}, many)).tasks : [await call(createTask, {}, one)])));
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
      width="sm"
      title="Add task"
      onClose={() => name.trim() === '' && onClose()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" loading={isBusy} disabled={!isReady} onClick={() => void add()}>
            {verb}
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        sx={{ gap: 4, pt: 2 }}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        {refusal ? <Alert severity="error">{refusal}</Alert> : null}
        <Autocomplete
          options={[...templates]}
          multiple
          value={[...chosen]}
          onChange={(_, next) => setChosen(next)}
          getOptionLabel={(option) => option.name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No template has these words."
          renderInput={(params) => (
            <TextField
              {...params}
              label="Templates"
              helperText={template ? undefined : 'Choose one or several; leave it empty for a blank task.'}
            />
          )}
        />
        {template ? (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mt: -3 }}>
            {chosen.map(({ id, name: title, milestones }) => (
              <div key={id}>
                {isMany ? `${title}: ` : 'Milestones: '}
                {milestones.length === 0 ? 'no milestones.' : `${milestones.join(', ')}.`}
              </div>
            ))}
          </Typography>
        ) : null}
        {isMany ? null : (
          <TextField
            autoFocus
            label={labelOf(taskFields.name)}
            required={template === null}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder={template?.name ?? ''}
            helperText={template ? 'Leave it empty to take the name of the template.' : undefined}
            slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: template ? { shrink: true } : {} }}
          />
        )}
        {groups.length > 0 ? (
          <TextField select label="Group" value={task_group ?? ''} onChange={(event) => setGroup(Number(event.target.value))}>
            {groups.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {one.name}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
      </Stack>
    </Dialog>
  );
}
