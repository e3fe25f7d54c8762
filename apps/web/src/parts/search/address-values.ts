import { readQuery } from '@dmse/contract/common/read-query';
import type { z } from 'zod';
import { type FilterValue, type FilterValues, holdsSeveral, isEmptyFilter, type SearchFilter, wordOf, wordsOf } from './search-filter.ts';

/** The query string as the router read it: words, or what a reader of another taste has made of them. */
export type Address = Readonly<Record<string, unknown>>;

function toWords(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null).map(String);
}

/** The parameters a table reads and writes; every other one in the address is somebody else's and survives. */
export function ownNames(filters: readonly SearchFilter[]): string[] {
  return ['query', ...filters.map((filter) => filter.name)];
}

/** Is this what the list takes under that name? What its schema does not know it is not asked about. */
function isTaken(schema: z.ZodObject, name: string, words: string | string[]): boolean {
  const field = schema.shape[name] as z.ZodType | undefined;
  return !field || field.safeParse(readQuery(schema, { [name]: words })[name]).success;
}

/**
 * The address without what the list would refuse: an old link, or a slip of the hand, shows the list without that filter instead of an
 * error nobody can get out of. Of several words those that are right stay. Where `orders` is given, the list is ordered by these columns
 * only: others may be known to its schema, but not be for this person.
 */
export function dropRefused(
  address: Address,
  filters: readonly SearchFilter[],
  schema: z.ZodObject | undefined,
  orders?: readonly string[],
): Address {
  if (!schema) return address;
  const kept: Record<string, unknown> = { ...address };
  const asked = toWords(address.ordering)[0]?.split(',') ?? [];
  if (orders && !asked.every((name) => orders.includes(name.replace(/^-/, '')))) delete kept.ordering;
  const sentAs = new Map(filters.map((filter) => [filter.name, filter.sent ?? filter.name]));
  const several = new Set(filters.filter(holdsSeveral).map((filter) => filter.name));
  for (const name of [...ownNames(filters), 'ordering', 'page']) {
    const words = toWords(kept[name]).filter((word) => word !== '');
    if (words.length === 0) continue;
    const sent = sentAs.get(name) ?? name;
    const right = several.has(name)
      ? words.filter((word) => isTaken(schema, sent, [word]))
      : words.slice(0, 1).filter((word) => isTaken(schema, sent, word));
    if (right.length === words.length) continue;
    if (right.length === 0) delete kept[name];
    else kept[name] = several.has(name) ? right : right[0];
  }
  return kept;
}

/** What another call is asked with the filters of a list: the words of the address that both know, read as the call types them. */
export function readAddress(schema: z.ZodObject | undefined, address: Address, filters: readonly SearchFilter[]): Record<string, unknown> {
  if (!schema) return {};
  const taken = dropRefused(address, filters, schema) as Record<string, string | string[] | undefined>;
  return readQuery(schema, Object.fromEntries(Object.keys(schema.shape).map((name) => [name, taken[name]])));
}

/** The filters that an address asks for. An address without any of them means the defaults of the screen. */
export function readFilters(address: Address, filters: readonly SearchFilter[], defaults: FilterValues): FilterValues {
  if (ownNames(filters).every((name) => address[name] === undefined)) return { query: '', ...defaults };
  const values: Record<string, FilterValue> = { query: toWords(address.query)[0] ?? '' };
  for (const filter of filters) {
    const words = toWords(address[filter.name]).filter((word) => word !== '');
    if (words.length > 0) values[filter.name] = holdsSeveral(filter) ? words : words[0]!;
  }
  return values;
}

/** The parameters that say these filters. Where the screen has defaults, "nothing at all" is said by an empty `query`. */
export function writeFilters(values: FilterValues, filters: readonly SearchFilter[], defaults: FilterValues): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of ownNames(filters)) {
    const value = values[name];
    patch[name] = isEmptyFilter(value)
      ? undefined
      : filters.some((one) => one.name === name && holdsSeveral(one))
        ? [...wordsOf(value)]
        : wordOf(value);
  }
  const isBare = Object.values(patch).every((value) => value === undefined);
  if (isBare && Object.values(defaults).some((value) => !isEmptyFilter(value))) patch.query = '';
  return patch;
}

export type OrderDirection = 'asc' | 'desc' | null;

/** How a column is ordered by an `ordering` such as "-created_on". */
export function directionOf(ordering: string, column: string): OrderDirection {
  const names = ordering.split(',');
  return names.includes(column) ? 'asc' : names.includes(`-${column}`) ? 'desc' : null;
}

/**
 * A click on a header: ascending, descending, then the order the list has by itself. The column of that order begins where it stands, so
 * that every click changes something.
 */
export function nextOrdering(ordering: string, column: string, usual = ''): string {
  const direction = directionOf(ordering || usual, column);
  if (direction === null) return column;
  const first = directionOf(usual, column) === 'desc' ? 'desc' : 'asc';
  if (direction !== first) return '';
  return direction === 'asc' ? `-${column}` : column;
}
