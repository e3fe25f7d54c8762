import TextField from '@mui/material/TextField';
import type { FieldProps } from '../form/input-props.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { useField } from '../form/use-field.ts';

export type LineFieldProps = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  /** What the browser may fill in; off unless said. */
  autoComplete?: string;
};

/** A line of text. */
export function LineField({ name, label: ownLabel, isRequired, hint, isWide, type = 'text', autoComplete = 'off' }: LineFieldProps) {
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
      type={type}
      // An address without its scheme is fine with the server, and the browser's own check would stop the form in silence.
      required={isRequired ?? false}
      fullWidth
      autoComplete={type === 'password' ? 'new-password' : autoComplete}
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
