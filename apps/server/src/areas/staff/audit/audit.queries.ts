import type { RequestQuery } from '@dmse/contract/endpoint';
import type { searchHistory } from '@dmse/contract/staff/audit';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { matchesWords, newestFirst, pageOf } from '../../../db/paging.ts';
import { BY_NAME, tellsMoreThan } from '../../../records/history.ts';

type Filter = RequestQuery<typeof searchHistory>;

/** Kept by the database with every row that is written: there are more of these than of anything else. */
const COUNT_OF_ALL = sql<number>`(select coalesce(sum(rows), 0)::bigint from history_count)`;

/** Days are the firm's days, so the zone comes along. */
export function search(tx: Tx, { query, noun, by, from, to, ...page }: Filter, timeZone: string, hidden: readonly string[]) {
  let rows = tx
    .selectFrom('history')
    .select(['history.id', 'history.at', 'history.by', BY_NAME.as('by_name'), 'action', 'changes', 'noun', 'record_id', 'record_name']);
  const words = query ? matchesWords(sql`history.search`, query) : null;
  if (words) rows = rows.where(words);
  if (hidden.length > 0) rows = rows.where(tellsMoreThan(hidden));
  if (noun) rows = rows.where('noun', '=', noun);
  if (by) rows = rows.where('history.by', '=', by);
  if (from) rows = rows.where(sql<boolean>`history.at >= ${from}::date::timestamp at time zone ${timeZone}`);
  if (to) rows = rows.where(sql<boolean>`history.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  const isAll = !words && hidden.length === 0 && !noun && !by && !from && !to;
  return pageOf(rows, page, newestFirst(sql`history.id`), { known: isAll ? COUNT_OF_ALL : undefined });
}
