import type { FieldProps } from '../form/input-props.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { useField } from '../form/use-field.ts';
import { DateText } from '../text/date-text.tsx';
import { DateInput } from './date-input.tsx';

/** A day, typed or chosen from a calendar; kept as "2026-03-04". */
export function DateField({ name, label: ownLabel, isRequired, hint, isWide }: FieldProps) {
  const { label, field, error, empty, form } = useField(name, ownLabel);
  const value = (field.value as string | null | undefined) || null;
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {value ? <DateText value={value} as="prose" /> : null}
      </ReadOnlyValue>
    );
  return (
    <DateInput
      label={label}
      name={field.name}
      value={value}
      onChange={(day) => field.onChange(day ?? empty)}
      onBlur={field.onBlur}
      isRequired={isRequired}
      error={error}
      hint={hint}
      isWide={isWide}
      inputRef={field.ref}
    />
  );
}
