import TextField from '@mui/material/TextField';
import { lazy, Suspense } from 'react';
import { DateText } from '../text/date-text.tsx';
import { ReadOnlyValue } from './read-only-value.tsx';
import { useField } from './use-field.ts';

/** The calendar is heavy and few pages need it. */
const DateInput = lazy(async () => ({ default: (await import('./date-input.tsx')).DateInput }));

export type DateFieldProps = { name: string; label: string; isRequired?: boolean; hint?: string; isWide?: boolean };

/** A day, typed or chosen from a calendar; kept as "2026-03-04". */
export function DateField({ name, label, isRequired, hint, isWide }: DateFieldProps) {
  const { field, error, empty, form } = useField(name, label);
  const value = (field.value as string | null | undefined) || null;
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {value ? <DateText value={value} as="prose" /> : null}
      </ReadOnlyValue>
    );
  return (
    <Suspense fallback={<TextField label={label} value={value ?? ''} disabled fullWidth />}>
      <DateInput
        label={label}
        value={value}
        onChange={(day) => field.onChange(day ?? empty)}
        onBlur={field.onBlur}
        isRequired={isRequired ?? false}
        error={error}
        hint={hint}
        isWide={isWide ?? false}
      />
    </Suspense>
  );
}
