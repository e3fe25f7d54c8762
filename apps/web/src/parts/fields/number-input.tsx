import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { InputProps } from '../form/input-props.ts';

/** What a number input holds: a number, nothing, or what was typed where it is none. */
export type NumberValue = number | string | null;

export type NumberInputProps = InputProps<NumberValue> & {
  /** Behind the number: "days", "%". */
  unit?: string | undefined;
};

/** What was typed, as a number where it is one; anything else is kept as typed for the schema to complain about. */
function readNumber(text: string): NumberValue {
  const plain = text.trim().replace(/[\s,](?=\d{3}\b)/g, '');
  if (plain === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : text;
}

/** A number, right-aligned. The text stays as the person typed it until the value changes from elsewhere. */
export function NumberInput(props: NumberInputProps) {
  const { label, value, onChange, onBlur, name, inputRef, isRequired, error, hint, isWide, unit } = props;
  const [text, setText] = useState('');
  const shown = readNumber(text) === value ? text : String(value ?? '');
  return (
    <TextField
      label={label}
      required={isRequired ?? false}
      fullWidth
      {...(name === undefined ? {} : { name })}
      {...(inputRef === undefined ? {} : { inputRef })}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(readNumber(event.target.value));
      }}
      {...(onBlur === undefined ? {} : { onBlur })}
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
