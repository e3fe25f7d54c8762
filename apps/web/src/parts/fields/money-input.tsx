import { readMoney, typedCents } from '@dmse/domain/money/cents';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { InputProps } from '../form/input-props.ts';
import { formatCents } from '../text/money-text.tsx';

/** What a money input holds: cents, nothing, or what was typed where it is no amount. With the last, the schema refuses the form. */
export type MoneyValue = number | string | null;

export type MoneyInputProps = InputProps<MoneyValue> & {
  /** Behind the amount: "/h". */
  unit?: string | undefined;
};

export function sayMoney(value: unknown): string {
  if (typeof value === 'number') return formatCents(value);
  return typeof value === 'string' && value ? value : 'Empty';
}

function readTyped(text: string): MoneyValue {
  if (text.trim() === '') return null;
  const reading = readMoney(text);
  return 'value' in reading ? reading.value : text;
}

/** Why it is no amount; nothing where it is one, or none is there. */
function problemOf(value: MoneyValue): string | undefined {
  const reading = typeof value === 'string' && value ? readMoney(value) : null;
  return reading && 'problem' in reading ? reading.problem : undefined;
}

/**
 * An amount, typed as people type it: 1,234.50 or $1234.5. What can be read is passed on at once, so that Ctrl+S in the field saves it;
 * what cannot be read stays, says why once the field is left, and keeps the form from being saved.
 */
export function MoneyInput(props: MoneyInputProps) {
  const { label, value, onChange, onBlur, name, inputRef, isRequired, error, hint, isWide, isLabelHidden, unit } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null || error ? (problemOf(value) ?? error) : undefined;
  return (
    <TextField
      {...(isLabelHidden ? { hiddenLabel: true } : { label })}
      required={isRequired ?? false}
      value={typed ?? (typeof value === 'number' ? typedCents(value) : (value ?? ''))}
      {...(name === undefined ? {} : { name })}
      {...(inputRef === undefined ? {} : { inputRef })}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readTyped(event.target.value));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
      error={Boolean(problem)}
      helperText={problem ?? hint}
      sx={isWide ? { gridColumn: '1 / -1' } : { flex: '1 1 130px' }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off', ...(isLabelHidden ? { 'aria-label': label } : {}) },
        input: {
          startAdornment: <InputAdornment position="start">$</InputAdornment>,
          ...(unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {}),
        },
      }}
    />
  );
}
