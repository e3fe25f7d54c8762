import { type RawBuilder, sql } from 'kysely';
import type { DB } from './rows.generated.ts';

type Column = keyof DB['scan_page'];
const SEARCH = sql.ref(`p.${'search' satisfies Column}`);
const TEXT = sql.ref(`p.${'text' satisfies Column}`);

/** As much of a page as is looked through for the place of a word. */
const LOOKED_THROUGH = 20_000;

/** Does the page `p` of a scan hold every word? A word stands for all that begin with it. */
export function pageHolds(words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${SEARCH} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`;
}

/** The text of the page `p` around the first of the words: whole words only, with an ellipsis where more stands before or after. */
export function pageExcerpt(words: readonly string[], letters: number): RawBuilder<string> {
  const first = sql`greatest(strpos(norm(left(${TEXT}, ${LOOKED_THROUGH})), ${words[0]}) - 24, 1)`;
  const begun = sql`case when first > 1 then regexp_replace(substr(${TEXT}, first, ${letters}), '^\\S{0,23}\\s+', '… ') else left(${TEXT}, ${letters}) end`;
  return sql<string>`(select case when length(${TEXT}) >= first + ${letters} then regexp_replace(${begun}, '\\s+\\S*$', ' …') else ${begun} end
    from (select ${first} as first offset 0) place)`;
}
