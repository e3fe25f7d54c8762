import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useCallback } from 'react';
import { MoneyInput } from '../../parts/form/money-input.tsx';
import { ReadOnlyValue } from '../../parts/form/read-only-value.tsx';
import { useField } from '../../parts/form/use-field.ts';
import { Icon } from '../../parts/icon.tsx';
import { formatCents } from '../../parts/text/money-text.tsx';
import { useJobSettings } from './use-job-settings.ts';

type Rate = { job_role: number; charge_rate: number };
export type AgreedRatesFieldProps = { name: string; label: string; hint?: string };

/** What an hour of a role is charged here, whatever it is charged elsewhere. A role is listed once. */
export function AgreedRatesField({ name, label, hint }: AgreedRatesFieldProps) {
  const roles = useJobSettings()?.job_roles;
  const nameOf = useCallback((id: number) => roles?.find((role) => role.id === id)?.name ?? `Role ${id}`, [roles]);
  const sayRates = useCallback(
    (value: unknown) => {
      const rates = (value ?? []) as Rate[];
      return rates.map(({ job_role, charge_rate }) => `${nameOf(job_role)} ${formatCents(charge_rate)}/h`).join('\n') || 'None';
    },
    [nameOf],
  );
  const { field, error, itemErrors, form } = useField(name, label, sayRates);
  const rates = (field.value as Rate[] | null | undefined) ?? [];
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide>
        {sayRates(rates)}
      </ReadOnlyValue>
    );
  const taken = new Set(rates.map(({ job_role }) => job_role));
  const free = (roles ?? []).filter(({ id }) => !taken.has(id));
  const change = (at: number, part: Partial<Rate>) => field.onChange(rates.with(at, { ...rates[at]!, ...part }));
  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', mb: rates.length > 0 ? 2 : 0 }}>{label}</Box>
      <Stack sx={{ gap: 3 }}>
        {rates.map((rate, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its role may be changed while it is edited, and the focus stays
          <Stack key={at} direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            <TextField
              select
              label="Role"
              value={rate.job_role}
              onChange={(event) => change(at, { job_role: Number(event.target.value) })}
              error={Boolean(itemErrors[at])}
              helperText={itemErrors[at]}
              sx={{ flex: '2 1 200px' }}
            >
              {[{ id: rate.job_role, name: nameOf(rate.job_role) }, ...free].map((role) => (
                <MenuItem key={role.id} value={role.id}>
                  {role.name}
                </MenuItem>
              ))}
            </TextField>
            <MoneyInput label="Charge" unit="/h" cents={rate.charge_rate} onChange={(charge_rate) => change(at, { charge_rate })} />
            <IconButton
              aria-label={`Remove the rate of ${nameOf(rate.job_role)}`}
              onClick={() => field.onChange(rates.filter((_, index) => index !== at))}
            >
              <Icon name="close" />
            </IconButton>
          </Stack>
        ))}
      </Stack>
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
      {hint ? <FormHelperText sx={{ mx: 0 }}>{hint}</FormHelperText> : null}
      <Button
        size="small"
        sx={{ mt: 1 }}
        startIcon={<Icon name="add" size={18} />}
        disabled={free.length === 0}
        onClick={() => field.onChange([...rates, { job_role: free[0]!.id, charge_rate: 0 }])}
      >
        Add an agreed rate
      </Button>
    </Box>
  );
}
