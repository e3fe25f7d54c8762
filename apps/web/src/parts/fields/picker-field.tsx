import type { Endpoint } from '@dmse/contract/endpoint';
import { useCallback } from 'react';
import { useFormContextOf } from '../form/form-context.ts';
import { sayValue } from '../form/form-values.ts';
import { ReadOnlyValue } from '../form/read-only-value.tsx';
import { type FieldName, useField } from '../form/use-field.ts';
import { Picker, type PickerProps } from '../picker/picker.tsx';

export type PickerFieldProps<E extends Endpoint> = Pick<PickerProps<E>, 'endpoint' | 'input' | 'toChoice' | 'recentKey' | 'without'> & {
  name: FieldName;
  label?: string;
  isRequired?: boolean;
  hint?: string;
  isWide?: boolean;
};

/** Another record, found by searching; the form holds its id. */
export function PickerField<E extends Endpoint>({ name, label: ownLabel, isRequired, hint, isWide, ...search }: PickerFieldProps<E>) {
  const { label, field, error, form, choice } = useChosen(name, ownLabel);
  if (form.isReadOnly)
    return (
      <ReadOnlyValue label={label} isWide={isWide}>
        {choice?.label}
      </ReadOnlyValue>
    );
  return (
    <Picker
      {...search}
      label={label}
      isRequired={isRequired ?? false}
      hint={hint}
      error={error}
      value={choice}
      inputRef={field.ref}
      onBlur={field.onBlur}
      isWide={isWide ?? false}
      onChange={(next) => {
        if (next) form.rememberChoice(name, next);
        field.onChange(next ? next.id : null);
      }}
    />
  );
}

/** A field that holds an id, and the name behind it. */
function useChosen(name: FieldName, label: string | undefined) {
  const { choicesOf } = useFormContextOf(name);
  const say = useCallback((value: unknown) => choicesOf(name).get(String(value))?.label ?? sayValue(value), [choicesOf, name]);
  const field = useField(name, label, say);
  const id = field.field.value as number | string | null | undefined;
  const isEmpty = id === null || id === undefined || id === '';
  return { ...field, choice: isEmpty ? null : (choicesOf(name).get(String(id)) ?? { id, label: `Number ${id}` }) };
}
