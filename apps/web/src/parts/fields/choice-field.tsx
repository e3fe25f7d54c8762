import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useCallback } from 'react';
import { sayValue } from '../form/form-values.ts';
import type { FieldProps } from '../form/input-props.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { useField } from '../form/use-field.ts';
import type { Tag } from './tags-field.tsx';

export type Choice = { value: string; label: string };

export type ChoiceFieldProps = FieldProps & {
  choices: readonly Tag[];
  /** How "nothing chosen" is called; a required field does not offer it. */
  noneLabel?: string;
  /** "Nothing" is a choice like the others, and the last of them. */
  isNoneLast?: boolean;
};

/** One of a few words. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { name, label: ownLabel, choices, isRequired, hint, isWide, noneLabel = 'Not set', isNoneLast = false } = props;
  const say = useCallback((value: unknown) => choices.find((choice) => choice.value === value)?.label ?? sayValue(value), [choices]);
  const { label, field, error, empty, form } = useField(name, ownLabel, say);
  const value = (field.value as Tag['value'] | null | undefined) ?? '';
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {value === '' ? (isNoneLast ? noneLabel : '') : say(value)}
      </ReadOnlyValue>
    );
  return (
    <TextField
      select
      label={label}
      required={isRequired ?? false}
      fullWidth
      name={field.name}
      inputRef={field.ref}
      value={value}
      onChange={(event) => field.onChange(event.target.value === '' ? empty : event.target.value)}
      onBlur={field.onBlur}
      error={Boolean(error)}
      helperText={error ?? hint}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={isWide ? { gridColumn: '1 / -1' } : {}}
    >
      {isNoneLast || (isRequired && value !== '') ? null : <MenuItem value="">{noneLabel}</MenuItem>}
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
      {isNoneLast ? <MenuItem value="">{noneLabel}</MenuItem> : null}
    </TextField>
  );
}
