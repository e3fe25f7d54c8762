import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useCallback } from 'react';
import { MoneyInput, type MoneyValue, sayMoney } from '../../../parts/fields/money-input.tsx';
import { useFormContextOf } from '../../../parts/form/form-context.ts';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { RowList } from '../../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';
import { useJobSettings } from '../job/use-job-settings.ts';

type Rate = { job_role: number; charge_rate: MoneyValue };
export type AgreedRatesFieldProps = { name: FieldName; label?: string; hint?: string };

/** What an hour of a role is charged here, whatever it is charged elsewhere. A role is listed once. */
export function AgreedRatesField({ name, label: ownLabel, hint }: AgreedRatesFieldProps) {
  const roles = useJobSettings()?.job_roles;
  const { choicesOf } = useFormContextOf(name);
  // A role that is switched off is no longer among the settings; the record names those it holds.
  const nameOf = useCallback(
    (id: number) => roles?.find((role) => role.id === id)?.name ?? choicesOf(name).get(String(id))?.label ?? `Role ${id}`,
    [roles, choicesOf, name],
  );
  const sayRates = useCallback(
    (value: unknown) => {
      const rates = (value ?? []) as Rate[];
      return rates.map(({ job_role, charge_rate }) => `${nameOf(job_role)} ${sayMoney(charge_rate)}/h`).join('\n') || 'None';
    },
    [nameOf],
  );
  const { label, field, error, rowErrors, form } = useField(name, ownLabel, sayRates);
  const rates = (field.value as Rate[] | null | undefined) ?? [];
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide>
        {sayRates(rates)}
      </ReadOnlyValue>
    );
  const taken = new Set(rates.map(({ job_role }) => job_role));
  const free = (roles ?? []).filter(({ id }) => !taken.has(id));
  return (
    <RowList
      label={label}
      isLabelSeen
      rows={rates}
      onChange={field.onChange}
      renderRow={(rate, at, change) => {
        const errors = rowErrors(at, 'job_role');
        return (
          <>
            <TextField
              select
              label="Role"
              value={rate.job_role}
              onChange={(event) => change({ job_role: Number(event.target.value) })}
              error={Boolean(errors.job_role)}
              helperText={errors.job_role}
              sx={{ flex: '2 1 200px' }}
            >
              {[{ id: rate.job_role, name: nameOf(rate.job_role) }, ...free].map((role) => (
                <MenuItem key={role.id} value={role.id}>
                  {role.name}
                </MenuItem>
              ))}
            </TextField>
            <MoneyInput
              label="Charge"
              unit="/h"
              value={rate.charge_rate}
              error={errors.charge_rate}
              onChange={(charge_rate) => change({ charge_rate: charge_rate ?? 0 })}
            />
          </>
        );
      }}
      removeLabel={({ job_role }) => `Remove the rate of ${nameOf(job_role)}`}
      addLabel="Add an agreed rate"
      nextRow={() => (free[0] ? { job_role: free[0].id, charge_rate: 0 } : null)}
      error={error}
      hint={hint}
    />
  );
}
