import type { FieldProps } from '../form/input-props.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { useField } from '../form/use-field.ts';
import { formatCents } from '../text/money-text.tsx';
import { MoneyInput, type MoneyValue, sayMoney } from './money-input.tsx';

/** A field that holds an amount, in cents. */
export function MoneyField({ name, label: ownLabel, hint, isRequired, isWide }: FieldProps) {
  const { label, field, error, form } = useField(name, ownLabel, sayMoney);
  const value = (field.value as MoneyValue | undefined) ?? null;
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {typeof value === 'number' ? formatCents(value) : ''}
      </ReadOnlyValue>
    );
  return (
    <MoneyInput
      label={label}
      name={field.name}
      inputRef={field.ref}
      value={value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      isRequired={isRequired}
      error={error}
      hint={hint}
      isWide={isWide}
    />
  );
}
