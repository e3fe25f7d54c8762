import { type FilterValue, type FilterValues, isEmptyFilter, type SearchFilter, wordOf, wordsOf } from './search-filter.ts';

/** The query string as the router read it: words, or what a reader of another taste has made of them. */
export type Address = Readonly<Record<string, unknown>>;

function toWords(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null).map(String);
}

/** The parameters a table reads and writes; every other one in the address is somebody else's and survives. */
export function ownNames(filters: readonly SearchFilter[]): string[] {
  return ['query', ...filters.map((filter) => filter.name)];
}

/** The filters that an address asks for. An address without any of them means the defaults of the screen. */
export function readFilters(address: Address, filters: readonly SearchFilter[], defaults: FilterValues): FilterValues {
  if (ownNames(filters).every((name) => address[name] === undefined)) return { query: '', ...defaults };
  const values: Record<string, FilterValue> = { query: toWords(address.query)[0] ?? '' };
  for (const filter of filters) {
    const words = toWords(address[filter.name]).filter((word) => word !== '');
    if (words.length > 0) values[filter.name] = filter.kind === 'multi' ? words : words[0]!;
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
      : filters.some((one) => one.name === name && one.kind === 'multi')
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

/** A click on a header: ascending, descending, then the order the list has by itself. */
export function nextOrdering(ordering: string, column: string): string {
  const direction = directionOf(ordering, column);
  return direction === null ? column : direction === 'asc' ? `-${column}` : '';
}
