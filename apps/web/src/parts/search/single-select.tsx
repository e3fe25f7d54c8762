import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { FilterChoice } from './search-filter.ts';

export type SingleSelectProps = {
  label: string;
  choices: readonly FilterChoice[];
  value: string;
  onChange: (value: string) => void;
  anyLabel?: string | undefined;
};

/** One choice, or any. */
export function SingleSelect({ label, choices, value, onChange, anyLabel = 'Any' }: SingleSelectProps) {
  return (
    <TextField
      select
      label={label}
      // What the address names may not be on offer yet.
      value={choices.some((choice) => choice.value === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      sx={{ flex: '0 1 180px', minWidth: 140 }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{anyLabel}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
