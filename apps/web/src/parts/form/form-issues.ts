import { type Issue, wordIssue } from '@dmse/domain/text/issue-text';
import { type FieldErrors, get, type Resolver, set } from 'react-hook-form';
import { type FormSchema, type FormValues, fitValues } from './form-values.ts';

/** A form has no missing fields, only empty ones. */
function wordBlank(issue: Issue): string {
  return wordIssue({ ...issue, input: issue.input ?? null });
}

/** Judges a form by the schema of the call, after emptied fields have been spelled as it wants them. */
export function resolveBy(schema: FormSchema): Resolver<FormValues> {
  return async (values) => {
    const result = await schema.safeParseAsync(fitValues(schema, values), { error: wordBlank });
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors<FormValues> = {};
    for (const { path, code, message } of result.error.issues) {
      const name = path.join('.');
      // The first problem of a field is the one that is said.
      if (!get(errors, name)) set(errors, name, { type: code, message });
    }
    return { values: {}, errors };
  };
}

export type PlacedErrors = { placed: Record<string, string>; unplaced: string[] };

/** Shares a server's messages out over the fields of the form (`phones.1` too); what belongs to none is said above it. */
export function placeErrors(errors: Record<string, string[]>, isField: (name: string) => boolean): PlacedErrors {
  const placed: Record<string, string> = {};
  const unplaced: string[] = [];
  for (const [name, messages] of Object.entries(errors)) {
    if (isField(name.split('.')[0]!)) placed[name] = messages.join(' ');
    else unplaced.push(`${name}: ${messages.join(' ')}`);
  }
  return { placed, unplaced };
}
