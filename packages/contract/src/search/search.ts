import { SEARCH_NOUN_NAMES, type SearchNoun } from '@dmse/domain/access/search-nouns';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const SearchHit = z.object({
  noun: z.enum(SEARCH_NOUN_NAMES as [SearchNoun, ...SearchNoun[]]),
  id: z.string(),
  title: z.string(),
  hint: z.string(),
  /** Where it opens: from `/app/` on, a user from `/staff/` on. */
  path: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const searchEverything = endpoint({
  get: '/api/core/search/',
  query: z.strictObject({ query: z.string().trim().min(1, 'Type what to look for.').max(200) }),
  page: SearchHit,
  needs: 'search.read',
  summary: 'Find anything one may see by number or words: at most five of each, an exact number first, then the newest',
});
