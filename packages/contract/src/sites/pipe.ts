import { OPEN_ENDS, PIPE_STATUSES, SYSTEMS } from '@dmse/domain/sites/structure-text';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { JobId, Uuid } from '../common/fields.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import {
  captured,
  capturedTimes,
  featureList,
  featureOf,
  feedQuery,
  fieldColumns,
  LineGeometry,
  namesOf,
  Position,
  PushHeaders,
  patchControls,
  storedTimes,
} from './field-item.ts';

/** What a crew writes about a pipe. */
const pipeFields = {
  name: captured(255).nullable(),
  start_structure: Uuid.nullable(),
  end_structure: Uuid.nullable(),
  system: field(z.enum(SYSTEMS).nullable(), 'System'),
  material: captured(60).nullable(),
  /** Millimetres. */
  inside_diameter: z.number().min(0).max(100_000).nullable(),
  shape: captured(60).nullable(),
  status: z.enum(PIPE_STATUSES).nullable(),
  /** What an end without a structure is. */
  open_end: z.enum(OPEN_ENDS).nullable(),
  quality_level: captured(20).nullable(),
  note: field(captured(20_000).nullable(), 'Note'),
  /** Bends between the two ends, longitude and latitude. */
  vertices: z.array(Position).max(10_000).nullable(),
  ...capturedTimes,
};

export const PipeProperties = z.object({
  field_run: Uuid,
  ...pipeFields,
  ...storedTimes,
  /** Derived from the processed rims; null while one is missing. */
  start_invert: z.number().nullable(),
  end_invert: z.number().nullable(),
  length_2d: z.number().nullable(),
  length_3d: z.number().nullable(),
  slope_percent: z.number().nullable(),
  /** One of its structures has not arrived yet. */
  parent_pending: z.boolean(),
  moved_to: Uuid.nullable(),
  ...fieldColumns,
});
export const Pipe = featureOf(LineGeometry.nullable(), PipeProperties);
export type Pipe = z.infer<typeof Pipe>;

const written = { geometry: field(LineGeometry.nullable(), 'Position'), ...pipeFields };
export const PIPE_FIELDS = namesOf(written);
export const NewPipe = z.strictObject(written).partial().extend({ id: Uuid.optional(), field_run: Uuid });
export const PipePatch = z
  .strictObject({ ...written, field_run: Uuid })
  .partial()
  .extend(patchControls);

export const PIPE_ORDER = ['name', 'system', 'captured_at', 'created_on', 'updated_on'] as const;
export const PipeFilter = z.strictObject({
  ...listQuery(PIPE_ORDER),
  ...feedQuery,
  field_run: Uuid.optional(),
  /** Pipes that start or end there. */
  structure: Uuid.optional(),
  is_deleted: z.boolean().optional(),
  has_conflict: z.boolean().optional(),
  late: z.boolean().optional(),
});

const id = { id: Uuid };

export const listPipes = endpoint({
  get: '/api/sites/pipe/',
  query: PipeFilter,
  response: featureList(Pipe),
  needs: 'sites.read',
  field: true,
  summary: 'Pipes, by pages or by cursor',
});
export const getPipe = endpoint({
  get: '/api/sites/pipe/:id/',
  params: id,
  response: Pipe,
  needs: 'sites.read',
  field: true,
  summary: 'A pipe',
});
export const createPipe = endpoint({
  post: '/api/sites/pipe/',
  headers: PushHeaders,
  body: NewPipe,
  response: Pipe,
  status: 201,
  needs: 'sites.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Store a pipe under an id of your own',
});
export const updatePipe = endpoint({
  patch: '/api/sites/pipe/:id/',
  params: id,
  headers: PushHeaders,
  body: PipePatch,
  response: Pipe,
  needs: 'sites.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a pipe',
});
export const pipeDxf = endpoint({
  get: '/api/sites/pipe/dxf/',
  query: z.strictObject({ field_run: anyOf(Uuid), job: JobId.optional() }),
  response: 'file',
  needs: 'sites.read',
  heavy: true,
  summary: 'The pipes of runs or of a job as DXF, with their structures',
});
