import { Problem } from './refusal.ts';

/** What a record is compared by. */
export type Fields<T> = Map<string, (record: T) => string>;

/** How a list of one kind of record may be narrowed. */
export type ListOf<T> = {
  records: Iterable<T>;
  updated: (record: T) => number;
  /** What `where` may compare. */
  fields: Fields<T>;
  /** Parameters that hold words with commas between, and what they are compared with. */
  oneOf?: Fields<T>;
};

export type Page<T> = {
  records: T[];
  isPaged: boolean;
  pagination: { page: number; pageSize: number; pageCount: number; itemCount: number };
};

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;
const COMMON = ['where', 'order', 'page', 'pageSize', 'summaryOnly', 'includeArchived', 'unitdp'];

const badQuery = (message: string) =>
  new Problem({ status: 400, body: { ErrorNumber: 16, Type: 'QueryParseException', Message: message } });

/** The records that were asked for, the one changed longest ago first. */
export function listPage<T>(list: ListOf<T>, query: URLSearchParams, modifiedSince: string | undefined): Page<T> {
  const unknown = [...query.keys()].filter((name) => !COMMON.includes(name) && !list.oneOf?.has(name));
  if (unknown.length > 0) throw badQuery(`There is no parameter ${unknown.join(', ')} here.`);
  const tests = [...whereTests(list, query.get('where')), ...oneOfTests(list, query), ...sinceTests(list, modifiedSince)];
  const found = [...list.records].filter((record) => tests.every((test) => test(record)));
  // What changed at the same time stays in the order it came.
  found.sort((a, b) => list.updated(a) - list.updated(b));
  if (isDescending(query.get('order'))) found.reverse();
  return cutPage(found, query);
}

function cutPage<T>(found: T[], query: URLSearchParams): Page<T> {
  const page = readCount(query, 'page', 1, Number.MAX_SAFE_INTEGER);
  const pageSize = readCount(query, 'pageSize', PAGE_SIZE, MAX_PAGE_SIZE);
  const pagination = { page, pageSize, pageCount: Math.ceil(found.length / pageSize), itemCount: found.length };
  return { records: found.slice((page - 1) * pageSize, page * pageSize), isPaged: query.has('page'), pagination };
}

function readCount(query: URLSearchParams, name: string, otherwise: number, max: number): number {
  const text = query.get(name);
  const count = text === null ? otherwise : Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max) throw badQuery(`${name} ${text} is not a number from 1 to ${max}.`);
  return count;
}

function isDescending(order: string | null): boolean {
  if (order === null) return false;
  const direction = /^UpdatedDateUTC(?: (ASC|DESC))?$/.exec(order);
  if (!direction) throw badQuery(`The stand-in orders by UpdatedDateUTC only, not by ${order}.`);
  return direction[1] === 'DESC';
}

type Test<T> = (record: T) => boolean;

const EQUALITY = /^\s*([A-Za-z.]+)\s*==\s*(?:guid\("([^"]*)"\)|"((?:[^"\\]|\\.)*)")\s*$/i;

/** Equality of named fields, with AND between. The rest of the language of `where` is not spoken here. */
function whereTests<T>({ fields }: ListOf<T>, where: string | null): Test<T>[] {
  if (where === null) return [];
  return where.split(/\s+AND\s+|\s*&&\s*/).map((part) => {
    const [, name = '', guid, text = ''] = EQUALITY.exec(part) ?? [];
    const field = fields.get(name);
    if (!field) throw badQuery(`The stand-in does not understand where ${part}; it compares ${[...fields.keys()].join(', ')} by ==.`);
    const wanted = (guid ?? text.replace(/\\(.)/g, '$1')).toLowerCase();
    return (record) => field(record).toLowerCase() === wanted;
  });
}

function oneOfTests<T>({ oneOf = new Map() }: ListOf<T>, query: URLSearchParams): Test<T>[] {
  return [...oneOf].flatMap(([name, field]) => {
    const text = query.get(name);
    if (text === null) return [];
    const wanted = new Set(text.toLowerCase().split(','));
    return [(record: T) => wanted.has(field(record).toLowerCase())];
  });
}

/** A time without a zone is UTC. Seconds count, what is within them does not. */
function sinceTests<T>({ updated }: ListOf<T>, text: string | undefined): Test<T>[] {
  if (text === undefined) return [];
  const since = Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}Z` : text);
  if (Number.isNaN(since)) throw badQuery(`If-Modified-Since ${text} is not a time.`);
  return [(record) => updated(record) >= Math.floor(since / 1000) * 1000];
}
