import { type RawBuilder, sql } from 'kysely';

/** What is made of many rows is made by the database: chance comes from a digest of what it is about, and is the same each time. */
export function digestOf(...about: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`md5(${sql.join(
    about.map((one) => sql`(${one})::text`),
    sql` || '/' || `,
  )})`;
}

/** Something between 0 and 1 out of a digest, which holds five of them. */
export function draw(digest: RawBuilder<unknown>, place: 0 | 1 | 2 | 3 | 4): RawBuilder<unknown> {
  return sql`(('x' || substr(${digest}, ${sql.lit(1 + 6 * place)}, 6))::bit(24)::int / 16777216::float8)`;
}

export function chance(...about: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return draw(digestOf(...about), 0);
}

/** One of a list, by something between 0 and 1. */
export function pickBy(list: RawBuilder<unknown>, share: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${list})[1 + floor(cardinality(${list}) * ${share})::int]`;
}

export const word = (text: string): RawBuilder<unknown> => sql`${sql.lit(text)}`;
