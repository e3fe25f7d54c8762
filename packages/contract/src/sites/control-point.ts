import { z } from 'zod';
import { field } from '../common/field.ts';
import { ControlPointId, Id, Instant, line, optionalLine, PersonRef, paragraph, stamps, Uuid } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { listQuery } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

/** Metres on the office grid; four decimals are kept. */
export const GridMetres = z.number().min(-100_000_000).max(100_000_000);
export const Elevation = z.number().min(-12_000).max(10_000);

/** What a person types about a control point. */
export const controlFields = {
  name: field(line(100), 'Name'),
  easting: field(GridMetres, 'Easting', { unit: 'm' }),
  northing: field(GridMetres, 'Northing', { unit: 'm' }),
  /** Null where none is known; nought is a height like any other. */
  elevation: field(Elevation.nullable(), 'Elevation', { unit: 'm' }),
  note: field(paragraph(10_000), 'Note'),
  control_destroyed: field(z.boolean(), 'Destroyed'),
  is_hpn: field(z.boolean(), 'HPN'),
  datum: field(optionalLine(100), 'Datum'),
  /** Decimal year, such as 1997 or 2010. */
  epoch: field(z.number().min(1900).max(2200).nullable(), 'Epoch'),
  elevation_system: field(optionalLine(60), 'Elevation system'),
  /** An upload with the sketch of how to find it. */
  sketch: field(Id.nullable(), 'Sketch', { text: () => 'a file' }),
};

export const ControlPointRow = z.object({
  id: ControlPointId,
  name: z.string(),
  easting: z.number(),
  northing: z.number(),
  elevation: z.number().nullable(),
  note: z.string(),
  control_destroyed: z.boolean(),
  is_hpn: z.boolean(),
});
export type ControlPointRow = z.infer<typeof ControlPointRow>;

const FileRef = z.object({ id: Id, name: z.string(), mime_type: z.string(), url: z.string(), thumbnail_url: z.string().nullable() });

export const ControlPoint = z.object({
  id: ControlPointId,
  ...controlFields,
  sketch: FileRef.nullable(),
  /** Pictures of it, newest first; those of its shots are found through the shots. */
  images: z.array(
    z.object({
      id: Uuid,
      name: z.string().nullable(),
      note: z.string().nullable(),
      captured_at: Instant.nullable(),
      url: z.string(),
      thumbnail_url: z.string().nullable(),
    }),
  ),
  check_count: z.int(),
  can_edit: z.boolean(),
  ...stamps,
});
export type ControlPoint = z.infer<typeof ControlPoint>;

export const ControlPointPatch = z.strictObject(controlFields).partial();
export const NewControlPoint = ControlPointPatch.required({ name: true, easting: true, northing: true });

export const CONTROL_ORDER = [
  'name',
  'easting',
  'northing',
  'elevation',
  'note',
  'control_destroyed',
  'is_hpn',
  'created_on',
  'updated_on',
] as const;
export const ControlPointFilter = z.strictObject({
  ...listQuery(CONTROL_ORDER),
  hpn_only: z.boolean().optional(),
  /** Both unless said. */
  destroyed: z.boolean().optional(),
});

/** A shot taken on the point to see whether it still stands where it is said to. Residual = measured − published. */
export const ControlCheck = z.object({
  id: Id,
  control_point: ControlPointId,
  field_run: z.object({ id: Uuid, name: z.string().nullable() }).nullable(),
  shot: Uuid.nullable(),
  shot_name: z.string(),
  measured_on: Instant,
  easting: z.number(),
  northing: z.number(),
  elevation: z.number().nullable(),
  published_easting: z.number(),
  published_northing: z.number(),
  published_elevation: z.number().nullable(),
  residual_easting: z.number(),
  residual_northing: z.number(),
  residual_elevation: z.number().nullable(),
  residual_horizontal: z.number(),
  /** Beyond the tolerances of a check shot, as they stand today. */
  is_beyond: z.boolean(),
  note: z.string(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
});
export type ControlCheck = z.infer<typeof ControlCheck>;

const Offset = { d_easting: z.number(), d_northing: z.number(), d_elevation: z.number().nullable() };

export const ControlHealth = z.object({
  /** The mean of the last three checks, measured minus published; null while there are fewer. */
  drift: z.object({ ...Offset, horizontal: z.number(), is_beyond: z.boolean() }).nullable(),
  /** Finished runs that were checked against other coordinates than those that are published now; published now minus then. */
  runs: z.array(z.object({ id: Uuid, name: z.string().nullable(), job_num: z.string(), finished_on: Instant.nullable(), ...Offset })),
});
export type ControlHealth = z.infer<typeof ControlHealth>;

export const NewControlCheck = z.strictObject({
  field_run: Uuid.nullable().optional(),
  shot: Uuid.nullable().optional(),
  shot_name: optionalLine(255).optional(),
  measured_on: Instant,
  easting: GridMetres,
  northing: GridMetres,
  elevation: Elevation.nullable().optional(),
  note: paragraph(2000).optional(),
});

export const listControlPoints = endpoint({
  get: '/api/sites/controlpoint/',
  query: ControlPointFilter,
  page: ControlPointRow,
  needs: 'sites.read',
  summary: 'Find control points',
});
export const getControlPoint = endpoint({
  get: '/api/sites/controlpoint/:id/',
  response: ControlPoint,
  needs: 'sites.read',
  summary: 'A control point',
});
export const createControlPoint = endpoint({
  post: '/api/sites/controlpoint/',
  body: NewControlPoint,
  response: ControlPoint,
  status: 201,
  needs: 'control.write',
  summary: 'Create a control point',
});
export const updateControlPoint = endpoint({
  patch: '/api/sites/controlpoint/:id/',
  body: ControlPointPatch,
  response: ControlPoint,
  needs: 'control.write',
  summary: 'Change a control point',
});
export const listControlPointHistory = endpoint({
  get: '/api/sites/controlpoint/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'sites.read',
  summary: "A control point's history",
});
export const listControlChecks = endpoint({
  get: '/api/sites/controlpoint/:id/check/',
  query: HistoryQuery,
  page: ControlCheck,
  needs: 'sites.read',
  summary: 'Every check shot made to a control point, newest first',
});
export const getControlHealth = endpoint({
  get: '/api/sites/controlpoint/:id/health/',
  response: ControlHealth,
  needs: 'sites.read',
  summary: 'Whether the last three checks say that a control point has moved, and which finished runs used other coordinates of it',
});
export const createControlCheck = endpoint({
  post: '/api/sites/controlpoint/:id/check/',
  body: NewControlCheck,
  response: ControlCheck,
  status: 201,
  needs: 'sites.process',
  summary: 'Record a check shot; it is judged against the point as published now',
});
