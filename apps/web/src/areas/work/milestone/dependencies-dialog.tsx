import { labelOf } from '@dmse/contract/common/field';
import { type Milestone, milestoneFields } from '@dmse/contract/work/milestone';
import { norm } from '@dmse/domain/text/norm';
import { defaultDependencies, whyNotDepend } from '@dmse/domain/work/blocking';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { findTask, groupTasks, type WorkData } from '../board/work-data.ts';
import type { Planned } from '../board/work-plan.ts';

type Choice = 'chain' | 'parallel' | 'explicit';
type DependencyPatch = { is_parallel?: boolean; depends_on: number[] | null };

export type DependenciesDialogProps = {
  milestone: Milestone;
  data: WorkData;
  plan: readonly Planned[];
  /** Throws when it is refused; what was chosen stays. */
  onSave: (patch: DependencyPatch) => Promise<void>;
  onClose: () => void;
};

function choiceOf({ depends_on, is_parallel }: Milestone): Choice {
  if (depends_on !== null) return 'explicit';
  return is_parallel ? 'parallel' : 'chain';
}

/** The others of the job or quote to choose from, task by task, those whose name has the words. */
function listOthers(data: WorkData, own: number, words: string) {
  const wanted = norm(words);
  return groupTasks(data)
    .flatMap(({ tasks }) => tasks)
    .map((task) => ({
      task,
      others: task.milestones.filter(({ id, name }) => id !== own && norm(`${task.name} ${name}`).includes(wanted)),
    }))
    .filter(({ others }) => others.length > 0);
}

/** What a milestone waits for: the one before it, nothing, or those that are named. A loop is refused and named. */
export function DependenciesDialog({ milestone, data, plan, onSave, onClose }: DependenciesDialogProps) {
  const [choice, setChoice] = useState<Choice>(choiceOf(milestone));
  const [chosen, setChosen] = useState<readonly number[]>(
    () => milestone.depends_on ?? plan.find(({ id }) => id === milestone.id)?.depends_on ?? [],
  );
  const [words, setWords] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const inTask = findTask(data, milestone.task)?.milestones ?? [];
  const before = inTask[inTask.findIndex(({ id }) => id === milestone.id) - 1];
  const asChain = inTask.map((one) => (one.id === milestone.id ? { ...one, is_parallel: choice === 'parallel' } : one));
  const wanted = choice === 'explicit' ? chosen : (defaultDependencies(asChain).get(milestone.id) ?? []);
  const loop = whyNotDepend(plan, milestone.id, wanted)?.sentence ?? null;

  async function save(): Promise<void> {
    if (loop) return setRefusal(loop);
    setBusy(true);
    try {
      await onSave(choice === 'explicit' ? { depends_on: [...chosen] } : { depends_on: null, is_parallel: choice === 'parallel' });
      onClose();
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  }
  function toggle(id: number, isChosen: boolean): void {
    setRefusal(null);
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  }

  const complaint = loop ?? refusal;
  return (
    <Dialog
      open
      isTall
      width="sm"
      title={`What ${milestone.name} waits for`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" loading={isBusy} disabled={loop !== null} onClick={() => void save()}>
            Save dependencies
          </Button>
        </>
      }
    >
      {complaint ? (
        <Alert severity="error" sx={{ mb: 3 }}>
          {complaint}
        </Alert>
      ) : null}
      <RadioGroup aria-label={labelOf(milestoneFields.depends_on)} value={choice} onChange={(_, value) => setChoice(value as Choice)}>
        <FormControlLabel
          value="chain"
          control={<Radio />}
          label={before ? `The one before it: ${before.name}` : 'The one before it (it is the first of its task, so nothing)'}
        />
        <FormControlLabel value="parallel" control={<Radio />} label="Nothing: it runs in parallel" />
        <FormControlLabel value="explicit" control={<Radio />} label="These milestones" />
      </RadioGroup>
      {choice === 'explicit' ? (
        <Box sx={{ mt: 2 }}>
          <TextField fullWidth label="Find a milestone" value={words} onChange={(event) => setWords(event.target.value)} />
          <Box sx={{ mt: 2, maxHeight: 320, overflow: 'auto', fontSize: '0.8125rem' }}>
            {listOthers(data, milestone.id, words).map(({ task, others }) => (
              <Box
                component="fieldset"
                key={task.id}
                sx={(theme) => ({ border: 0, m: 0, p: 0, mb: 2, accentColor: theme.vars.palette.primary.main })}
              >
                <Box component="legend" sx={{ color: 'text.secondary', fontWeight: 500, p: 0 }}>
                  {task.name}
                </Box>
                {others.map(({ id, name }) => (
                  <Box component="label" key={id} sx={{ display: 'flex', gap: 2, alignItems: 'center', minHeight: 32, cursor: 'pointer' }}>
                    <input type="checkbox" checked={chosen.includes(id)} onChange={(event) => toggle(id, event.target.checked)} />
                    {name}
                  </Box>
                ))}
              </Box>
            ))}
          </Box>
        </Box>
      ) : null}
    </Dialog>
  );
}
