import { z } from 'zod';
import { amount, isAmount, unwrap } from './amount.ts';

/** What a field is called, and how its value reads where it is not typed: history, form, CSV, merge and the API page take it from here. */
export type FieldText = {
  label: string;
  /** Behind a number: "days". */
  unit?: string;
  /** How a value reads, where the stored one is not what a person reads. */
  text?: (value: unknown) => string | null;
};

const texts = z.registry<FieldText>();

/** Declares a field: its schema, and what it is called. The schema is copied, so that two fields of one kind have names of their own. */
export function field<S extends z.ZodType>(schema: S, label: string, more: Omit<FieldText, 'label'> = {}): S {
  const own = isAmount(schema) ? amount(schema) : (schema.clone() as S);
  texts.add(own, { label, ...more });
  return own;
}

/** What a field was declared with, also where it has been made optional, nullable or required since; undefined without a label. */
export function fieldText(schema: z.core.$ZodType | undefined): FieldText | undefined {
  for (let one = schema; one; one = unwrap(one)) {
    const found = texts.get(one);
    if (found) return found;
  }
  return undefined;
}

function declared(schema: z.ZodType): FieldText {
  const text = fieldText(schema);
  if (!text) throw new Error('This field was declared without a label.');
  return text;
}

/** The label of a declared field. */
export function labelOf(schema: z.ZodType): string {
  return declared(schema).label;
}

/** The label of a declared field, with its unit in brackets where it has one: the heading of a column. */
export function headingOf(schema: z.ZodType): string {
  const { label, unit } = declared(schema);
  return unit ? `${label} (${unit})` : label;
}
