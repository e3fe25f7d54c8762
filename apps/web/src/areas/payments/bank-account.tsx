import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';

export type BankAccount = { value: string; label: string };

/** The accounts that payments go to, the usual one first; undefined while they are on their way. */
export function useBankAccounts(): BankAccount[] | undefined {
  const accounts = useCall(getAccountingSettings, {}).data?.accounts;
  return useMemo(
    () =>
      accounts
        ?.filter(({ is_payments }) => is_payments)
        .toSorted((a, b) => Number(b.is_preferred_checking) - Number(a.is_preferred_checking))
        .flatMap(({ code, name }) => (code === null ? [] : [{ value: code, label: `${code} ${name}` }])),
    [accounts],
  );
}

export type BankAccountSelectProps = {
  accounts: readonly BankAccount[];
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
};

export function BankAccountSelect({ accounts, value, onChange, error }: BankAccountSelectProps) {
  return (
    <TextField
      select
      required
      label="Bank account"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error}
    >
      {accounts.map((account) => (
        <MenuItem key={account.value} value={account.value}>
          {account.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
