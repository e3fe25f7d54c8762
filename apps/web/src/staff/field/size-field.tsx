import { useWatch } from 'react-hook-form';
import { NumberField } from '../../parts/fields/number-field.tsx';
import { sayBytes } from '../../parts/file/file-rules.ts';
import type { FieldName } from '../../parts/form/use-field.ts';

export type SizeFieldProps = { name: FieldName; label: string; hint: string };

/** A size in bytes, said as a person says it beside. */
export function SizeField({ name, label, hint }: SizeFieldProps) {
  const value = useWatch({ name }) as unknown;
  const words = typeof value === 'number' && value > 0 ? `${sayBytes(value)}. ` : '';
  return <NumberField name={name} label={label} unit="bytes" hint={`${words}${hint}`} />;
}
