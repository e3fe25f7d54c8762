import { labelOf } from '@dmse/contract/common/field';
import { employmentFields, type listEmployees, type NewUser } from '@dmse/contract/people/user';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useCallback } from 'react';
import type { z } from 'zod';
import { DateInput } from '../../parts/date/date-input.tsx';
import { ReadOnlyValue } from '../../parts/form/read-only-value.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';
import { Picker } from '../../parts/picker/picker.tsx';
import { DateText } from '../../parts/text/date-text.tsx';

type Config = NonNullable<z.infer<typeof NewUser>['employee_config']>;

export type EmployeeConfigFieldProps = { name: FieldName; endpoint: typeof listEmployees };

/** Hours, dates, and whom the person supervises. */
export function EmployeeConfigField({ name, endpoint }: EmployeeConfigFieldProps) {
  const say = useCallback((value: unknown) => `${((value as Config | undefined)?.weekly_minutes ?? 0) / 60} hours a week`, []);
  const { field, error, partErrors, form } = useField(name, undefined, say);
  const config = (field.value as Config | null | undefined) ?? {};
  const supervised = config.employees_supervised ?? [];
  const change = (patch: Config) => field.onChange({ ...config, ...patch });
  const isDisabled = form.isReadOnly;
  const nameOf = (id: number) => form.choicesOf(name).get(String(id))?.label ?? `Number ${id}`;
  return (
    <>
      <TextField
        label={labelOf(employmentFields.weekly_minutes)}
        type="number"
        disabled={isDisabled}
        value={(config.weekly_minutes ?? 2400) / 60}
        onChange={(event) => change({ weekly_minutes: Math.round(Number(event.target.value) * 60) })}
        slotProps={{ htmlInput: { min: 0, max: 168, step: 0.25 } }}
        error={Boolean(error)}
        helperText={error}
      />
      <TextField
        label={labelOf(employmentFields.job_role)}
        disabled={isDisabled}
        value={config.job_role ?? ''}
        onChange={(event) => change({ job_role: event.target.value || null })}
      />
      {(['start_date', 'end_date'] as const).map((part) => {
        const label = labelOf(employmentFields[part]);
        const day = config[part] ?? null;
        if (isDisabled)
          return (
            <ReadOnlyValue key={part} label={label}>
              {day ? <DateText value={day} as="prose" /> : null}
            </ReadOnlyValue>
          );
        return <DateInput key={part} label={label} value={day} error={partErrors[part]} onChange={(next) => change({ [part]: next })} />;
      })}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Typography sx={{ fontWeight: 500, mb: 2 }}>{labelOf(employmentFields.employees_supervised)}</Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', mb: 2 }}>
          {supervised.length === 0 ? <Typography sx={{ color: 'text.secondary' }}>Nobody</Typography> : null}
          {supervised.map((id) => (
            <Chip
              key={id}
              label={nameOf(id)}
              {...(isDisabled ? {} : { onDelete: () => change({ employees_supervised: supervised.filter((one) => one !== id) }) })}
            />
          ))}
        </Stack>
        {isDisabled ? null : (
          <Picker
            label="Add a person"
            endpoint={endpoint}
            toChoice={(row) => ({ id: row.id, label: row.full_name })}
            value={null}
            isAdding
            recentKey="employee"
            without={supervised}
            onChange={(choice) => {
              if (!choice) return;
              form.rememberChoice(name, choice);
              change({ employees_supervised: [...supervised, Number(choice.id)] });
            }}
          />
        )}
      </Box>
    </>
  );
}
