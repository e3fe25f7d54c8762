import type { AccountingLink } from '@dmse/contract/accounting/link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ReadOnlyValue } from '../../parts/form/read-only-value.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

type Pair = { code: string; remote: string };

const sayPairs = (value: unknown) =>
  (value as Pair[])
    .filter(({ remote }) => remote)
    .map(({ code, remote }) => `${code} is ${remote}`)
    .join(', ') || 'None';

export type TaxPairsFieldProps = { name: FieldName; link: Pick<AccountingLink, 'tax_types' | 'remote_tax_types'> };

/** For each of the firm's tax types, the one it is over there. */
export function TaxPairsField({ name, link: { tax_types, remote_tax_types } }: TaxPairsFieldProps) {
  const { field, form, rowErrors } = useField(name, undefined, sayPairs);
  const pairs = field.value as Pair[];
  const sayRemote = (code: string) => remote_tax_types.find((one) => one.code === code)?.name ?? code;
  return pairs.map(({ code, remote }, at) => {
    const label = tax_types.find((one) => one.code === code)?.name ?? code;
    if (form.isReadOnly)
      return (
        <ReadOnlyValue key={code} label={label}>
          {remote ? sayRemote(remote) : null}
        </ReadOnlyValue>
      );
    const error = rowErrors(at, 'remote').remote;
    // What is chosen and no longer there stays to be seen.
    const offered = new Set([...remote_tax_types.map((one) => one.code), ...(remote ? [remote] : [])]);
    return (
      <TextField
        key={code}
        select
        fullWidth
        label={label}
        value={remote}
        onChange={(event) => field.onChange(pairs.with(at, { code, remote: event.target.value }))}
        error={Boolean(error)}
        helperText={error}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">Not set</MenuItem>
        {[...offered].map((one) => (
          <MenuItem key={one} value={one}>
            {sayRemote(one)}
          </MenuItem>
        ))}
      </TextField>
    );
  });
}
