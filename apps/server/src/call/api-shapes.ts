import { SHAPES } from '@dmse/contract/all';
import { fieldText } from '@dmse/contract/common/field';
import { Cents, Id, Instant, LocalDate, Minutes, Uuid } from '@dmse/contract/common/fields';
import { z } from 'zod';

/** A piece of JSON Schema, as far as the API page and OpenAPI look at it. */
export type Shape = {
  $ref?: string;
  type?: string;
  format?: string;
  /** What people call a field. */
  title?: string;
  description?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  prefixItems?: Shape[];
  additionalProperties?: boolean | Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  /** Of a parameter, where it is sent when not in the query. */
  place?: string;
};

export const COMPONENTS = '#/components/schemas/';

/** What the smallest words of the contract mean; whatever is made of one of them means the same. */
const MEANINGS: [z.ZodType, string][] = [
  [Id, 'The number of a record.'],
  [Uuid, 'Chosen by whoever creates the record (UUID version 7).'],
  [Instant, 'An instant in UTC, with milliseconds.'],
  [LocalDate, 'A day, without a time.'],
  [Cents, 'Money, in whole cents.'],
  [Minutes, 'Whole minutes.'],
];

const names = new Map<z.ZodType, string>();
const registry = z.registry<{ id?: string; description?: string }>();
for (const [name, schema] of SHAPES) {
  if (names.has(schema)) continue;
  names.set(schema, name);
  registry.add(schema, { id: name });
}
for (const [schema, description] of MEANINGS) registry.add(schema, { description });

/** The generator's own marks say nothing to a reader, and how far JavaScript counts is no rule of ours. */
function isOurs(key: string, value: unknown): boolean {
  if (key === '$schema' || key === '$defs') return false;
  // A record's name is a text; a field of that name is a schema.
  if (key === 'id') return typeof value !== 'string';
  return !((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.replace(/^#\/\$defs\//, COMPONENTS) : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => isOurs(key, inner))
      .map(([key, inner]) => [key, tidy(inner)]),
  );
}

function convert(schema: z.ZodType): Shape & { $defs?: Record<string, Shape> } {
  return z.toJSONSchema(schema, {
    metadata: registry,
    unrepresentable: 'any',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const title = fieldText(zodSchema)?.label;
      if (title) jsonSchema.title = title;
    },
  }) as Shape;
}

/** A schema as JSON Schema; records with a name of their own are referred to. */
export function shapeOf(schema: z.ZodType): Shape {
  const name = names.get(schema);
  return name ? { $ref: COMPONENTS + name } : (tidy(convert(schema)) as Shape);
}

/** A record with a name of its own, spelled out. */
export function namedShape(name: string): Shape {
  const schema = SHAPES.get(name)!;
  const { $defs = {}, ...rest } = convert(schema);
  return tidy($defs[names.get(schema)!] ?? rest) as Shape;
}

/** What a shape refers to, spelled out; any other as it is. */
export function spelledOut(shape: Shape): Shape {
  return shape.$ref ? namedShape(shape.$ref.slice(COMPONENTS.length)) : shape;
}

/** The named records that these refer to, and those that they refer to in turn, by name. */
export function namesWithin(shapes: readonly unknown[]): string[] {
  const found = new Set<string>();
  let next: unknown[] = [...shapes];
  while (next.length > 0) {
    const text = JSON.stringify(next);
    const fresh = new Set(
      [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]!).filter((name) => !found.has(name)),
    );
    for (const name of fresh) found.add(name);
    next = [...fresh].map(namedShape);
  }
  return [...found].sort((one, other) => one.localeCompare(other, 'en'));
}
