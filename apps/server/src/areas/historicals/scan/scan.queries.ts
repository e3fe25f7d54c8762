import { DEFAULT_PAGE_SIZE } from '@dmse/contract/common/paging';
import type { SCAN_STATES, TEXT_SOURCES } from '@dmse/contract/historicals/scan';
import { sql } from 'kysely';
import type { ScanWord } from '../../../adapters/scans/scan-reader.ts';
import type { Tx } from '../../../db/database.ts';
import { type PageInput, pageOf } from '../../../db/paging.ts';

export type ScanState = (typeof SCAN_STATES)[number];
export type ScanRow = {
  id: number;
  historical_file: number;
  file: number;
  state: ScanState;
  pages: number;
  pages_done: number;
  problem: string;
};

const SCAN = ['id', 'historical_file', 'file', 'pages', 'pages_done', 'problem'] as const;
const state = sql<ScanState>`historical_scan.state`.as('state');

export function list(tx: Tx, historicalFile: number, page: PageInput): Promise<{ count: number; results: ScanRow[] }> {
  const rows = tx.selectFrom('historical_scan').select(SCAN).select(state).where('historical_file', '=', historicalFile);
  return pageOf(rows, page, [sql`historical_scan.position`, sql`historical_scan.id`]);
}

/** A scan of this file; one of another file is not there. */
export function find(tx: Tx, historicalFile: number, scan: number): Promise<ScanRow | undefined> {
  return tx
    .selectFrom('historical_scan')
    .select(SCAN)
    .select(state)
    .where('historical_file', '=', historicalFile)
    .where('id', '=', scan)
    .executeTakeFirst();
}

export function findById(tx: Tx, scan: number): Promise<ScanRow | undefined> {
  return tx.selectFrom('historical_scan').select(SCAN).select(state).where('id', '=', scan).executeTakeFirst();
}

type NewScan = { historical_file: number; file: number; created_on: string; created_by: number };
export function insert(tx: Tx, row: NewScan): Promise<ScanRow> {
  const position = sql<number>`(select coalesce(max(s.position), 0) + 1 from historical_scan s where s.historical_file = ${row.historical_file})`;
  return tx
    .insertInto('historical_scan')
    .values({ ...row, position })
    .returning([...SCAN, state])
    .executeTakeFirstOrThrow();
}

export function remove(tx: Tx, historicalFile: number, scan: number) {
  return tx
    .deleteFrom('historical_scan')
    .where('historical_file', '=', historicalFile)
    .where('id', '=', scan)
    .returning('file')
    .executeTakeFirst();
}

/** Waiting from the beginning again: what was read of it goes. */
export async function startOver(tx: Tx, scan: number): Promise<void> {
  await tx.deleteFrom('scan_page').where('scan', '=', scan).execute();
  await tx
    .updateTable('historical_scan')
    .set({ state: 'waiting', pages: 0, pages_done: 0, problem: '', read_on: null })
    .where('id', '=', scan)
    .execute();
}

/** Answers how many pages have been read already; nothing when the scan was taken away. */
export async function begin(tx: Tx, scan: number, pages: number): Promise<number | null> {
  const row = await tx
    .updateTable('historical_scan')
    .set({ state: 'reading', pages, problem: '' })
    .where('id', '=', scan)
    .returning('pages_done')
    .executeTakeFirst();
  return row?.pages_done ?? null;
}

/** Keeps the scan as it is until the transaction ends. */
export function lock(tx: Tx, scan: number) {
  return tx.selectFrom('historical_scan').select('pages_done').where('id', '=', scan).forUpdate().executeTakeFirst();
}

type NewPage = {
  scan: number;
  page: number;
  width: number;
  height: number;
  tiles: number;
  text_source: string;
  text: string;
  words: readonly ScanWord[];
};
export async function insertPage(tx: Tx, { words, ...page }: NewPage): Promise<void> {
  await tx
    .insertInto('scan_page')
    .values(({ selectFrom }) => ({
      ...page,
      historical_file: selectFrom('historical_scan').select('historical_file').where('id', '=', page.scan),
      words: JSON.stringify(words),
    }))
    .execute();
  await tx.updateTable('historical_scan').set({ pages_done: page.page }).where('id', '=', page.scan).execute();
}

export async function end(tx: Tx, scan: number, ended: { state: 'ready' | 'failed'; problem: string; read_on: string }): Promise<void> {
  await tx.updateTable('historical_scan').set(ended).where('id', '=', scan).execute();
}

/** Scans that wait or are being read since before an instant, though no job may be left for them. */
export async function listUnread(tx: Tx, createdBefore: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('historical_scan')
    .select('id')
    .where('state', 'in', ['waiting', 'reading'])
    .where('created_on', '<', createdBefore)
    .orderBy('id')
    .limit(10_000)
    .execute();
  return rows.map(({ id }) => id);
}

/** The pages that have been read, which a scan counts itself. */
export function listPages(tx: Tx, scan: number, { page = 1, page_size = DEFAULT_PAGE_SIZE }: PageInput) {
  return tx
    .selectFrom('scan_page')
    .select(['page', 'width', 'height', sql<(typeof TEXT_SOURCES)[number]>`scan_page.text_source`.as('text_source')])
    .where('scan', '=', scan)
    .orderBy('page')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
}

const pageOfFile = (tx: Tx, historicalFile: number, scan: number, page: number) =>
  tx
    .selectFrom('scan_page')
    .innerJoin('historical_scan', 'historical_scan.id', 'scan_page.scan')
    .where('historical_scan.historical_file', '=', historicalFile)
    .where('scan_page.scan', '=', scan)
    .where('scan_page.page', '=', page);

export function findPage(tx: Tx, historicalFile: number, scan: number, page: number) {
  return pageOfFile(tx, historicalFile, scan, page).select(['scan_page.width', 'scan_page.height', 'scan_page.tiles']).executeTakeFirst();
}

export function findText(tx: Tx, historicalFile: number, scan: number, page: number) {
  return pageOfFile(tx, historicalFile, scan, page)
    .select(['scan_page.text', sql<ScanWord[]>`scan_page.words`.as('words')])
    .executeTakeFirst();
}

export async function listWithPages(tx: Tx, scans: readonly number[]): Promise<Set<number>> {
  if (scans.length === 0) return new Set();
  const rows = await tx.selectFrom('scan_page').select('scan').where('scan', 'in', scans).where('page', '=', 1).execute();
  return new Set(rows.map(({ scan }) => scan));
}
