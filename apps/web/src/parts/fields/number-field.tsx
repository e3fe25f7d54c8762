import type { FieldProps } from '../form/input-props.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { useField } from '../form/use-field.ts';
import { NumberInput, type NumberValue } from './number-input.tsx';

export type NumberFieldProps = FieldProps & {
  /** Behind the number: "days", "%". */
  unit?: string;
};

/** A field that holds a number. */
export function NumberField({ name, label: ownLabel, isRequired, hint, isWide, unit: ownUnit }: NumberFieldProps) {
  const { label, declared, field, error, form } = useField(name, ownLabel);
  const unit = ownUnit ?? declared?.unit;
  const value = (field.value as NumberValue | undefined) ?? null;
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {value === null ? '' : `${value}${unit ? ` ${unit}` : ''}`}
      </ReadOnlyValue>
    );
  return (
    <NumberInput
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
      unit={unit}
    />
  );
}
