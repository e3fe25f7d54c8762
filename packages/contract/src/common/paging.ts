import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 25;

/** A filter that may be given several values. */
export function anyOf<Value extends z.ZodType>(value: Value) {
  return z.array(value).max(100).optional();
}

const columnsOf = new WeakMap<z.ZodType, readonly string[]>();

/** What a list can be ordered by, for whoever tries every order. */
export function orderingsOf({ declaration }: { declaration: { query?: z.ZodObject } }): readonly string[] {
  const ordering = declaration.query?.shape.ordering as z.ZodType | undefined;
  return (ordering && columnsOf.get(ordering)) ?? [];
}

/** The schema of an ordering; its columns are known to the compiler. */
type OrderedBy<Column extends string> = z.ZodOptional<z.ZodString> & { readonly ordered_by?: Column };

/** What a list can be ordered by. */
export type OrderOf<E> = E extends { declaration: { query: { shape: { ordering: OrderedBy<infer Column> } } } } ? Column : never;

/**
 * Query strings are text: a schema on the wire holds no transforms, so numbers and flags are read from their words by the reader of
 * the query (`readQuery`) before the schema looks at them.
 */
export function listQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  const one = z.enum(columns);
  const ordering = z
    .string()
    .max(200)
    .refine((text) => text.split(',').every((name) => one.safeParse(name.replace(/^-/, '')).success), {
      error: `Order by ${columns.join(', ')}; a leading minus means descending.`,
    });
  const declared: OrderedBy<Columns[number]> = ordering.optional();
  columnsOf.set(declared, columns);
  return {
    query: z.string().max(200).optional(),
    page: z.int().min(1).max(1_000_000).optional(),
    page_size: z.int().min(1).max(200).optional(),
    ordering: declared,
  };
}
