import type { GeoidGrid } from '@dmse/contract/sites/settings';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useCallback } from 'react';
import { sayValue } from '../../parts/form/form-values.ts';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

export type GridFieldProps = {
  name: FieldName;
  label: string;
  kind: GeoidGrid['kind'];
  /** Undefined while they are on their way. */
  grids: readonly GeoidGrid[] | undefined;
  hint?: string;
};

/** Which of the uploaded grids is in force, of one kind. */
export function GridField({ name, label, kind, grids, hint }: GridFieldProps) {
  const say = useCallback(
    (value: unknown) => (value === null ? sayValue(value) : (grids?.find(({ id }) => id === value)?.name ?? `Grid ${value}`)),
    [grids],
  );
  const { field, error } = useField(name, label, say);
  const value = field.value as number | null;
  const fitting = grids?.filter((grid) => grid.kind === kind) ?? [];
  const isGone = value !== null && !fitting.some(({ id }) => id === value);
  const none = fitting.length === 0 ? 'Upload one below to choose it.' : undefined;
  return (
    <TextField
      select
      label={label}
      fullWidth
      inputRef={field.ref}
      value={value === null ? '' : String(value)}
      onChange={(event) => field.onChange(event.target.value === '' ? null : Number(event.target.value))}
      onBlur={field.onBlur}
      error={Boolean(error)}
      helperText={error ?? none ?? hint}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">None</MenuItem>
      {isGone ? <MenuItem value={String(value)}>{say(value)}</MenuItem> : null}
      {fitting.map((grid) => (
        <MenuItem key={grid.id} value={String(grid.id)}>
          {grid.name} ({grid.vertical_system})
        </MenuItem>
      ))}
    </TextField>
  );
}
