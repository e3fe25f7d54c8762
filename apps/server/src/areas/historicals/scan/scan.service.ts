import type { FoundWord, HistoricalScan, ScanPage } from '@dmse/contract/historicals/scan';
import { tileLevels, tileNumber } from '@dmse/domain/historicals/page-tiles';
import { isFoundWord, pageWords } from '@dmse/domain/historicals/page-words';
import { findTile } from '../../../adapters/scans/tile-pack.ts';
import type { Context } from '../../../call/context.ts';
import type { FileAnswer } from '../../../call/file-answer.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { claimUpload, describeFiles } from '../../files/file/file.service.ts';
import * as scans from './scan.queries.ts';

const SCAN_TYPES = ['application/pdf', 'image/tiff', 'image/jpeg', 'image/png'];

/** Where the small picture of a page is fetched from. */
export function thumbnailUrl(historicalFile: number, scan: number, page = 1): string {
  return `/api/jobs/historicalfile/${historicalFile}/scans/${scan}/pages/${page}/thumbnail/`;
}

async function describeScans({ tx }: Context, rows: readonly scans.ScanRow[]): Promise<HistoricalScan[]> {
  const files = await describeFiles(
    tx,
    rows.map((row) => row.file),
  );
  const drawn = await scans.listWithPages(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, historical_file, file, ...scan }) => {
    const { thumbnail_url, ...described } = files.get(file)!;
    return { ...described, ...scan, id, file, thumbnail_url: drawn.has(id) ? thumbnailUrl(historical_file, id) : thumbnail_url };
  });
}

export async function listScans(context: Context, historicalFile: number, page: PageInput) {
  const { count, results } = await scans.list(context.tx, historicalFile, page);
  return { count, results: await describeScans(context, results) };
}

/** Why an upload of the actor's cannot be a scan, or null when it can. */
export async function whyNoScan(context: Context, file: number, field: string): Promise<string | null> {
  await claimUpload(context, file, field);
  const { name, mime_type } = (await describeFiles(context.tx, [file])).get(file)!;
  return SCAN_TYPES.includes(mime_type) ? null : `${name}: a scan is a PDF, TIFF, JPEG or PNG.`;
}

/** Puts an upload under a file as its next scan, to be read on the queue. Answers the scan with its name. */
export async function addScan(context: Context, historicalFile: number, file: number, field = 'file'): Promise<HistoricalScan> {
  const { tx, now, actor, adapters } = context;
  const reason = await whyNoScan(context, file, field);
  if (reason) throw invalid({ [field]: reason });
  const scan = await scans.insert(tx, { historical_file: historicalFile, file, created_on: now, created_by: actor.id });
  await adapters.queue.send(tx, 'scan', { scan: scan.id }, String(scan.id));
  return (await describeScans(context, [scan]))[0]!;
}

/** Answers the name of what was taken out. */
export async function removeScan({ tx }: Context, historicalFile: number, scan: number): Promise<string> {
  const removed = await scans.remove(tx, historicalFile, scan);
  if (!removed) throw notFound();
  return (await describeFiles(tx, [removed.file])).get(removed.file)?.name ?? '';
}

/** One that waits or is being read is left to the queue. */
export async function readHistoricalScan(context: Context, historicalFile: number, id: number): Promise<HistoricalScan> {
  const { tx, adapters } = context;
  const before = await scans.find(tx, historicalFile, id);
  if (!before) throw notFound();
  if (before.state === 'ready' || before.state === 'failed') {
    await scans.startOver(tx, id);
    await adapters.queue.send(tx, 'scan', { scan: id }, String(id));
  }
  return (await describeScans(context, [(await scans.findById(tx, id))!]))[0]!;
}

export async function listScanPages({ tx }: Context, historicalFile: number, scan: number, page: PageInput) {
  const found = await scans.find(tx, historicalFile, scan);
  if (!found) throw notFound();
  const pages = await scans.listPages(tx, scan, page);
  return {
    count: found.pages_done,
    results: pages.map((row): ScanPage => ({ ...row, thumbnail_url: thumbnailUrl(historicalFile, scan, row.page) })),
  };
}

type PageParams = { id: number; scanId: number; page: number };

export async function openTile(
  { tx, adapters }: Context,
  { id, scanId, page }: PageParams,
  { level, column, row }: { level: number; column: number; row: number },
): Promise<FileAnswer> {
  const found = await scans.findPage(tx, id, scanId, page);
  const number = found && tileNumber(tileLevels(found.width, found.height), level, column, row);
  if (!found || number == null) throw notFound();
  const { sha256 } = (await describeFiles(tx, [found.tiles])).get(found.tiles)!;
  const { start, end } = await findTile((range) => adapters.files.open(sha256, range), number);
  return {
    stream: adapters.files.open(sha256, { start, end }),
    name: `page-${page}.webp`,
    mime_type: 'image/webp',
    bytes: end - start + 1,
    inline: true,
    etag: `${sha256}-${number}`,
  };
}

/** The whole page in one tile is its small picture. */
export function openPageThumbnail(context: Context, params: PageParams): Promise<FileAnswer> {
  return openTile(context, params, { level: 0, column: 0, row: 0 });
}

export async function findWordsOnPage({ tx }: Context, { id, scanId, page }: PageParams, query: string | undefined) {
  const found = await scans.findText(tx, id, scanId, page);
  if (!found) throw notFound();
  const looked = pageWords(query ?? '');
  const words = found.words
    .filter(([word]) => isFoundWord(word, looked))
    .map(([text, left, top, width, height]): FoundWord => ({ text, left, top, width, height }));
  return { text: found.text, words };
}
