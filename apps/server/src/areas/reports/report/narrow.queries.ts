import { type RawBuilder, sql } from 'kysely';

/** Those of which every named column has the wished value; what nobody has asked for narrows nothing. */
export function narrow(wishes: Readonly<Record<string, number | string | readonly string[] | undefined>>): RawBuilder<boolean> {
  const terms = Object.entries(wishes).flatMap(([column, wish]) => {
    if (wish === undefined || (Array.isArray(wish) && wish.length === 0)) return [];
    return [Array.isArray(wish) ? sql`${sql.ref(column)} = any(${wish})` : sql`${sql.ref(column)} = ${wish}`];
  });
  return terms.length > 0 ? sql<boolean>`(${sql.join(terms, sql` and `)})` : sql<boolean>`true`;
}

/** The full name of the person in a column. */
export const nameOf = (column: string) => sql<string | null>`(select full_name from app_user where app_user.id = ${sql.ref(column)})`;
