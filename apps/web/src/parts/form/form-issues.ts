import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type FormSchema, type FormValues, fitValues } from './form-values.ts';

type Issue = { code?: string; input?: unknown; expected?: unknown; format?: unknown; minimum?: unknown; maximum?: unknown };

/** Sentences for what the schema itself has no words for. A message written in the contract always wins over these. */
function wordIssue({ code, input, expected, format, minimum, maximum }: Issue): string | undefined {
  if (input === null || input === undefined || input === '') return 'This field may not be blank.';
  if (code === 'invalid_type' && expected === 'number') return 'Enter a number.';
  if (code === 'invalid_type' && expected === 'int') return 'Enter a whole number.';
  if (code === 'invalid_format' && format === 'date') return 'Enter a date such as 2026-03-04.';
  if (code === 'too_small' && typeof input === 'number') return `Use ${minimum} or more.`;
  if (code === 'too_big' && typeof input === 'number') return `Use at most ${maximum}.`;
  if (code === 'invalid_value') return 'Choose one from the list.';
  return undefined;
}

/** Judges a form by the schema of the call, after emptied fields have been spelled as it wants them. */
export function resolveBy(schema: FormSchema): Resolver<FormValues> {
  const judge = zodResolver(schema, { error: wordIssue }) as unknown as Resolver<FormValues>;
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
