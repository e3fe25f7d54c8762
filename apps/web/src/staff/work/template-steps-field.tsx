import { getJobSettings } from '@dmse/contract/jobs/settings';
import type { TaskTemplate } from '@dmse/contract/work/template';
import { readDuration, typedDuration } from '@dmse/domain/dates/duration';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { type FieldName, useField } from '../../parts/form/use-field.ts';
import { Icon } from '../../parts/icon/icon.tsx';

type Step = TaskTemplate['milestones'][number];
type Line = Step['budget'][number];
type Named = { id: number; name: string };

function saySteps(value: unknown): string {
  return sayCount(((value ?? []) as Step[]).length, 'milestone');
}

/** Hours of a role, typed as 2:30 or 2.5. */
function Hours({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const reading = typed === null ? null : readDuration(typed);
  const problem = reading && 'problem' in reading ? reading.problem : undefined;
  return (
    <TextField
      label="Hours"
      value={typed ?? typedDuration(minutes)}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = readDuration(event.target.value);
        if ('value' in next) onChange(next.value);
      }}
      onBlur={() => !problem && setTyped(null)}
      error={Boolean(problem)}
      helperText={problem}
      sx={{ width: 110 }}
    />
  );
}

type LinesProps = { lines: readonly Line[]; roles: readonly Named[]; types: readonly Named[]; onChange: (lines: Line[]) => void };

function Lines({ lines, roles, types, onChange }: LinesProps) {
  const kinds = [...roles.map(({ id, name }) => ({ key: `r${id}`, name })), ...types.map(({ id, name }) => ({ key: `d${id}`, name }))];
  const keyOf = ({ job_role, disbursement_type }: Line) => (job_role === undefined ? `d${disbursement_type}` : `r${job_role}`);
  const make = (key: string, old?: Line): Line =>
    key.startsWith('r')
      ? { job_role: Number(key.slice(1)), minutes: old?.minutes ?? 60 }
      : { disbursement_type: Number(key.slice(1)), quantity: old?.quantity ?? 1 };
  return (
    <Stack sx={{ gap: 2, pl: { sm: 6 } }}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place while it is edited
        <Stack key={at} direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <TextField
            select
            label="Role or disbursement"
            value={keyOf(line)}
            onChange={(event) => onChange(lines.with(at, make(event.target.value, line)))}
            sx={{ flex: '1 1 200px', maxWidth: 320 }}
          >
            {kinds.map(({ key, name }) => (
              <MenuItem key={key} value={key}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          {line.job_role === undefined ? (
            <TextField
              label="Quantity"
              type="number"
              value={line.quantity ?? 0}
              onChange={(event) => onChange(lines.with(at, { ...line, quantity: Math.max(0, Number(event.target.value)) }))}
              sx={{ width: 110 }}
            />
          ) : (
            <Hours minutes={line.minutes ?? 0} onChange={(minutes) => onChange(lines.with(at, { ...line, minutes }))} />
          )}
          <IconButton aria-label="Remove the line" onClick={() => onChange(lines.filter((_, index) => index !== at))}>
            <Icon name="close" />
          </IconButton>
        </Stack>
      ))}
      <Button
        size="small"
        sx={{ alignSelf: 'flex-start' }}
        startIcon={<Icon name="add" size={18} />}
        disabled={kinds.length === 0}
        onClick={() => onChange([...lines, make(kinds[0]!.key)])}
      >
        Add to its budget
      </Button>
    </Stack>
  );
}

/** The milestones a task begins with, in order, each with its budget. */
export function TemplateStepsField({ name }: { name: FieldName }) {
  const { label, field, error, itemErrors } = useField(name, undefined, saySteps);
  const settings = useCall(getJobSettings, {}, { staleTime: 60_000 }).data;
  const steps = (field.value as Step[] | null | undefined) ?? [];
  const names = settings?.milestone_templates ?? [];
  const set = (at: number, part: Partial<Step>) => field.onChange(steps.with(at, { ...steps[at]!, ...part }));
  const move = (at: number, by: 1 | -1) => {
    const to = at + by;
    if (to < 0 || to >= steps.length) return;
    field.onChange(steps.with(at, steps[to]!).with(to, steps[at]!));
  };
  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      <Stack sx={{ gap: 3 }}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place while it is edited
          <Paper key={at} variant="outlined" sx={{ p: 3 }}>
            <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
              <TextField
                select
                label={`Milestone ${at + 1}`}
                value={settings ? step.milestone_template : ''}
                onChange={(event) => set(at, { milestone_template: Number(event.target.value) })}
                error={Boolean(itemErrors[at])}
                helperText={itemErrors[at]}
                sx={{ flex: '1 1 220px', maxWidth: 320 }}
              >
                {names.map(({ id, name: words }) => (
                  <MenuItem key={id} value={id}>
                    {words}
                  </MenuItem>
                ))}
              </TextField>
              <FormControlLabel
                label="Does not wait for the one before"
                control={
                  <Checkbox size="small" checked={step.is_parallel} onChange={(event) => set(at, { is_parallel: event.target.checked })} />
                }
              />
              <Box sx={{ ml: 'auto' }}>
                <IconButton aria-label={`Move milestone ${at + 1} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                  <Icon name="arrow_upward" />
                </IconButton>
                <IconButton aria-label={`Move milestone ${at + 1} down`} disabled={at === steps.length - 1} onClick={() => move(at, 1)}>
                  <Icon name="arrow_downward" />
                </IconButton>
                <IconButton
                  aria-label={`Remove milestone ${at + 1}`}
                  onClick={() => field.onChange(steps.filter((_, index) => index !== at))}
                >
                  <Icon name="close" />
                </IconButton>
              </Box>
            </Stack>
            <Lines
              lines={step.budget}
              roles={settings?.job_roles ?? []}
              types={settings?.disbursement_types ?? []}
              onChange={(budget) => set(at, { budget })}
            />
          </Paper>
        ))}
      </Stack>
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
      <Button
        sx={{ mt: 3 }}
        startIcon={<Icon name="add" size={18} />}
        disabled={names.length === 0}
        onClick={() => field.onChange([...steps, { milestone_template: names[0]!.id, is_parallel: false, budget: [] }])}
      >
        Add a milestone
      </Button>
    </Box>
  );
}
