import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { invalid } from '../../../call/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { findEpoch } from '../../../db/epoch.ts';
import { matchesWords, orderBy, type PageInput, pageOf } from '../../../db/paging.ts';
import type { DB } from '../../../db/rows.generated.ts';
import type { CapturedNoun, CapturedTable } from './captured-noun.ts';

/** Who still goes by the clock gets a little more than asked for: clocks differ, and a row too many does no harm (SYNC-D1). */
const CLOCK_SLACK_MS = 5 * 60_000;

export type CapturedFilter = PageInput & {
  query?: string | undefined;
  ordering?: string | undefined;
  cursor?: string | undefined;
  updated_on_after?: string | undefined;
  field_run?: string | undefined;
  is_deleted?: boolean | undefined;
  has_conflict?: boolean | undefined;
  late?: boolean | undefined;
};

type Row = { id: string; seq: number };
/** A row as its place in the feed shows it; what was moved away is shown as gone. */
export type Listed<R> = { row: R; moved: { seq: number; version: number; field_run: string; moved_to: string } | null };
export type CapturedPage<R> = { count: number; rows: Listed<R>[]; cursor: string | null };

export type CapturedSource<TB extends CapturedTable, R> = {
  noun: CapturedNoun & { table: TB };
  select: (tx: Tx) => SelectQueryBuilder<DB, TB, R>;
  /** Text that the search box looks through. */
  search: RawBuilder<unknown>;
  columns: Record<string, RawBuilder<unknown>>;
};

/** By cursor where one is given, be it empty; else by pages. */
export async function listCaptured<TB extends CapturedTable, R extends Row>(
  tx: Tx,
  source: CapturedSource<TB, R>,
  filter: CapturedFilter,
  more: RawBuilder<boolean>[],
): Promise<CapturedPage<R>> {
  if (filter.cursor !== undefined) return readFeed(tx, source, filter, filter.cursor);
  let rows = source.select(tx);
  for (const condition of [...conditionsOf(source, filter), ...more]) rows = rows.where(condition);
  const order = orderBy(filter.ordering, { ...source.columns, id: column(source, 'id') }, 'id', column(source, 'id'));
  const { count, results } = await pageOf(rows, filter, order);
  return { count, rows: results.map((row) => ({ row, moved: null })), cursor: null };
}

function column(source: { noun: { table: string } }, name: string): RawBuilder<unknown> {
  return sql.ref(`${source.noun.table}.${name}`);
}

function conditionsOf<TB extends CapturedTable, R>(source: CapturedSource<TB, R>, filter: CapturedFilter): RawBuilder<boolean>[] {
  const { query, field_run, is_deleted, has_conflict, late, updated_on_after } = filter;
  const conditions: RawBuilder<boolean>[] = [];
  if (query && !field_run) throw invalid({ query: 'Say in which field run to search.' });
  const words = query ? matchesWords(source.search, query) : null;
  if (words) conditions.push(words);
  if (field_run) conditions.push(sql`${column(source, 'field_run')} = ${field_run}`);
  if (is_deleted !== undefined) conditions.push(sql`${column(source, 'is_deleted')} = ${is_deleted}`);
  if (has_conflict !== undefined) conditions.push(sql`(${column(source, 'conflict')} <> '[]') = ${has_conflict}`);
  if (late !== undefined) conditions.push(sql`${column(source, 'late')} = ${late}`);
  if (updated_on_after) {
    const since = new Date(Date.parse(updated_on_after) - CLOCK_SLACK_MS).toISOString();
    conditions.push(sql`${column(source, 'updated_on')} >= ${since}`);
  }
  return conditions;
}

/** `epoch.seq`, and while a pass is under way `.until`: where it ends, so that it does end while others keep writing (SYNC-D4). */
const CURSOR = /^([0-9a-f-]{36})\.(\d{1,15})(?:\.(\d{1,15}))?$/;

const FEED_FILTERS = new Set(['cursor', 'field_run', 'fieldrun_shot__field_run', 'page_size']);

