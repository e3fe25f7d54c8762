import type { SearchNoun } from '@dmse/domain/access/search-nouns';
import { pageWords } from '@dmse/domain/historicals/page-words';
import { norm, searchWords } from '@dmse/domain/text/norm';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { pageExcerpt, pageHolds } from '../../../db/page-text.ts';
import { matchesWords, matchesWordsOrPhone } from '../../../db/paging.ts';
import type { DB } from '../../../db/rows.generated.ts';

export type Found = {
  noun: SearchNoun;
  /** 0 for what is called so exactly. */
  rank: number;
  id: string;
  title: string;
  hint: string;
  amount: number | null;
  scan: number | null;
  page: number | null;
};

type Sql = RawBuilder<unknown>;
type Source = {
  /** A table; in what follows it is called `t`. */
  from: Sql;
  title: Sql;
  hint: Sql;
  amount?: Sql;
  /** What names it exactly, by an index of its own. */
  key?: Sql;
  /** What is never found. */
  unless?: Sql;
  /** Words of two letters have an index of their own. */
  hasPairs?: true;
  matches?: (query: string) => RawBuilder<boolean> | null;
};

const DESTROYED = sql.ref(`t.${'control_destroyed' satisfies keyof DB['control_point']}`);
const clientName = sql`(select c.name from client c where c.id = t.client)`;

const SOURCES: Record<Exclude<SearchNoun, 'scan'>, Source> = {
  job: { from: sql`job`, title: sql`t.num || ' ' || t."desc"`, hint: sql`t.client_name`, key: sql`t.num_key` },
  quote: { from: sql`quote`, title: sql`t.num || ' ' || t."desc"`, hint: sql`t.client_name`, key: sql`t.num_key` },
  client: {
    from: sql`client`,
    title: sql`t.name`,
    hint: sql`t.billing_city`,
    key: sql`t.name_key`,
    unless: sql`t.merged_into is not null`,
    hasPairs: true,
  },
  contact: {
    from: sql`contact`,
    title: sql`t.name`,
    hint: sql`t.clients_summary`,
    key: sql`t.name_key`,
    unless: sql`t.merged_into is not null`,
    hasPairs: true,
    matches: (query) => matchesWordsOrPhone(sql`t.search`, sql`t.phone_digits`, query),
  },
  invoice: {
    from: sql`invoice`,
    title: sql`coalesce('Invoice ' || t.num, 'Draft invoice') || ' ' || t.billing_name`,
    hint: sql`t.state`,
    amount: sql`t.total`,
    key: sql`t.num`,
  },
  payment: {
    from: sql`payment`,
    title: sql`'Payment ' || ${clientName}`,
    hint: sql`t.received_on || case when t.reference = '' then '' else ' · ' || t.reference end`,
    amount: sql`t.amount`,
    matches: paymentHolds,
  },
  run: {
    from: sql`field_run`,
    title: sql`coalesce(nullif(t.name, ''), 'Name Unset')`,
    hint: sql`case when t.job_num = '' then '' else t.job_num || ' · ' end || t.state`,
    key: sql`t.name_key`,
    unless: sql`t.is_deleted`,
  },
  control: {
    from: sql`control_point`,
    title: sql`t.name`,
    hint: sql`case when ${DESTROYED} then 'Destroyed · ' else '' end || t.note`,
    key: sql`t.name_key`,
    hasPairs: true,
  },
  historical: {
    from: sql`historical_file`,
    title: sql`coalesce(nullif(t.file_number, ''), 'Plan ' || nullif(t.plan_number, ''), nullif(t.client_name, ''), 'File ' || t.id)
      || case when t.file_number || t.plan_number = '' then '' else ' ' || t.client_name end`,
    hint: sql`t.company`,
    key: sql`t.number_key`,
  },
  person: { from: sql`app_user`, title: sql`t.full_name`, hint: sql`t.username`, hasPairs: true },
};

/** So many of the newest are looked through before the index is asked. */
const NEWEST = 500;
/** Of what the index finds no more than this is read. */
const MANY = 1000;

/**
 * A payment is found by its own words and by those of its client: all of them in one of both, or one in the payment and the others in the
 * client. Each way has its index, which no condition over both texts has.
 */
