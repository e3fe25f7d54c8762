import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { NumberInput, type NumberValue } from '../../../parts/fields/number-input.tsx';

type Vector = NonNullable<ShiftChoice['typed']>;

export type TypedShiftProps = {
  typed: Vector | null;
  reason: string;
  isDisabled: boolean;
  onChange: (typed: Vector | null) => void;
  onReason: (reason: string) => void;
};

const FIELDS = [
  { name: 'd_easting', label: 'ΔE' },
  { name: 'd_northing', label: 'ΔN' },
  { name: 'd_elevation', label: 'ΔZ' },
] as const;

/** Figures typed by a person instead of computed ones. They need a reason, and the report prints it. */
export function TypedShift({ typed, reason, isDisabled, onChange, onReason }: TypedShiftProps) {
  const [values, setValues] = useState<Record<string, NumberValue>>(() => ({ ...typed }));
  function set(name: string, value: NumberValue): void {
    const next = { ...values, [name]: value };
    setValues(next);
    const figure = (one: NumberValue | undefined) => (typeof one === 'number' ? one : 0);
    onChange({ d_easting: figure(next.d_easting), d_northing: figure(next.d_northing), d_elevation: figure(next.d_elevation) });
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <FormControlLabel
        control={
          <Switch
            checked={typed !== null}
            disabled={isDisabled}
            onChange={(event) => onChange(event.target.checked ? { d_easting: 0, d_northing: 0, d_elevation: 0 } : null)}
          />
        }
        label="Type the shift myself"
      />
      {typed ? (
        <Box
          sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 160px)) minmax(0, 1fr)' } }}
        >
          {FIELDS.map(({ name, label }) => (
            <NumberInput
              key={name}
              label={label}
              unit="m"
              value={values[name] ?? null}
              onChange={(value) => set(name, value)}
              error={typeof values[name] === 'string' ? 'This is not a number.' : undefined}
            />
          ))}
          <TextField
            label="Reason"
            required
            value={reason}
            onChange={(event) => onReason(event.target.value)}
            helperText="The report prints it."
            slotProps={{ htmlInput: { maxLength: 2000 } }}
          />
        </Box>
      ) : null}
    </Box>
  );
}
