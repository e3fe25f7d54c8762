import { ATTEMPT_STATES, PART_NAMES } from '@dmse/domain/sites/processing';
import { FIELD_RUN_STATES } from '@dmse/domain/states/field-run';
import { z } from 'zod';
import { Id, Instant, JobId, line, PersonRef, Uuid } from '../../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../../endpoint.ts';
import { GridVector, Reason, ShiftChoice } from './decision.ts';
import { FileSummary, ProcessingConflict, ProcessingOverview, ProcessingPoints, ProcessingShifts, SolvedLocalization } from './result.ts';

/** A raw file of 50,000 shots has some 30 MB. */
export const MAX_PROCESSING_FILE_BYTES = 100 * 1024 * 1024;

const id = { id: Uuid };

export const ProcessingFile = z.object({
  id: Id,
  part: z.enum(PART_NAMES),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.string(),
  summary: FileSummary,
  imported_on: Instant,
  imported_by: PersonRef.nullable(),
});
export type ProcessingFile = z.infer<typeof ProcessingFile>;

const Lease = z.object({ holder: PersonRef, until: Instant, is_mine: z.boolean() });

export const ProcessingAttempt = z.object({
  id: Id,
  number: z.int(),
  state: z.enum(ATTEMPT_STATES),
  started_on: Instant,
  started_by: PersonRef.nullable(),
  ended_on: Instant.nullable(),
  ended_by: PersonRef.nullable(),
  reason: z.string().nullable(),
  file_count: z.int(),
  decision_count: z.int(),
});

export const ProcessingReading = z.object({
  by: PersonRef.nullable(),
  since: Instant,
  files: z.int(),
  files_read: z.int(),
  bytes: z.int(),
  bytes_read: z.int(),
});
export type ProcessingReading = z.infer<typeof ProcessingReading>;

export const Processing = z.object({
  id: Uuid,
  name: z.string().nullable(),
  job: z.object({ id: JobId, num: z.string() }).nullable(),
  job_num: z.string(),
  state: z.enum(FIELD_RUN_STATES),
  started_on: Instant.nullable(),
  imported_on: Instant.nullable(),
  finished_on: Instant.nullable(),
  /** The attempt that is worked on or was finished; null before the first import and after a reset. */
  attempt: ProcessingAttempt.nullable(),
  attempts: z.array(ProcessingAttempt),
  /** Raised with every file and decision. */
  revision: z.int(),
  lease: Lease.nullable(),
  files: z.array(ProcessingFile),
  /** Set while the server reads files somebody has sent: nothing of them is imported yet. */
  reading: ProcessingReading.nullable(),
  /** Set while the figures are still being worked out: between 0 and 1, and since when. */
  work: z.object({ progress: z.number().nullable(), since: Instant }).nullable(),
  /** Null while they are worked out, and when there is nothing to work on. */
  overview: ProcessingOverview.nullable(),
  /** Why they could not be worked out. */
  problem: z.string().nullable(),
  why_not_import: z.string().nullable(),
  why_not_write: z.string().nullable(),
  why_not_finish: z.string().nullable(),
  why_not_reopen: z.string().nullable(),
});
export type Processing = z.infer<typeof Processing>;

const PublishControl = z.strictObject({
  /** Name of the point in the run. */
  name: line(255),
  /** The control point that gets its coordinates; null makes a new one. */
  control_point: Id.nullable(),
});

