import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL } from './all.ts';
import { JSON_BYTES, LARGE_JSON_BYTES } from './endpoint.ts';
import { SETTING_SECTIONS } from './settings/core.ts';

type Sent = [name: string, schema: z.ZodType];

const bodies: Sent[] = [...ALL].flatMap(([name, { declaration }]) => (declaration.body ? [[name, declaration.body]] : []));
const queries: Sent[] = [...ALL].flatMap(([name, { declaration }]) => (declaration.query ? [[`${name}?`, declaration.query]] : []));
const sections: Sent[] = Object.entries(SETTING_SECTIONS);

/** Every array that a person can send, by its path. */
function arraysIn([path, schema]: Sent): [path: string, array: z.ZodArray][] {
  if (schema instanceof z.ZodArray) return [[path, schema], ...arraysIn([`${path}[]`, schema.element as z.ZodType])];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return arraysIn([path, schema.unwrap() as z.ZodType]);
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => arraysIn([`${path}.${key}`, field]));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => arraysIn([path, option as z.ZodType]));
  if (schema instanceof z.ZodRecord) return arraysIn([`${path}.*`, schema.valueType as z.ZodType]);
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item, at) => arraysIn([`${path}.${at}`, item as z.ZodType]));
  return [];
}

/** A list far too long, none of whose elements may be looked at. */
const UNREADABLE: unknown[] = new Proxy(Array(1_000_000), {
  get(target, key) {
    if (typeof key === 'string' && /^\d+$/.test(key)) throw new Error('an element was read');
    return Reflect.get(target, key);
  },
});

describe('arrays in what is sent', () => {
  const arrays = [...bodies, ...queries, ...sections].flatMap(arraysIn);

  it('are found at all', () => expect(arrays.length).toBeGreaterThan(100));

  it('have a maximum each, and a longer one is refused by its length before its elements', () => {
    const wrong = arrays.flatMap(([path, array]) => {
      try {
        const told = array
          .safeParse(UNREADABLE)
          .error?.issues.map(({ code }) => code)
          .join();
        return told === 'too_big' ? [] : [`${path}: ${told}`];
      } catch (error) {
        return [`${path}: ${(error as Error).message}`];
      }
    });
    expect(wrong).toEqual([]);
  });
});

type JsonSchema = {
  type?: string;
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

/** About how long a body can be: two bytes for each character, and no more than a page for what is not described. */
function longest(schema: JsonSchema): number {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return Math.max(...options.map(longest));
  if (schema.prefixItems) return schema.prefixItems.reduce((sum, item) => sum + longest(item), 2);
  if (schema.items) return 2 + (schema.maxItems ?? 0) * (1 + longest(schema.items));
  if (schema.properties) return Object.entries(schema.properties).reduce((sum, [key, value]) => sum + key.length + 4 + longest(value), 2);
  if (schema.type === 'object') return 4000;
  if (schema.type !== 'string') return 20;
  return schema.maxLength === undefined ? 60 : 2 + schema.maxLength * 2;
}

it('JSON bodies that can be longer than usual say so in their declaration (json_bytes), and most are not', () => {
  const lengths = bodies.map(([name, body]) => {
    const length = longest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
    return { name, length, limit: ALL.get(name)!.declaration.json_bytes ?? JSON_BYTES };
  });
  expect(lengths.filter(({ length, limit }) => length > limit && limit < LARGE_JSON_BYTES)).toEqual([]);
  const small = [...ALL.values()].filter(({ declaration }) => declaration.json_bytes === undefined);
  expect(small.length / ALL.size).toBeGreaterThan(0.75);
});
