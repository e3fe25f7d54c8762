import { getJobSettings } from '@dmse/contract/jobs/settings';
import type { NamedTarget } from '@dmse/contract/time/entry';
import { listTasks } from '@dmse/contract/work/task';
import { localTime } from '@dmse/domain/dates/day-parts';
import { typedDuration } from '@dmse/domain/dates/duration';
import { type EntryStep, readEntryTime } from '@dmse/domain/time/entry-time';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCall } from '../../../api/use-call.ts';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';
import { useCan } from '../../../session/self.ts';
import { AddRow } from '../week/add-row.tsx';
import { nameTarget } from '../week/target.ts';
import { instantOf } from './clock-instant.ts';

export type EntryFieldNames = Record<
  'job' | 'task' | 'milestone' | 'overhead_code' | 'is_billable' | 'minutes' | 'start' | 'end' | 'job_role',
  FieldName
>;

/** What the entry is for, found by a job number or words: it sets the job and task, or the overhead code. */
export function WorkField({ field, first }: { field: EntryFieldNames; first: NamedTarget | null }) {
  const [target, setTarget] = useState(first);
  const job = useField(field.job);
  const task = useField(field.task);
  const milestone = useField(field.milestone);
  const overhead = useField(field.overhead_code);
  const billable = useField(field.is_billable);
  const shown = target ? nameTarget({ ...target, milestone: null, is_billable: true }) : '';
  if (job.form.isReadOnly) return <ReadOnlyValue label="Work">{shown}</ReadOnlyValue>;
  function choose(next: NamedTarget): void {
    setTarget(next);
    job.field.onChange(next.job?.id ?? null);
    task.field.onChange(next.task?.id ?? null);
    milestone.field.onChange(next.milestone?.id ?? null);
    overhead.field.onChange(next.overhead_code?.id ?? null);
    billable.field.onChange(next.is_billable);
  }
  const problem = job.error ?? task.error ?? overhead.error;
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
      <ReadOnlyValue label="Work">{shown || 'Not chosen yet'}</ReadOnlyValue>
      <AddRow label={target ? 'Another job or overhead code' : 'Work: job number or words'} onAdd={choose} />
      {problem ? <FormHelperText error>{problem}</FormHelperText> : null}
    </Box>
  );
}

/** The milestone of the task, where it has some. */
export function MilestoneField({ field }: { field: EntryFieldNames }) {
  const { label, field: own, form, error } = useField(field.milestone);
  const [job, task] = useWatch({ name: [field.job, field.task] }) as (number | null | undefined)[];
  const mayRead = useCan('work.read');
  const tasks = useCall(listTasks, { job: job as never, page_size: 200 }, { enabled: mayRead && job != null, staleTime: 60_000 });
  const milestones = tasks.data?.results.find(({ id }) => id === task)?.milestones ?? [];
  const name = milestones.find(({ id }) => id === own.value)?.name ?? '';
  if (form.isReadOnly) return <ReadOnlyValue label={label}>{name}</ReadOnlyValue>;
  if (milestones.length === 0) return null;
  return (
    <TextField
      select
      label={label}
      value={name ? own.value : ''}
      onChange={(event) => own.onChange(event.target.value === '' ? null : Number(event.target.value))}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">None</MenuItem>
      {milestones.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The time in any of its spellings; what cannot be read stays as it was typed, with the sentence. */
export function TimeField({ field, step }: { field: EntryFieldNames; step: EntryStep }) {
  const { label, field: own, error, form } = useField(field.minutes);
  const value = own.value as number | string | null | undefined;
  const [text, setText] = useState(typeof value === 'number' ? typedDuration(value) : '');
  const reading = text.trim() === '' ? null : readEntryTime(text, step);
  const problem = reading && 'problem' in reading ? reading.problem : undefined;
  if (form.isReadOnly) return <ReadOnlyValue label={label}>{typeof value === 'number' ? typedDuration(value) : ''}</ReadOnlyValue>;
  return (
    <TextField
      required
      label={label}
      name={own.name}
      inputRef={own.ref}
      value={text}
      onChange={(event) => {
        const read = readEntryTime(event.target.value, step);
        setText(event.target.value);
        own.onChange('value' in read ? read.value : event.target.value);
      }}
      onBlur={() => {
        if (reading && 'value' in reading) setText(typedDuration(reading.value));
        own.onBlur();
      }}
      error={Boolean(error || problem)}
      helperText={problem ?? error ?? 'As 2:30, 2.5, 2h30m, 150m or 230.'}
      slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 40 } }}
      sx={{ maxWidth: { sm: 240 } }}
    />
  );
}

/** A time of day on the date of the entry. */
export function ClockField({ name, date }: { name: FieldName; date: FieldName }) {
  const zone = useFirmZone();
  const { label, field: own, error, form } = useField(name);
  const day = useWatch({ name: date }) as string | null;
  const value = (own.value as string | null | undefined) ?? null;
  const clock = value ? localTime(value, zone) : '';
  if (form.isReadOnly) return <ReadOnlyValue label={label}>{clock}</ReadOnlyValue>;
  return (
    <TextField
      type="time"
      label={label}
      value={clock}
      disabled={!day || !/^\d{4}-\d\d-\d\d$/.test(day)}
      onChange={(event) => own.onChange(event.target.value === '' ? null : instantOf(day!, event.target.value, zone))}
      onBlur={own.onBlur}
      error={Boolean(error)}
      helperText={error ?? 'Optional.'}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ maxWidth: { sm: 240 } }}
    />
  );
}

/** The role the time is priced by. */
export function RoleField({ field, unset }: { field: EntryFieldNames; unset: string }) {
  const { label, field: own, error, form } = useField(field.job_role);
  const mayRead = useCan('jobs.read');
  const roles = useCall(getJobSettings, {}, { enabled: mayRead, staleTime: 300_000 }).data?.job_roles ?? [];
  const name = roles.find(({ id }) => id === own.value)?.name ?? '';
  if (form.isReadOnly || roles.length === 0) return <ReadOnlyValue label={label}>{name || unset}</ReadOnlyValue>;
  return (
    <TextField
      select
      label={label}
      value={name ? own.value : ''}
      onChange={(event) => own.onChange(event.target.value === '' ? null : Number(event.target.value))}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={{ maxWidth: { sm: 240 } }}
    >
      <MenuItem value="">{unset}</MenuItem>
      {roles.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  );
}
