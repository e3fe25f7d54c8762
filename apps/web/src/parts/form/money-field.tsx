import { readMoney, typedCents } from '@dmse/domain/money/cents';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { formatCents } from '../text/money-text.tsx';
import { ReadOnlyValue } from './read-only-value.tsx';
import { useField } from './use-field.ts';

export type MoneyFieldProps = { name: string; label: string; hint?: string; isRequired?: boolean; isWide?: boolean };

function sayCents(value: unknown): string {
  return typeof value === 'number' ? formatCents(value) : 'Empty';
}

/** An amount, typed as people type it: 1,234.50 or $1234.5. The form holds cents; what cannot be read stays, with the reason. */
export function MoneyField({ name, label, hint, isRequired, isWide }: MoneyFieldProps) {
  const { field, error, form } = useField(name, label, sayCents);
  const cents = field.value as number | null | undefined;
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {typeof cents === 'number' ? formatCents(cents) : ''}
      </ReadOnlyValue>
    );

  function leave(): void {
    field.onBlur();
    if (typed === null) return;
    const text = typed.trim();
    const reading = text === '' ? { value: null } : readMoney(text);
    setProblem('problem' in reading ? reading.problem : null);
    if ('problem' in reading) return;
    setTyped(null);
    field.onChange(reading.value);
  }

  return (
    <TextField
      label={label}
      required={isRequired ?? false}
      value={typed ?? (typeof cents === 'number' ? typedCents(cents) : '')}
      onChange={(event) => {
        setTyped(event.target.value);
        const reading = readMoney(event.target.value.trim());
        // What can be read is in the form at once, so that Ctrl+S in the field saves it.
        if ('value' in reading) field.onChange(reading.value);
        else if (event.target.value.trim() === '') field.onChange(null);
      }}
      onBlur={leave}
      inputRef={field.ref}
      error={Boolean(problem ?? error)}
      helperText={problem ?? error ?? hint}
      sx={isWide ? { gridColumn: '1 / -1' } : {}}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
      }}
    />
  );
}