export const getProcessing = endpoint({
  get: '/api/sites/fieldrun-processing/:id/',
  params: id,
  query: z.strictObject({
    /** An earlier attempt, to read it. */
    attempt: Id.optional(),
  }),
  response: Processing,
  needs: 'sites.read',
  summary: 'The processing of a run: attempt, files, what every step has open',
});
export const getProcessingPoints = endpoint({
  get: '/api/sites/fieldrun-processing/:id/points/',
  params: id,
  query: z.strictObject({ attempt: Id.optional() }),
  response: ProcessingPoints,
  needs: 'sites.read',
  summary: 'All points of a run with their final coordinates, as columns',
});
export const getProcessingShifts = endpoint({
  get: '/api/sites/fieldrun-processing/:id/shifts/',
  params: id,
  response: ProcessingShifts,
  needs: 'sites.process',
  summary: 'What each shift would do, before one is chosen',
});
export const solveProcessingLocalization = endpoint({
  get: '/api/sites/fieldrun-processing/:id/localization/',
  params: id,
  query: z.strictObject({
    fit: SolvedLocalization.shape.fit,
    /** Names of marks that do not count. */
    left_out: z.array(line(255)).max(1000).optional(),
  }),
  response: z.object({ localization: SolvedLocalization.nullable(), problem: z.string().nullable() }),
  needs: 'sites.process',
  summary: 'The localization as it would be with this fit and without these marks',
});
export const listProcessingConflicts = endpoint({
  get: '/api/sites/fieldrun-processing/:id/conflicts/',
  params: id,
  query: z.strictObject({
    page: z.int().min(1).max(1_000_000).optional(),
    page_size: z.int().min(1).max(200).optional(),
    kind: z.array(z.string().max(40)).max(60).optional(),
    severity: z
      .array(z.enum(['B', 'W', 'I']))
      .max(3)
      .optional(),
    /** Those somebody looked at and left are not listed unless asked for. */
    ignored: z.boolean().optional(),
    shot: Uuid.optional(),
  }),
  page: ProcessingConflict.extend({
    ignored: z.object({ by: z.string(), at: z.string(), why: z.string().nullable() }).nullable(),
    waived: z.object({ by: z.string(), at: z.string(), why: z.string().nullable() }).nullable(),
  }),
  needs: 'sites.read',
  summary: 'What the processor must see, worst first',
});
export const importProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/import/',
  params: id,
  multipart: true,
  bytes: MAX_PROCESSING_FILE_BYTES,
  files: 50,
  response: Processing,
  heavy: true,
  needs: 'sites.process',
  summary:
    'Import files: parts raw_file, points_file, sum_file, ref_file, loc_file, each repeatable; those of a part replace its earlier ones',
});
export const updateProcessing = endpoint({
  patch: '/api/sites/fieldrun-processing/:id/',
  params: id,
  body: z.strictObject({
    /** Which reference or PPP summary belongs to which base. */
    base: line(255).optional(),
    file: line(255).optional(),
    /** Ids of files to be taken out. */
    remove: z.array(Id).max(100).optional(),
  }),
  multipart: 'or_json',
  response: Processing,
  needs: 'sites.process',
  summary: 'Correct which file belongs to which base, or take files out',
});
export const applyShifts = endpoint({
  post: '/api/sites/fieldrun-processing/:id/apply_shifts/',
  params: id,
  body: z.strictObject({
    shift_type: z.enum(['NONE', 'HPN', 'CONTROL']),
    source: ShiftChoice.shape.source.optional(),
    other_side: ShiftChoice.shape.other_side.optional(),
    /** Names of the shots on control that count; all that agree unless said. */
    accepted: ShiftChoice.shape.accepted.optional(),
    localization: ShiftChoice.shape.localization,
    /** Figures typed by hand, with a reason. */
    typed: ShiftChoice.shape.typed,
    reason: Reason.optional(),
  }),
  response: Processing,
  json_bytes: LARGE_JSON_BYTES,
  needs: 'sites.process',
  summary: 'Decide on the shift: none, by PPP (HPN), by control, or typed',
});
export const findProcessingConflicts = endpoint({
  post: '/api/sites/fieldrun-processing/:id/conflicts/',
  params: id,
  body: z.strictObject({
    /** Ids of shots whose conflicts are left as they are. */
    ignored_shots: z.array(Uuid).max(60_000).optional(),
    reason: Reason.optional(),
  }),
  multipart: 'or_json',
  response: z.object({ count: z.int(), results: z.array(ProcessingConflict) }),
  json_bytes: LARGE_JSON_BYTES,
  needs: 'sites.process',
  summary: 'Look for conflicts, leaving those of the named shots; answers what is open',
});
export const exportProcessing = endpoint({
  get: '/api/sites/fieldrun-processing/:id/export/',
  params: id,
  query: z.strictObject({ format: z.string().max(20).optional(), attempt: Id.optional() }),
  response: 'file',
  heavy: true,
  needs: 'sites.read',
  summary: 'The final points: everything as one signed zip, or one file by ?format=',
});
export const finishProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/finish/',
  params: id,
  body: z.strictObject({ publish: z.array(PublishControl).max(1000).optional() }).optional(),
  response: Processing,
  json_bytes: LARGE_JSON_BYTES,
  heavy: true,
  needs: 'sites.process',
  summary: 'Write the final coordinates, publish the chosen controls, and mark the run Finished',
});
export const resetProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/reset/',
  params: id,
  body: z.strictObject({ reason: Reason.optional() }).optional(),
  response: Processing,
  needs: 'sites.process',
  summary: 'Put this attempt aside, readable and restorable, and make the run Active again',
});
export const restoreProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/restore/',
  params: id,
  body: z.strictObject({ attempt: Id }),
  response: Processing,
  needs: 'sites.process',
  summary: 'Go on with an earlier attempt; the present one is put aside',
});
export const reopenProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/reopen/',
  params: id,
  body: z.strictObject({ reason: Reason }),
  response: Processing,
  needs: 'sites.admin',
  summary: 'Take a finished run back to Processing, with a reason',
});
export const leaseProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/lease/',
  params: id,
  body: z.strictObject({ take_over: z.boolean().optional(), release: z.boolean().optional() }),
  response: z.object({ lease: Lease.nullable() }),
  needs: 'sites.process',
  summary: 'Hold the run for oneself, take it over, or let it go',
});
export const cancelProcessing = endpoint({
  post: '/api/sites/fieldrun-processing/:id/cancel/',
  params: id,
  response: 'nothing',
  reads: true,
  needs: 'sites.process',
  summary: 'Stop the computation that is running; files and decisions stay',
});
export const getProcessingReport = endpoint({
  get: '/api/sites/fieldrun-processing/:id/report/',
  params: id,
  query: z.strictObject({ attempt: Id.optional() }),
  response: z.record(z.string(), z.unknown()),
  needs: 'sites.read',
  summary: 'The quality report as data, for the preview',
});
export const compareProcessing = endpoint({
  get: '/api/sites/fieldrun-processing/:id/compare/',
  params: id,
  query: z.strictObject({ attempt: Id }),
  response: z.object({
    only_now: z.array(z.string()),
    only_before: z.array(z.string()),
    moved: z.array(GridVector.extend({ name: z.string(), d_elevation: z.number().nullable() })),
    recoded: z.array(z.object({ name: z.string(), now: z.string(), before: z.string() })),
    same: z.int(),
  }),
  needs: 'sites.read',
  summary: 'How the points differ from those of an earlier attempt',
});
