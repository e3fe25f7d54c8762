import { z } from 'zod';
import { Id } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

/** A scan waits for the queue, is read page by page, and is ready or could not be read. */
export const SCAN_STATES = ['waiting', 'reading', 'ready', 'failed'] as const;

export const HistoricalScan = z.object({
  id: Id,
  file: Id,
  name: z.string(),
  mime_type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.string(),
  thumbnail_url: z.string().nullable(),
  state: z.enum(SCAN_STATES),
  /** 0 until they are known. */
  pages: z.int(),
  pages_done: z.int(),
  /** Why it could not be read, in a sentence. */
  problem: z.string(),
});
export type HistoricalScan = z.infer<typeof HistoricalScan>;

export const TEXT_SOURCES = ['file', 'picture', 'none', 'unreadable'] as const;
export const ScanPage = z.object({
  page: z.int(),
  width: z.int(),
  height: z.int(),
  text_source: z.enum(TEXT_SOURCES),
  thumbnail_url: z.string().nullable(),
});
export type ScanPage = z.infer<typeof ScanPage>;

const scan = '/api/jobs/historicalfile/:id/scans/:scanId';
const needs = 'historicals.read';

export const listHistoricalScans = endpoint({
  get: '/api/jobs/historicalfile/:id/scans/',
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: HistoricalScan,
  needs,
  summary: 'The scans of a historical file, in order',
});
export const addHistoricalScan = endpoint({
  post: '/api/jobs/historicalfile/:id/scans/',
  /** An uploaded PDF, TIFF, JPEG or PNG. */
  body: z.strictObject({ file: Id }),
  response: HistoricalScan,
  status: 201,
  needs: 'historicals.write',
  summary: 'Add a scan',
});
export const removeHistoricalScan = endpoint({
  delete: `${scan}/`,
  response: 'nothing',
  needs: 'historicals.write',
  summary: 'Take a scan out',
});
export const readHistoricalScan = endpoint({
  post: `${scan}/read/`,
  response: HistoricalScan,
  status: 202,
  needs: 'historicals.write',
  summary: 'Read a scan again that could not be read',
});
export const listScanPages = endpoint({
  get: `${scan}/pages/`,
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: ScanPage,
  needs,
  summary: 'The pages of a scan that have been read',
});
export const getScanTile = endpoint({
  get: `${scan}/pages/:page/tile/:level/:column/:row/`,
  params: { level: z.int().min(0).max(20), column: z.int().min(0), row: z.int().min(0) },
  response: 'file',
  needs,
  tile: true,
  summary: 'A tile of a page; level 0 is the whole page in one tile',
});
export const getScanThumbnail = endpoint({
  get: `${scan}/pages/:page/thumbnail/`,
  response: 'file',
  needs,
  tile: true,
  summary: 'A small picture of a page',
});
export const FoundWord = z.object({ text: z.string(), left: z.number(), top: z.number(), width: z.number(), height: z.number() });
export type FoundWord = z.infer<typeof FoundWord>;
export const findWordsOnPage = endpoint({
  get: `${scan}/pages/:page/words/`,
  query: z.strictObject({ query: z.string().trim().max(200).optional() }),
  response: z.object({ text: z.string(), words: z.array(FoundWord) }),
  needs,
  summary: 'The text of a page, and where on it the words of a search stand',
});