function readCursor(text: string, epoch: string): { after: number; until: number | null } {
  if (text === '') return { after: 0, until: null };
  const [, life, seq, until] = CURSOR.exec(text) ?? [];
  if (seq === undefined) throw invalid({ cursor: 'This is no cursor of ours. Leave it empty to begin.' });
  // Places in a feed mean nothing in another life of the data: that reader begins again (SYNC-D9).
  if (life !== epoch) return { after: 0, until: null };
  return { after: Number(seq), until: until === undefined ? null : Number(until) };
}

/**
 * Everything written in a run since the cursor, in the order in which it became visible, tombstones included. The transaction sees the
 * run's counter and its rows at one instant, and the lock on the counter means that nothing below it can still appear.
 */
async function readFeed<TB extends CapturedTable, R extends Row>(
  tx: Tx,
  source: CapturedSource<TB, R>,
  filter: CapturedFilter,
  text: string,
): Promise<CapturedPage<R>> {
  const { field_run: run, page_size = DEFAULT_PAGE_SIZE } = filter;
  const stranger = Object.entries(filter).find(([name, value]) => value !== undefined && !FEED_FILTERS.has(name));
  if (stranger) throw invalid({ [stranger[0]]: 'A list by cursor is of a whole run; this does not go with it.' });
  if (!run) throw invalid({ field_run: 'Say which field run: a cursor is a place in its feed.' });
  const epoch = await findEpoch(tx);
  const present = await tx.selectFrom('field_run').select('seq').where('id', '=', run).executeTakeFirst();
  const { after, until = null } = readCursor(text, epoch);
  const end = until ?? present?.seq ?? 0;
  const seq = column(source, 'seq');
  const here = source.select(tx).where(sql<boolean>`${column(source, 'field_run')} = ${run} and ${seq} > ${after} and ${seq} <= ${end}`);
  const { count } = (await here.clearSelect().select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()) as { count: number };
  const rows = await here
    .orderBy(seq as RawBuilder<never>)
    .limit(page_size)
    .execute();
  const moves = await listMoves(tx, source, { run, after, end });
  const listed = [...rows.map((row): Listed<R> => ({ row: row as R, moved: null })), ...moves].sort((a, b) => placeOf(a) - placeOf(b));
  const page = listed.slice(0, page_size);
  const isLast = page.length >= count + moves.length;
  const cursor = isLast ? `${epoch}.${end}` : `${epoch}.${placeOf(page.at(-1)!)}.${end}`;
  return { count: count + moves.length, rows: page, cursor };
}

function placeOf<R extends Row>({ row, moved }: Listed<R>): number {
  return moved?.seq ?? row.seq;
}

/** What left the run for another and has not come back. */
async function listMoves<TB extends CapturedTable, R extends Row>(
  tx: Tx,
  source: CapturedSource<TB, R>,
  { run, after, end }: { run: string; after: number; end: number },
): Promise<Listed<R>[]> {
  const moves = await tx
    .selectFrom('field_move')
    .select(['item', 'seq', 'version', 'to_run'])
    .where('from_run', '=', run)
    .where('kind', '=', source.noun.kind)
    .where('seq', '>', after)
    .where('seq', '<=', end)
    .orderBy('seq')
    .execute();
  if (moves.length === 0) return [];
  const ids = moves.map((move) => move.item);
  const elsewhere = sql<boolean>`${column(source, 'id')} = any(${ids}) and ${column(source, 'field_run')} <> ${run}`;
  const rows = new Map((await source.select(tx).where(elsewhere).execute()).map((row) => [(row as R).id, row as R]));
  return moves.flatMap(({ item, seq, version, to_run }) => {
    const row = rows.get(item);
    return row ? [{ row, moved: { seq, version, field_run: run, moved_to: to_run } }] : [];
  });
}

/** The columns a tombstone of a move shows instead of the row's own. */
export function placeColumns<R>({ moved }: Listed<R>): {
  moved_to: string | null;
  is_deleted?: true;
  seq?: number;
  version?: number;
  field_run?: string;
} {
  return moved ? { ...moved, is_deleted: true } : { moved_to: null };
}
