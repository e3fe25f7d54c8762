const LOCALE = 'en-CA';
const lists = { and: new Intl.ListFormat(LOCALE), or: new Intl.ListFormat(LOCALE, { type: 'disjunction' }) };
const plurals = new Intl.PluralRules(LOCALE);

/** "a, b and c" */
export function sayList(words: readonly string[], join: 'and' | 'or' = 'and'): string {
  return lists[join].format(words);
}

/** The word that goes with a count: "row" or "rows". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return plurals.select(count) === 'one' ? one : many;
}

/** "1 row", "12 rows" */
export function sayCount(count: number, one: string, many?: string): string {
  return `${count} ${plural(count, one, many)}`;
}
