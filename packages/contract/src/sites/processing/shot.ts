import { z } from 'zod';
import { line, optionalLine, Uuid } from '../../common/fields.ts';
import { endpoint, MEDIUM_JSON_BYTES } from '../../endpoint.ts';
import { Reason } from './decision.ts';

const id = { id: Uuid };
const Position = z.object({ easting: z.number(), northing: z.number(), elevation: z.number().nullable() });

/** One shot of a run that is processed, with everything its final coordinate stands on. */
export const ProcessingShot = z.object({
  id: Uuid,
  field_run: Uuid,
  name: z.string(),
  datetime: z.string().nullable(),
  description: z.string(),
  code: z.string(),
  full_code: z.string(),
  original_code: z.string().nullable(),
  /** As measured; never changed. */
  easting: z.number(),
  northing: z.number(),
  elevation: z.number().nullable(),
  final: Position.extend({ is_final: z.boolean() }),
  number_of_satellites: z.number().nullable(),
  age_of_corrections: z.number().nullable(),
  status: z.string().nullable(),
  HRMS: z.number().nullable(),
  VRMS: z.number().nullable(),
  PDOP: z.number().nullable(),
  HDOP: z.number().nullable(),
  VDOP: z.number().nullable(),
  TDOP: z.number().nullable(),
  GDOP: z.number().nullable(),
  rod_height: z.number().nullable(),
  instrument_height: z.number().nullable(),
  instrument_type: z.string(),
  origin: z.string(),
  parent: Uuid.nullable(),
  extended_data_shot: Uuid.nullable(),
  /** The raw file it was measured in. */
  raw_file: z.string().nullable(),
  was_overwritten: z.boolean(),
  is_processed: z.boolean(),
  is_dropped: z.boolean(),
  bad_hrms: z.boolean(),
  bad_vrms: z.boolean(),
  bad_fixed_status: z.boolean(),
  bad_code: z.boolean(),
  /** As large as the HRMS; null where the file does not say which way a shot is uncertain. Azimuth in degrees from north. */
  ellipse: z.object({ major: z.number(), minor: z.number(), azimuth: z.number() }).nullable(),
  /** Readings under the same number that the collector overwrote, as measured. */
  earlier: z.array(
    z.object({
      easting: z.number().nullable(),
      northing: z.number().nullable(),
      elevation: z.number().nullable(),
      description: z.string(),
      datetime: z.string().nullable(),
    }),
  ),
});
export type ProcessingShot = z.infer<typeof ProcessingShot>;

const said = { title: z.string(), lines: z.array(z.string()) };

/** Reading → reduction → average → shift → final, in sentences with figures; under an average each reading with steps of its own. */
export const ExplainedStep = z.object({
  ...said,
  children: z.array(z.object({ ...said, children: z.array(z.object(said)) })),
});
export type ExplainedStep = z.infer<typeof ExplainedStep>;

export const getProcessingShot = endpoint({
  get: '/api/sites/fieldrun-processing-shot/:id/',
  params: id,
  response: ProcessingShot.extend({ explanation: z.array(ExplainedStep), children: z.array(ProcessingShot) }),
  needs: 'sites.read',
  summary: 'A shot with everything behind its final coordinate',
});
export const updateProcessingShot = endpoint({
  patch: '/api/sites/fieldrun-processing-shot/:id/',
  params: id,
  body: z.strictObject({
    description: optionalLine(2000).optional(),
    name: line(255).optional(),
    is_dropped: z.literal(true).optional(),
    moves_with_run: z.boolean().optional(),
    rod_height: z.number().min(0).max(100).optional(),
    instrument_height: z.number().min(0).max(100).optional(),
    reason: Reason.optional(),
  }),
  response: ProcessingShot,
  needs: 'sites.process',
  summary: 'Correct a shot; what was measured stays beside it',
});
export const mergeProcessingShot = endpoint({
  post: '/api/sites/fieldrun-processing-shot/:id/merge_with_extended_data_shot/',
  params: id,
  body: z.strictObject({ extended_data_shot: Uuid.nullable() }),
  response: ProcessingShot,
  needs: 'sites.process',
  summary: 'Attach a processed shot to its field-app shot, or detach it',
});
export const listRootShots = endpoint({
  get: '/api/sites/fieldrun-processing-shot/:id/root_shots/',
  params: id,
  response: z.array(ProcessingShot.extend({ is_used: z.boolean() })),
  needs: 'sites.read',
  summary: 'The measured shots under an averaged one',
});
export const createResolutionShot = endpoint({
  post: '/api/sites/fieldrun-processing-shot/create_resolution_shot/',
  body: z.strictObject({
    first: Uuid,
    second: Uuid,
    /** The measured shots under both that count. */
    root_shots: z.array(Uuid).min(1).max(1000),
    reason: Reason.optional(),
  }),
  response: ProcessingShot,
  status: 201,
  json_bytes: MEDIUM_JSON_BYTES,
  needs: 'sites.process',
  summary: 'Average the chosen measured shots of two as a new point; both give way to it',
});
export const createSamePointShot = endpoint({
  post: '/api/sites/fieldrun-processing-shot/create_same_point_shot/',
  body: z.strictObject({ field_run: Uuid }),
  response: z.object({ created: z.array(ProcessingShot) }),
  status: 201,
  needs: 'sites.process',
  summary: 'Average consecutive shots of one code that lie within the tolerance',
});
