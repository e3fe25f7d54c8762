import { readMoney, typedCents } from '@dmse/domain/money/cents';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';

export type MoneyInputProps = { label: string; cents: number; onChange: (cents: number) => void; unit?: string };

/** An amount in a row of others; what cannot be read stays and says so. */
export function MoneyInput({ label, cents, onChange, unit }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const reading = typed === null ? null : readMoney(typed.trim() || '0');
  const problem = reading && 'problem' in reading ? reading.problem : undefined;
  return (
    <TextField
      label={label}
      value={typed ?? typedCents(cents)}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = readMoney(event.target.value.trim() || '0');
        if ('value' in next) onChange(next.value);
      }}
      onBlur={() => !problem && setTyped(null)}
      error={Boolean(problem)}
      helperText={problem}
      sx={{ flex: '1 1 130px' }}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: {
          startAdornment: <InputAdornment position="start">$</InputAdornment>,
          ...(unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {}),
        },
      }}
    />
  );
}
