import type { Rest } from '@dmse/domain/invoices/billed-entry';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

export type RestChoice = Omit<Rest, 'amount'>;
export const HOLD: RestChoice = { act: 'hold', reason: '' };

export type RestFieldsProps = { value: RestChoice; onChange: (rest: RestChoice) => void };

/** What becomes of what is not billed. */
export function RestFields({ value, onChange }: RestFieldsProps) {
  return (
    <>
      <TextField
        select
        label="The rest"
        value={value.act}
        onChange={({ target }) => onChange({ ...value, act: target.value as RestChoice['act'] })}
      >
        <MenuItem value="hold">Is held back, to be billed later</MenuItem>
        <MenuItem value="write off">Is written off</MenuItem>
      </TextField>
      <TextField
        label="Reason"
        required={value.act === 'write off'}
        value={value.reason}
        onChange={({ target }) => onChange({ ...value, reason: target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </>
  );
}
