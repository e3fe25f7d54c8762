import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Icon } from '../icon/icon.tsx';
import type { FilterChoice } from './search-filter.ts';

export type MultiSelectProps = {
  label: string;
  choices: readonly FilterChoice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** Any number of choices, ticked in a menu. The field itself says how many; the chips below say which. */
export function MultiSelect({ label, choices, value, onChange }: MultiSelectProps) {
  return (
    <TextField
      select
      label={label}
      value={[...value]}
      onChange={(event) => onChange(event.target.value as unknown as string[])}
      sx={{ flex: '0 1 180px', minWidth: 140 }}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: (chosen) => sayChosen(chosen as string[], choices),
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 400 } } } },
        },
      }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value} dense>
          <ListItemIcon>{value.includes(choice.value) ? <Icon name="check" size={18} /> : null}</ListItemIcon>
          <ListItemText primary={choice.label} />
        </MenuItem>
      ))}
    </TextField>
  );
}

function sayChosen(chosen: readonly string[], choices: readonly FilterChoice[]): string {
  if (chosen.length === 0) return 'Any';
  if (chosen.length > 1) return `${chosen.length} chosen`;
  return choices.find((choice) => choice.value === chosen[0])?.label ?? chosen[0]!;
}
