import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

export type UsesSelectProps = {
  label: string;
  /** What can be said yes or no to, by the name of its part. */
  uses: Record<string, string>;
  entry: Record<string, unknown>;
  onChange: (part: Record<string, boolean>) => void;
};

/** Several yes-or-no parts of a row in one input: those that are chosen are yes. */
export function UsesSelect({ label, uses, entry, onChange }: UsesSelectProps) {
  const names = Object.keys(uses);
  const chosen = names.filter((name) => entry[name] === true);
  return (
    <TextField
      select
      label={label}
      value={chosen}
      onChange={(event) => {
        const { value: next }: { value: unknown } = event.target;
        onChange(Object.fromEntries(names.map((name) => [name, Array.isArray(next) && next.includes(name)])));
      }}
      slotProps={{
        inputLabel: { shrink: true },
        select: { multiple: true, displayEmpty: true, renderValue: () => chosen.map((name) => uses[name]).join(', ') || 'Work' },
      }}
      sx={{ flex: '1 1 220px' }}
    >
      {names.map((name) => (
        <MenuItem key={name} value={name}>
          {uses[name]}
        </MenuItem>
      ))}
    </TextField>
  );
}
