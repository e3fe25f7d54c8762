import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { type FieldName, useField } from '../form/use-field.ts';

export type SwitchFieldProps = {
  name: FieldName;
  label?: string;
  hint?: string;
  isWide?: boolean;
  /** A switch for what is in force, a checkbox for what is confirmed. */
  as?: 'switch' | 'checkbox';
};

/** Yes or no. */
export function SwitchField({ name, label: ownLabel, hint, isWide, as = 'switch' }: SwitchFieldProps) {
  const { label, field, error, form } = useField(name, ownLabel);
  const helpId = useId();
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {field.value ? 'Yes' : 'No'}
      </ReadOnlyValue>
    );
  const control = {
    checked: Boolean(field.value),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => field.onChange(event.target.checked),
    onBlur: field.onBlur,
    slotProps: { input: { ref: field.ref, name: field.name, ...(hint || error ? { 'aria-describedby': helpId } : {}) } },
  };
  return (
    <Box sx={isWide ? { gridColumn: '1 / -1' } : {}}>
      <FormControlLabel
        label={label}
        sx={{ ml: 0, minHeight: 36, gap: 1.5 }}
        control={as === 'switch' ? <Switch size="small" {...control} /> : <Checkbox {...control} sx={{ ml: -2 }} />}
      />
      {hint || error ? (
        <FormHelperText id={helpId} error={Boolean(error)}>
          {error ?? hint}
        </FormHelperText>
      ) : null}
    </Box>
  );
}
