import { type Issue, wordIssue } from '@dmse/domain/words/issue-words';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type FormSchema, type FormValues, fitValues } from './form-values.ts';

/** A form has no missing fields, only empty ones. */
function wordBlank(issue: Issue): string {
  return wordIssue({ ...issue, input: issue.input ?? null });
}

/** Judges a form by the schema of the call, after emptied fields have been spelled as it wants them. */
export function resolveBy(schema: FormSchema): Resolver<FormValues> {
  const judge = zodResolver(schema, { error: wordBlank }) as unknown as Resolver<FormValues>;
  return (values, context, options) => judge(fitValues(schema, values), context, options);
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
