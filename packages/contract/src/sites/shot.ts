import { SHOT_CATEGORIES, SHOT_SUB_CATEGORIES } from '@dmse/domain/sites/shot-category';
import { CONNECTION_DIRECTIONS, MEASURED_TO, SYSTEMS } from '@dmse/domain/sites/structure-text';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { ControlPointId, Instant, Uuid } from '../common/fields.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import {
  captured,
  capturedTimes,
  featureList,
  featureOf,
  feedQuery,
  fieldColumns,
  namesOf,
  PointGeometry,
  PushHeaders,
  patchControls,
  storedTimes,
} from './field-item.ts';

const Millimetres = z.number().min(0).max(100_000).nullable();
const Metres = z.number().min(-1000).max(10_000).nullable();

/** A pipe where it meets a structure: only the measure-down is kept, the invert follows from the processed rim. */
export const Connection = z.strictObject({
  pipe: Uuid.nullable().optional(),
  /** Azimuth of the pipe leaving the structure, degrees. */
  bearing: z.number().min(0).max(360).nullable().optional(),
  direction: z.enum(CONNECTION_DIRECTIONS).nullable().optional(),
  inside_diameter: Millimetres.optional(),
  material: captured(60).nullable().optional(),
  shape: captured(60).nullable().optional(),
  measure_down: Metres.optional(),
  measured_to: z.enum(MEASURED_TO).nullable().optional(),
  outside_height: Millimetres.optional(),
  wall_thickness: Millimetres.optional(),
  is_drop: z.boolean().nullable().optional(),
  note: captured(2000).nullable().optional(),
});

/** The body of a structure: round by its diameter, else by length and width. */
export const StructureSize = z.strictObject({
  diameter: Millimetres.optional(),
  length: Millimetres.optional(),
  width: Millimetres.optional(),
  depth: Metres.optional(),
  sump_measure_down: Metres.optional(),
});
export const StructureCover = z.strictObject({
  type: captured(100).nullable().optional(),
  diameter: Millimetres.optional(),
  /** How far the lid stands off the middle. */
  lid_offset: Metres.optional(),
  rim_to_grade: Metres.optional(),
  access: captured(60).nullable().optional(),
});
export const StructureCondition = z.strictObject({
  material: captured(60).nullable().optional(),
  has_steps: z.boolean().nullable().optional(),
  flow: captured(200).nullable().optional(),
  debris: captured(200).nullable().optional(),
  is_surcharged: z.boolean().nullable().optional(),
  year: z.int().min(1700).max(2200).nullable().optional(),
});

/** What a crew writes about a shot. */
const shotFields = {
  name: field(captured(255).nullable(), 'Point number'),
  code: field(captured(60).nullable(), 'Code'),
  description: field(captured(2000).nullable(), 'Description'),
  category: field(z.enum(SHOT_CATEGORIES).nullable(), 'Category'),
  sub_category: field(z.enum(SHOT_SUB_CATEGORIES).nullable(), 'Sub-category'),
  system: z.enum(SYSTEMS).nullable(),
  kind: captured(60).nullable(),
  shape: captured(60).nullable(),
  size: StructureSize.nullable(),
  cover: StructureCover.nullable(),
  condition: StructureCondition.nullable(),
  connections: z.array(Connection).max(50).nullable(),
  note: field(captured(20_000).nullable(), 'Note'),
  /** Metres, as the device reckoned it. */
  accuracy: z.number().min(0).nullable(),
  /** Seconds the position was old when the shot was saved; null where the crew held it on purpose, or there is none. */
  position_age: z.number().min(0).nullable(),
  control_point: ControlPointId.nullable(),
  ...capturedTimes,
};

export const ShotProperties = z.object({
  field_run: Uuid,
  ...shotFields,
  ...storedTimes,
  control_point: z.object({ id: ControlPointId, name: z.string() }).nullable(),
  /** On the office grid, once processed. */
  easting: z.number().nullable(),
  northing: z.number().nullable(),
  elevation: z.number().nullable(),
  processed_on: Instant.nullable(),
  image_count: z.int(),
  /** Set on what a shot that was moved leaves in its old run's feed. */
  moved_to: Uuid.nullable(),
  ...fieldColumns,
});
/** Geometry as the device gave it: longitude, latitude and, where known, height. */
export const Shot = featureOf(PointGeometry.nullable(), ShotProperties);
export type Shot = z.infer<typeof Shot>;

const written = { geometry: field(PointGeometry.nullable(), 'Position'), ...shotFields };
export const SHOT_FIELDS = namesOf(written);
export const NewShot = z.strictObject(written).partial().extend({ id: Uuid.optional(), field_run: Uuid });
/** `field_run` moves it to another run. */
export const ShotPatch = z
  .strictObject({ ...written, field_run: Uuid })
  .partial()
  .extend(patchControls);

export const SHOT_ORDER = ['name', 'code', 'category', 'captured_at', 'created_on', 'updated_on'] as const;
export const ShotFilter = z.strictObject({
  ...listQuery(SHOT_ORDER),
  ...feedQuery,
  field_run: Uuid.optional(),
  control_point: ControlPointId.optional(),
  code: anyOf(captured(60)),
  category: anyOf(z.enum(SHOT_CATEGORIES)),
  /** Both unless said: a list that hid the deleted would never tell a tablet. */
  is_deleted: z.boolean().optional(),
  has_conflict: z.boolean().optional(),
  late: z.boolean().optional(),
});

const id = { id: Uuid };

export const listShots = endpoint({
  get: '/api/sites/fieldrun-shot/',
  query: ShotFilter,
  response: featureList(Shot),
  needs: 'sites.read',
  field: true,
  summary: 'Shots, by pages or by cursor',
});
export const getShot = endpoint({
  get: '/api/sites/fieldrun-shot/:id/',
  params: id,
  any_query: true,
  response: Shot,
  needs: 'sites.read',
  field: true,
  summary: 'A shot',
});
export const createShot = endpoint({
  post: '/api/sites/fieldrun-shot/',
  headers: PushHeaders,
  body: NewShot,
  response: Shot,
  status: 201,
  needs: 'sites.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Store a shot under an id of your own',
});
export const updateShot = endpoint({
  patch: '/api/sites/fieldrun-shot/:id/',
  params: id,
  headers: PushHeaders,
  body: ShotPatch,
  response: Shot,
  needs: 'sites.write',
  field: true,
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a shot; deleting it takes its images and pipes along',
});
