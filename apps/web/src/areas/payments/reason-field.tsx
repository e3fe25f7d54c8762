import TextField from '@mui/material/TextField';

export type ReasonFieldProps = { value: string; error: string | undefined; onChange: (reason: string) => void };

/** Why something that stands in the books is taken back. */
export function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label="Reason"
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  );
}
