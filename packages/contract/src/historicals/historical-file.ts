import { SHOT_CATEGORIES } from '@dmse/domain/sites/shot-category';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { EnteredDate, Id, JobId, LocalDate, line, optionalLine, paragraph, stamps } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { LocationPatch, PlaceOf } from '../places/location.ts';

const historicalFields = {
  company: field(optionalLine(120), 'Company'),
  file_number: field(optionalLine(80), 'File number'),
  client_name: field(optionalLine(200), 'Client name'),
  description: field(paragraph(5000), 'Description'),
  legal_description: field(paragraph(5000), 'Legal description'),
  pid: field(optionalLine(120), 'PID'),
  plan_number: field(optionalLine(80), 'Plan number'),
  surveyed_on: field(EnteredDate.nullable(), 'Surveyed on'),
  category: field(z.enum(SHOT_CATEGORIES).nullable(), 'Category'),
  note: field(paragraph(10_000), 'Note'),
};

const JobRef = z.object({ id: JobId, num: z.string() });
export const HistoricalRow = z.object({
  id: Id,
  company: z.string(),
  file_number: z.string(),
  client_name: z.string(),
  description: z.string(),
  pid: z.string(),
  plan_number: z.string(),
  surveyed_on: LocalDate.nullable(),
  category: z.string().nullable(),
  job: JobRef.nullable(),
  scan_count: z.int(),
  location: PlaceOf.nullable(),
});
export type HistoricalRow = z.infer<typeof HistoricalRow>;
export const HistoricalFile = z.object({
  id: Id,
  ...historicalFields,
  surveyed_on: LocalDate.nullable(),
  job: JobRef.nullable(),
  location: PlaceOf.nullable(),
  scan_count: z.int(),
  ...stamps,
});
export type HistoricalFile = z.infer<typeof HistoricalFile>;

export const HistoricalScan = z.object({
  id: Id,
  file: Id,
  name: z.string(),
  mime_type: z.string(),
  bytes: z.int(),
  url: z.string(),
  thumbnail_url: z.string().nullable(),
});

const HistoricalPatch = z
  .strictObject({ ...historicalFields, job: field(JobId.nullable(), 'Job'), location: LocationPatch.nullable() })
  .partial();

export const HISTORICAL_ORDER = ['file_number', 'company', 'client_name', 'surveyed_on', 'created_on'] as const;
export const listHistoricalFiles = endpoint({
  get: '/api/jobs/historicalfile/',
  query: z.strictObject({
    ...listQuery(HISTORICAL_ORDER),
    company: anyOf(line(120)),
    category: anyOf(z.enum(SHOT_CATEGORIES)),
    job: JobId.optional(),
  }),
  page: HistoricalRow,
  needs: 'historicals.read',
  summary: 'Find historical files',
});
export const createHistoricalFile = endpoint({
  post: '/api/jobs/historicalfile/',
  body: HistoricalPatch,
  response: HistoricalFile,
  status: 201,
  needs: 'historicals.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Add a historical file',
});
export const getHistoricalFile = endpoint({
  get: '/api/jobs/historicalfile/:id/',
  response: HistoricalFile,
  needs: 'historicals.read',
  summary: 'A historical file',
});
export const updateHistoricalFile = endpoint({
  patch: '/api/jobs/historicalfile/:id/',
  body: HistoricalPatch,
  response: HistoricalFile,
  needs: 'historicals.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a historical file',
});
export const removeHistoricalFile = endpoint({
  delete: '/api/jobs/historicalfile/:id/',
  response: 'nothing',
  needs: 'historicals.write',
  summary: 'Delete a historical file with its scans',
});
export const listHistoricalFileHistory = endpoint({
  get: '/api/jobs/historicalfile/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'historicals.read',
  summary: "A historical file's history",
});
export const listHistoricalScans = endpoint({
  get: '/api/jobs/historicalfile/:id/scans/',
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: HistoricalScan,
  needs: 'historicals.read',
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
  delete: '/api/jobs/historicalfile/:id/scans/:scanId/',
  response: 'nothing',
  needs: 'historicals.write',
  summary: 'Take a scan out',
});
