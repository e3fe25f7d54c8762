import { SHOT_CATEGORIES, SHOT_SUB_CATEGORIES } from '@dmse/domain/sites/shot-category';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { ControlPointId, EnteredDate, Id, JobId, LocalDate, line, optionalLine, paragraph, stamps } from '../common/fields.ts';
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
  sub_category: field(z.enum(SHOT_SUB_CATEGORIES).nullable(), 'Sub-type'),
  note: field(paragraph(10_000), 'Note'),
};

const JobRef = z.object({ id: JobId, num: z.string() });
const ControlRef = z.object({ id: ControlPointId, name: z.string() });
/** What the name and the text of a scan suggest. It is for fields in which nothing stands; the others keep it, since what was taken may be taken back. */
export const HistoricalProposal = z.object({
  file_number: z.string().nullable(),
  plan_number: z.string().nullable(),
  pid: z.string().nullable(),
  surveyed_on: LocalDate.nullable(),
});
export type HistoricalProposal = z.infer<typeof HistoricalProposal>;
export const HistoricalRow = z.object({
  id: Id,
  company: z.string(),
  file_number: z.string(),
  client_name: z.string(),
  description: z.string(),
  pid: z.string(),
  plan_number: z.string(),
  surveyed_on: LocalDate.nullable(),
  legal_description: z.string(),
  note: z.string(),
  category: z.string().nullable(),
  sub_category: z.string().nullable(),
  is_draft: z.boolean(),
  version: z.int(),
  job: JobRef.nullable(),
  scan_count: z.int(),
  /** Scans still waiting or being read. */
  scans_unread: z.int(),
  /** Scans that cannot be read. */
  scans_failed: z.int(),
  /** The first scan, for a small picture. */
  first_scan: Id.nullable(),
  thumbnail_url: z.string().nullable(),
  location: PlaceOf.nullable(),
  /** Where the words of the search stand in the scans; empty when the fields hold them. */
  found: z.array(z.object({ scan: Id, name: z.string(), page: z.int(), excerpt: z.string() })),
  /** Of a draft. */
  proposal: HistoricalProposal.nullable(),
});
export type HistoricalRow = z.infer<typeof HistoricalRow>;
export const HistoricalFile = z.object({
  id: Id,
  ...historicalFields,
  surveyed_on: LocalDate.nullable(),
  job: JobRef.nullable(),
  location: PlaceOf.nullable(),
  control_points: z.array(ControlRef),
  is_draft: z.boolean(),
  scan_count: z.int(),
  ...stamps,
});
export type HistoricalFile = z.infer<typeof HistoricalFile>;

const HistoricalPatch = z
  .strictObject({
    ...historicalFields,
    job: field(JobId.nullable(), 'Job'),
    is_draft: field(z.boolean(), 'Draft'),
    location: LocationPatch.nullable(),
    control_points: z.array(ControlPointId).max(200),
  })
  .partial();

export const HISTORICAL_ORDER = ['file_number', 'company', 'client_name', 'plan_number', 'pid', 'surveyed_on', 'created_on'] as const;
export const listHistoricalFiles = endpoint({
  get: '/api/jobs/historicalfile/',
  query: z.strictObject({
    ...listQuery(HISTORICAL_ORDER),
    company: anyOf(line(120)),
    category: anyOf(z.enum(SHOT_CATEGORIES)),
    sub_category: anyOf(z.enum(SHOT_SUB_CATEGORIES)),
    job: JobId.optional(),
    control_point: ControlPointId.optional(),
    from: EnteredDate.optional(),
    to: EnteredDate.optional(),
    is_draft: z.boolean().optional(),
    is_located: z.boolean().optional(),
    has_scans: z.boolean().optional(),
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

/** Companies that historical files were taken over from, as typed so far and as named in the settings. */
export const listHistoricalCompanies = endpoint({
  get: '/api/jobs/historicalfile/companies/',
  page: z.object({ company: z.string(), files: z.int() }),
  needs: 'historicals.read',
  summary: 'The companies whose files are here',
});
export const createHistoricalDrafts = endpoint({
  post: '/api/jobs/historicalfile/drafts/',
  /** Uploaded PDFs, TIFFs, JPEGs or PNGs: each becomes a draft of its own. */
  body: z.strictObject({
    files: z.array(Id).min(1, 'Choose at least one scan.').max(200, 'At most 200 scans at a time.'),
    company: historicalFields.company.optional(),
  }),
  /** `refused`: a sentence for each file that is no scan; the others become drafts all the same. */
  response: z.object({ drafts: z.array(Id), refused: z.array(z.string()) }),
  status: 201,
  needs: 'historicals.write',
  summary: 'Make a draft of a historical file from each scan',
});
