import { z } from 'zod';

type Field = z.ZodType;

function inner(field: Field): Field {
  let next: Field = field;
  while (next instanceof z.ZodOptional || next instanceof z.ZodNullable || next instanceof z.ZodDefault) next = next.unwrap() as Field;
  return next;
}

function readOne(field: Field, text: string): unknown {
  if (field instanceof z.ZodNumber && /^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  if (field instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Reads the words of a query string (or the parameters of a path) into the values the schema then judges. A repeated word for a single field stays a list, and is refused. */
export function readQuery(schema: z.ZodObject, raw: Record<string, string | string[] | undefined>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(raw)) {
    if (text === undefined) continue;
    const field = Object.hasOwn(schema.shape, name) ? inner(schema.shape[name] as Field) : undefined;
    if (field instanceof z.ZodArray) {
      const item = inner(field.element as Field);
      values[name] = (Array.isArray(text) ? text : [text]).map((one) => readOne(item, one));
    } else {
      values[name] = field && typeof text === 'string' ? readOne(field, text) : text;
    }
  }
  return values;
}

/**
 * Reads the text parts of a form into the values the schema then judges: numbers, flags, and lists or records written as JSON. An
 * empty part is null where the field may be null, since a form has no other way to say so. A list may also come as one part for each of
 * its entries.
 */
export function readForm(
  schema: z.ZodType,
  parts: Record<string, string | string[]>,
  readJson: (text: string) => unknown = JSON.parse,
): Record<string, unknown> {
  const shape: Record<string, unknown> = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.fromEntries(
    Object.entries(parts).map(([name, text]) => {
      const field = Object.hasOwn(shape, name) ? (shape[name] as Field) : undefined;
      if (!field || Array.isArray(text)) return [name, text];
      return [name, text === '' && field.safeParse(null).success ? null : readPart(inner(field), text, readJson)];
    }),
  );
}

function readPart(field: Field, text: string, readJson: (text: string) => unknown): unknown {
  if (field instanceof z.ZodString || field instanceof z.ZodEnum) return text;
  const plain = readOne(field, text);
  if (plain !== text) return plain;
  try {
    const read = readJson(text);
    return field instanceof z.ZodArray && !Array.isArray(read) ? [text] : read;
  } catch {
    return field instanceof z.ZodArray && !text.startsWith('[') ? [text] : text;
  }
}
