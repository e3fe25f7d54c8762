import TextField from '@mui/material/TextField';
import type { FieldProps } from '../form/input-props.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { useField } from '../form/use-field.ts';

/** It takes both columns unless said otherwise. */
export type ParagraphFieldProps = FieldProps & {
  rows?: number;
};

/** Text of several lines; it grows as it is typed. */
export function ParagraphField({ name, label: ownLabel, isRequired, hint, isWide = true, rows = 3 }: ParagraphFieldProps) {
  const { label, field, error, form } = useField(name, ownLabel);
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {field.value as string}
      </ReadOnlyValue>
    );
  return (
    <TextField
      label={label}
      required={isRequired ?? false}
      fullWidth
      multiline
      minRows={rows}
      maxRows={16}
      name={field.name}
      inputRef={field.ref}
      value={(field.value as string | null | undefined) ?? ''}
      onChange={(event) => field.onChange(event.target.value)}
      onBlur={field.onBlur}
      error={Boolean(error)}
      helperText={error ?? hint}
      sx={isWide ? { gridColumn: '1 / -1' } : {}}
    />
  );
}
