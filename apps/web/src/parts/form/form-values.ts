import { isEqual } from '@dmse/domain/values/is-equal';
import type { z } from 'zod';

/** What a form holds, spelled as the body of the call that saves it. */
export type FormValues = Record<string, unknown>;

export type FormSchema = z.ZodObject;

/** Something about fields of a form, by their names. */
export type ByField<S extends FormSchema, V> = { readonly [Name in keyof S['shape']]?: V };

/** How the schema wants an emptied field: as null where it may be, else as ''. */
export function emptyOf(schema: FormSchema, name: string): null | '' {
  const field = schema.shape[name] as z.ZodType | undefined;
  return field && !field.safeParse(null).success && field.safeParse('').success ? '' : null;
}

/** An empty value of a field's own kind: '' for text, [] for a list, null where that is allowed; undefined where nothing is empty. */
function blankOf(field: z.ZodType): unknown {
  if (field.safeParse(null).success) return null;
  if (field.safeParse([]).success) return [];
  // A text that may not be blank is still a text.
  const asText = field.safeParse('');
  return asText.success || asText.error.issues.every((issue) => issue.code === 'too_small') ? '' : undefined;
}

/** What a new record begins with: every field of the call, empty unless the screen says otherwise. */
export function newValues(schema: FormSchema, initial: FormValues): FormValues {
  const blank = Object.entries(schema.shape).map(([name, field]) => [name, blankOf(field as z.ZodType)] as const);
  return { ...Object.fromEntries(blank.filter(([, value]) => value !== undefined)), ...initial };
}

/** Only the fields the call knows, with everything empty spelled the way its schema wants. */
export function fitValues(schema: FormSchema, values: FormValues): FormValues {
  const fitted: FormValues = {};
  for (const name of Object.keys(schema.shape)) {
    const value = values[name];
    // A field that was never touched holds nothing to judge; one that was emptied does.
    if (value === undefined) continue;
    fitted[name] = value === null || value === '' ? emptyOf(schema, name) : value;
  }
  return fitted;
}

/** What an update sends: the fields that are no longer what the server said. */
export function changedValues(before: FormValues, after: FormValues): FormValues {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isEqual(before[name], value)));
}

/** What a creation sends: everything that holds something. */
export function filledValues(values: FormValues): FormValues {
  const isFilled = (value: unknown) =>
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));
}

/** A value in words, where the field does not know better. */
export function sayValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'Empty' : value.map(sayValue).join(', ');
  return String(value);
}
