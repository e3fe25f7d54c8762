import { formatCents } from '../text/money-text.tsx';
import { MoneyInput, type MoneyValue, sayMoney } from './money-input.tsx';
import { ReadOnlyValue } from './read-only-value.tsx';
import { useField } from './use-field.ts';

export type MoneyFieldProps = { name: string; label: string; hint?: string; isRequired?: boolean; isWide?: boolean };

/** A field that holds an amount, in cents. */
export function MoneyField({ name, label, hint, isRequired, isWide }: MoneyFieldProps) {
  const { field, error, form } = useField(name, label, sayMoney);
  const value = field.value as MoneyValue | undefined;
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {typeof value === 'number' ? formatCents(value) : ''}
      </ReadOnlyValue>
    );
  return (
    <MoneyInput
      label={label}
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
