import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useCallback } from 'react';
import { sayValue } from '../form/form-values.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { type FieldName, useField } from '../form/use-field.ts';
import { Icon } from '../icon/icon.tsx';

export type Tag = { value: string | number; label: string };

export type TagsFieldProps = {
  name: FieldName;
  label?: string;
  /** What is offered. What the record holds beyond it is kept and shown by its value. */
  choices: readonly Tag[];
  hint?: string;
  isWide?: boolean;
  isRequired?: boolean;
};

/** Any number of named things, found by typing. The form holds the list of their values. */
export function TagsField({ name, label: ownLabel, choices, hint, isWide, isRequired }: TagsFieldProps) {
  const labelOf = useCallback((value: unknown) => choices.find((one) => one.value === value)?.label ?? String(value), [choices]);
  const say = useCallback(
    (value: unknown) => (Array.isArray(value) && value.length > 0 ? value.map(labelOf).join(', ') : sayValue(null)),
    [labelOf],
  );
  const { label, field, error, itemErrors, form } = useField(name, ownLabel, say);
  const held = (field.value as Tag['value'][] | null | undefined) ?? [];
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {held.map(labelOf).join(', ')}
      </ReadOnlyValue>
    );
  const problem = error ?? Object.values(itemErrors)[0];
  return (
    <Box sx={isWide ? { gridColumn: '1 / -1' } : {}}>
      <Autocomplete<Tag['value'], true>
        multiple
        size="small"
        options={choices.map((one) => one.value)}
        value={held}
        onChange={(_, next) => field.onChange(next)}
        onBlur={field.onBlur}
        getOptionLabel={labelOf}
        filterSelectedOptions
        popupIcon={<Icon name="arrow_drop_down" size={24} />}
        clearIcon={<Icon name="close" size={18} />}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            required={isRequired ?? false}
            error={Boolean(problem)}
            helperText={problem ?? hint}
            inputRef={field.ref}
          />
        )}
      />
    </Box>
  );
}
