import { type Action, can } from './grants.ts';
import type { Role } from './roles.ts';

/** What one search looks through, in the order in which it is shown, and who may find it. */
export const SEARCH_NOUNS = {
  job: { label: 'Jobs', needs: 'jobs.read' },
  quote: { label: 'Quotes', needs: 'quotes.read' },
  client: { label: 'Clients', needs: 'clients.read' },
  contact: { label: 'Contacts', needs: 'clients.read' },
  invoice: { label: 'Invoices', needs: 'invoices.read' },
  payment: { label: 'Payments', needs: 'payments.read' },
  run: { label: 'Field runs', needs: 'sites.read' },
  control: { label: 'Control points', needs: 'sites.read' },
  historical: { label: 'Historical files', needs: 'historicals.read' },
  scan: { label: 'Text in scans', needs: 'historicals.read' },
  person: { label: 'Users', needs: 'users.read' },
} as const satisfies Record<string, { label: string; needs: Action }>;

export type SearchNoun = keyof typeof SEARCH_NOUNS;
export const SEARCH_NOUN_NAMES = Object.keys(SEARCH_NOUNS) as SearchNoun[];

/** What somebody with these groups may find. */
export function searchNounsFor(groups: readonly Role[]): SearchNoun[] {
  return SEARCH_NOUN_NAMES.filter((noun) => can(groups, SEARCH_NOUNS[noun].needs));
}
