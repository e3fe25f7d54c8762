import { createContext, useContext } from 'react';
import type { PickerChoice } from '../picker/picker-choice.ts';
import type { FormSchema } from './form-values.ts';

/** How a field speaks of itself where it is not drawn: in the comparison of two people's edits. */
export type FieldDescription = { label: string; say: (value: unknown) => string };

export type RecordFormContext = {
  schema: FormSchema;
  isReadOnly: boolean;
  describe: (name: string, description: FieldDescription) => void;
  /** The names behind the ids of a field, as far as they are known. */
  choicesOf: (name: string) => ReadonlyMap<string, PickerChoice>;
  rememberChoice: (name: string, choice: PickerChoice) => void;
};

export const FormContext = createContext<RecordFormContext | null>(null);

export function useFormContextOf(name: string): RecordFormContext {
  const context = useContext(FormContext);
  if (!context) throw new Error(`The field ${name} stands outside a RecordForm.`);
  return context;
}
