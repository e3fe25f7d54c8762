import { z } from 'zod';

const amounts = z.registry<{ is_amount: true }>();

/** Marks a schema as telling what somebody is charged or paid. Such fields are in no answer to whoever may not see amounts. */
export function amount<S extends z.ZodType>(schema: S): S {
  const own = schema.clone() as S;
  amounts.add(own, { is_amount: true });
  return own;
}

/** What a schema wraps, where it only makes it optional, nullable or required. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodNonOptional;
  return isWrapper ? schema.unwrap() : undefined;
}

/** Is this an amount, also where it was narrowed, or made optional or nullable? */
export function isAmount(schema: z.core.$ZodType): boolean {
  for (let one: z.core.$ZodType | undefined = schema; one; one = unwrap(one)) if (amounts.get(one)) return true;
  return false;
}

/** The schemas that a schema holds, each with its name where it is a field of an object. */
function partsOf(schema: z.core.$ZodType): { name?: string; schema: z.core.$ZodType }[] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).map(([name, part]) => ({ name, schema: part }));
  if (schema instanceof z.ZodArray) return [{ schema: schema.element }];
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => ({ schema: option }));
  if (schema instanceof z.ZodRecord) return [{ schema: schema.valueType }];
  if (schema instanceof z.ZodTuple)
    return [...schema.def.items, ...(schema.def.rest ? [schema.def.rest] : [])].map((item) => ({ schema: item }));
  const inner = unwrap(schema);
  return inner ? [{ schema: inner }] : [];
}

/** The amounts of a schema by their names, each with whether it may be left out. */
export function amountsIn(schema: z.core.$ZodType): { name: string; is_optional: boolean }[] {
  return partsOf(schema).flatMap(({ name, schema: part }) =>
    name !== undefined && isAmount(part) ? [{ name, is_optional: part instanceof z.ZodOptional }] : amountsIn(part),
  );
}

const holding = new WeakMap<z.core.$ZodType, boolean>();

/** Is there an amount anywhere in it? Looked up once for each schema: most answers hold none and are not walked through. */
function holdsAmounts(schema: z.core.$ZodType): boolean {
  const known = holding.get(schema) ?? amountsIn(schema).length > 0;
  holding.set(schema, known);
  return known;
}

/** The fields of an object that are amounts, and those that hold some. */
type Fields = { hidden: ReadonlySet<string>; inner: readonly (readonly [string, z.core.$ZodType])[] };
const fieldsOf = new WeakMap<z.ZodObject, Fields>();

/** Looked up once for each schema: a list has many rows of one kind. */
function readFields(schema: z.ZodObject): Fields {
  const known = fieldsOf.get(schema);
  if (known) return known;
  const parts = Object.entries(schema.shape);
  const found = {
    hidden: new Set(parts.flatMap(([name, part]) => (isAmount(part) ? name : []))),
    inner: parts.filter(([, part]) => !isAmount(part) && holdsAmounts(part)),
  };
  fieldsOf.set(schema, found);
  return found;
}

/** A value without its amounts. */
export function withoutAmounts(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !holdsAmounts(schema)) return value;
  if (schema instanceof z.ZodObject) {
    const { hidden, inner } = readFields(schema);
    const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.has(name)));
    for (const [name, part] of inner) if (name in kept) kept[name] = withoutAmounts(part, kept[name]);
    return kept;
  }
  const parts = partsOf(schema);
  const part = parts[0];
  // What follows the named places of a tuple is of the kind that is named last.
  if (schema instanceof z.ZodTuple) return (value as unknown[]).map((one, at) => withoutAmounts((parts[at] ?? parts.at(-1)!).schema, one));
  if (schema instanceof z.ZodArray) return (value as unknown[]).map((one) => withoutAmounts(part!.schema, one));
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutAmounts(part!.schema, one)]));
  // Of a union every form is asked: what is an amount in one of them is left out.
  return parts.reduce((left, one) => withoutAmounts(one.schema, left), value as unknown);
}
