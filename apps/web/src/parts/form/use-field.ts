import { type FieldText, fieldText } from '@dmse/contract/common/field';
import { useEffect } from 'react';
import { type ControllerRenderProps, type FieldErrors, useController } from 'react-hook-form';
import type { z } from 'zod';
import { type FieldDescription, type RecordFormContext, useFormContextOf } from './form-context.ts';
import { emptyOf, type FormValues, sayValue } from './form-values.ts';

declare const isFieldName: unique symbol;
/** The name of a field of a form. Only `fieldNames` gives one, so that no form names what its schema does not know. */
export type FieldName = string & { readonly [isFieldName]: true };

export type Field = {
  /** What the field is called: as the screen says, else as the contract does. */
  label: string;
  /** What the contract says of it besides. */
  declared: FieldText | undefined;
  field: ControllerRenderProps<FormValues>;
  /** A sentence for under the field. */
  error: string | undefined;
  /** Sentences for the items of a list, by their place. */
  itemErrors: Record<number, string>;
  /** Sentences for the inputs of a row, by the name of their part; what is said of the whole row stands at its first part. */
  rowErrors: (at: number, first: string) => Record<string, string | undefined>;
  /** Sentences for the parts of a value that has parts, by their name. */
  partErrors: Record<string, string>;
  /** What to store when the field is emptied. */
  empty: null | '';
  form: RecordFormContext;
};

/** Joins a field to its form: value, errors, and how it is spoken of. A name the schema does not know is a mistake of the screen. */
export function useField(name: FieldName, ownLabel?: string, say: FieldDescription['say'] = sayValue): Field {
  const form = useFormContextOf(name);
  const declared = fieldText(form.schema.shape[name] as z.ZodType | undefined);
  const label = ownLabel ?? declared?.label ?? name;
  if (!(name in form.schema.shape)) throw new Error(`The schema of this form has no field ${name}.`);
  const { field, fieldState } = useController<FormValues>({ name });
  const { describe } = form;
  useEffect(() => describe(name, { label, say }), [describe, name, label, say]);
  const error = fieldState.error as FieldErrors[string] | undefined;
  return {
    label,
    declared,
    field,
    error: ownMessage(error),
    itemErrors: itemMessages(error),
    rowErrors: (at, first) => rowMessages((error as Record<number, unknown> | undefined)?.[at], first),
    partErrors: partMessages(error),
    empty: emptyOf(form.schema, name),
    form,
  };
}

type Nested = { message?: unknown; [part: string]: unknown };

function ownMessage(error: unknown): string | undefined {
  const { message, root } = (error ?? {}) as Nested;
  if (typeof message === 'string' && message) return message;
  return root ? ownMessage(root) : undefined;
}

function itemMessages(error: unknown): Record<number, string> {
  const items: Record<number, string> = {};
  for (const [at, item] of Object.entries((error ?? {}) as Nested)) {
    const message = /^\d+$/.test(at) ? deepMessage(item) : undefined;
    if (message) items[Number(at)] = message;
  }
  return items;
}

function partMessages(error: unknown): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const [name, part] of Object.entries((error ?? {}) as Nested)) {
    const message = name === 'ref' || name === 'root' ? undefined : deepMessage(part);
    if (message) parts[name] = message;
  }
  return parts;
}

function rowMessages(row: unknown, first: string): Record<string, string> {
  const own = ownMessage(row);
  return own ? { [first]: own } : partMessages(row);
}

/** The first message anywhere within an item. */
function deepMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  return (
    ownMessage(error) ??
    Object.entries(error)
      .map(([name, part]) => (name === 'ref' ? undefined : deepMessage(part)))
      .find(Boolean)
  );
}
