import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { type FieldName, useField } from '../form/use-field.ts';
import type { Choice } from './choice-field.tsx';

export type ChecklistFieldProps = { name: FieldName; label?: string; choices: readonly Choice[]; hint?: string };

/** Any of a few words, all of them seen at once. The form holds the list of those ticked, in the order of the choices. */
export function ChecklistField({ name, label: ownLabel, choices, hint }: ChecklistFieldProps) {
  const { label, field, error, form } = useField(name, ownLabel);
  const held = (field.value as string[] | null | undefined) ?? [];
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide>
        {held.join(', ')}
      </ReadOnlyValue>
    );
  const toggle = (value: string) => {
    const next = held.includes(value) ? held.filter((one) => one !== value) : [...held, value];
    field.onChange(choices.map((choice) => choice.value).filter((one) => next.includes(one)));
  };
  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            label={choice.label}
            control={
              <Checkbox size="small" checked={held.includes(choice.value)} onChange={() => toggle(choice.value)} onBlur={field.onBlur} />
            }
          />
        ))}
      </Box>
      {hint || error ? <FormHelperText error={Boolean(error)}>{error ?? hint}</FormHelperText> : null}
    </Box>
  );
}
