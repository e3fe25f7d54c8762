import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ReadOnlyValue } from './read-only-value.tsx';
import { useField } from './use-field.ts';

export type NumberFieldProps = {
  name: string;
  label: string;
  isRequired?: boolean;
  hint?: string;
  isWide?: boolean;
  /** Behind the number: "days", "%". */
  unit?: string;
};

/** What was typed, as a number where it is one; anything else is kept as typed for the schema to complain about. */
function readNumber(text: string): number | string | null {
  const plain = text.trim().replace(/[\s,](?=\d{3}\b)/g, '');
  if (plain === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : text;
}

/** A number, right-aligned. The text stays as the person typed it until the value changes from elsewhere. */
export function NumberField({ name, label, isRequired, hint, isWide, unit }: NumberFieldProps) {
  const { field, error, form } = useField(name, label);
  const [text, setText] = useState('');
  const value = field.value as number | string | null | undefined;
  const shown = readNumber(text) === (value ?? null) ? text : String(value ?? '');
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {value === null || value === undefined ? '' : `${value}${unit ? ` ${unit}` : ''}`}
      </ReadOnlyValue>
    );
  return (
    <TextField
      label={label}
      required={isRequired ?? false}
      fullWidth
      name={field.name}
      inputRef={field.ref}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        field.onChange(readNumber(event.target.value));
      }}
      onBlur={field.onBlur}
      error={Boolean(error)}
      helperText={error ?? hint}
      sx={{ ...(isWide ? { gridColumn: '1 / -1' } : {}), maxWidth: { sm: 240 }, '& input': { textAlign: 'right' } }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
    />
  );
}
