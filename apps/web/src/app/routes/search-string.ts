import { queryString } from '@dmse/contract/endpoint';

/** The query string as words: what the address bar says, before a screen's schema reads it. A link may give a number; the bar says its digits. */
export type SearchWords = { [name: string]: string | number | readonly string[] | undefined };

/** Plain `name=value` pairs, repeated for lists, the same shape the API takes; people read and send these addresses. */
export function parseSearch(text: string): { [name: string]: string | string[] } {
  const words = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = words.get(name);
    words.set(name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  return Object.fromEntries(words);
}

export function stringifySearch(words: Record<string, unknown>): string {
  const text = queryString(Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null)));
  return text ? `?${text}` : '';
}