function paymentHolds(query: string): RawBuilder<boolean> | null {
  const words = searchWords(query);
  const own = matchesWords(sql`p.search`, query);
  if (!own) return null;
  const ofClient = (some: readonly string[]) =>
    sql`p.client in (select c.id from client c where ${matchesWords(sql`c.search`, some.join(' '), true)})`;
  const mixed =
    words.length < 2
      ? []
      : words.map((word) => sql`${matchesWords(sql`p.search`, word)} and ${ofClient(words.filter((one) => one !== word))}`);
  // Of clients by the thousand, all with these words, some will do.
  const some = sql`p.client in (with c as materialized (select c.id from client c where ${matchesWords(sql`c.search`, query, true)})
    select id from c limit ${MANY})`;
  const ways = [own, some, ...mixed].map(
    (way) => sql`(with way as materialized (select p.id from payment p where ${way}) select id from way limit ${MANY})`,
  );
  return sql<boolean>`t.id in (${sql.join(ways, sql` union `)})`;
}

/** No index of three letters helps with fewer: such words are looked for beside longer ones only. */
function isLong(query: string): boolean {
  return searchWords(query).some((word) => [...word].length > 2);
}

function columns(noun: SearchNoun, { title, hint, amount = sql`null` }: Source, rank: number): Sql {
  return sql`${noun}::text as noun, ${rank}::int as rank, t.id::text as id, ${title} as title, ${hint} as hint, ${amount}::bigint as amount,
    null::int as scan, null::int as page`;
}

/**
 * What is called so exactly; a few of the newest, which is enough for a frequent word; and only where these are too few, the newest of all that
 * the index finds. Of a word that is in many rows, though hardly in new ones, the newest of a thousand will do. Left alone, the planner
 * reads a table backwards to its end for a word that is nowhere in it; what is materialized is planned as if all of it were read, and read only
 * as far as it is asked for.
 */
function pieces(noun: Exclude<SearchNoun, 'scan'>, query: string, most: number): Sql[] {
  const source = SOURCES[noun];
  const { from, key, unless = sql`false`, hasPairs = false } = source;
  const matches = source.matches ?? ((words: string) => matchesWords(sql`t.search`, words, hasPairs && noun !== 'person'));
  const exact = key
    ? [sql`(select ${columns(noun, source, 0)} from ${from} t where ${key} = ${norm(query).trim()} and not (${unless}) limit ${most})`]
    : [];
  const holds = hasPairs || isLong(query) ? matches(query) : null;
  if (!holds) return exact;
  const [newest, hits] = [sql.id(`newest ${noun}`), sql.id(`hits ${noun}`)];
  const inText = matchesWords(sql`t.search`, query);
  return [
    ...exact,
    sql`(with ${newest} as materialized (
        select ${columns(noun, source, 1)} from (select * from ${from} order by id desc limit ${NEWEST}) t
        where ${inText} and not (${unless}) order by t.id desc limit ${most}),
      ${hits} as materialized (select t.id from ${from} t where ${holds} and not (${unless}))
      select * from ${newest} union all
      (select ${columns(noun, source, 2)} from ${from} t where t.id in (
          select id from (select id from ${hits} where (select count(*) from ${newest}) < ${most} limit ${MANY}) first
          order by id desc limit ${most})
        order by t.id desc))`,
  ];
}

/** Pages that hold every word; a word stands for all that begin with it. */
function scanPieces(query: string, most: number): Sql[] {
  const words = pageWords(query);
  if (!isLong(query) || words.length === 0) return [];
  const { title } = SOURCES.historical;
  return [
    sql`(select 'scan' as noun, 1 as rank, t.id::text as id, ${title} as title,
      ${pageExcerpt(words, 120)} as hint, null::bigint as amount, p.scan, p.page
    from (select p.historical_file, p.scan, p.page, p.text from scan_page p where ${pageHolds(words)} offset 0) p
    join historical_file t on t.id = p.historical_file limit ${most})`,
  ];
}

/** A few of each noun in one statement: what is called so exactly, then the newest that hold every word. */
export async function findEach(tx: Tx, nouns: readonly SearchNoun[], query: string, most: number): Promise<Found[]> {
  const parts = nouns.flatMap((noun) => (noun === 'scan' ? scanPieces(query, most) : pieces(noun, query, most)));
  if (parts.length === 0) return [];
  const { rows } = await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(tx);
  return rows.toSorted((a, b) => a.rank - b.rank);
}
