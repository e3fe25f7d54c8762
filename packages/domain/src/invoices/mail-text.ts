import { sayList } from '../text/counts.ts';

/** What the text of a mail may name, in braces. */
export const INVOICE_PLACES = ['number', 'client', 'firm', 'total', 'date', 'due_date', 'reference', 'jobs'] as const;
export const STATEMENT_PLACES = ['client', 'firm', 'balance', 'overdue', 'date'] as const;

const PLACE = /\{([^{}]*)\}/g;

/** A name nobody fills would stand in the mail as it was typed. */
export function whyNotMailText(text: string, places: readonly string[]): string | null {
  const unknown = [...text.matchAll(PLACE)].find(([, name]) => !places.includes(name!));
  return unknown ? `${unknown[0]} is not known here; use ${sayList(places.map((place) => `{${place}}`))}.` : null;
}

/** The text with its places filled. What is filled in is never read as a place itself. */
export function fillMailText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACE, (place, name: string) => values[name] ?? place);
}
