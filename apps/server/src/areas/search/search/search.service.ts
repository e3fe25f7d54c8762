import type { SearchHit } from '@dmse/contract/search/search';
import { type SearchNoun, searchNounsFor } from '@dmse/domain/access/search-nouns';
import { pageWords } from '@dmse/domain/historicals/page-words';
import { sayCents } from '@dmse/domain/money/cents';
import type { Context } from '../../../call/context.ts';
import { type Found, findEach } from './search.queries.ts';

const MOST_OF_EACH = 5;

const PATHS: Record<SearchNoun, string> = {
  job: '/job/',
  quote: '/quote/',
  client: '/client/',
  contact: '/contact/',
  invoice: '/invoice/',
  payment: '/payment/',
  run: '/fieldrun/',
  control: '/control/',
  historical: '/historical/',
  scan: '/historical/',
  person: '/staff/users/',
};

function toHit({ noun, id, title, hint, amount, scan, page }: Found, query: string): SearchHit {
  const path = `${PATHS[noun]}${id}`;
  if (noun !== 'scan') return { noun, id, title, hint: amount === null ? hint : `${hint} · ${sayCents(amount)}`, path };
  const find = new URLSearchParams({ scan: String(scan), page: String(page), find: pageWords(query).join(' ') });
  const excerpt = hint.replace(/\s+/g, ' ').trim();
  return { noun, id: `${id}/${scan}/${page}`, title: `${title}, page ${page}`, hint: excerpt, path: `${path}?${find}` };
}

/** Of every noun one may see a few; what was typed exactly is the first of its noun, its noun before the others, and found once. */
export async function searchEverything({ tx, actor }: Context, query: string): Promise<{ count: number; results: SearchHit[] }> {
  const nouns = searchNounsFor(actor.groups);
  const found = await findEach(tx, nouns, query, MOST_OF_EACH);
  const exact = new Set(found.flatMap(({ noun, rank }) => (rank === 0 ? [noun] : [])));
  const ordered = nouns.toSorted((a, b) => Number(exact.has(b)) - Number(exact.has(a)));
  const results = ordered.flatMap((noun) => {
    const hits = found.filter((row) => row.noun === noun).map((row) => toHit(row, query));
    return [...new Map(hits.map((hit) => [hit.id, hit])).values()].slice(0, MOST_OF_EACH);
  });
  return { count: results.length, results };
}
