import type { Ref } from 'react';
import type { FieldName } from './use-field.ts';

/** What every input of a form is given; V is what it holds. */
export type InputProps<V> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  onBlur?: () => void;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
  isRequired?: boolean | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  /** In a table, whose heading says it already: the label is only for screen readers. */
  isLabelHidden?: boolean | undefined;
  /** As wide as the form and not as a column of it. */
  isWide?: boolean | undefined;
};

/** What every field of a form is given; the rest it has from the form itself. */
export type FieldProps = { name: FieldName /** Where it is not the one the contract declares. */; label?: string } & Pick<
  InputProps<unknown>,
  'isRequired' | 'hint' | 'isWide'
>;
